/** A change of an account's link. */
export type LinkChange =
  | { readonly type: 'link' }
  | { readonly type: 'unlink'; readonly reason: LinkRefusal | null }
  | { readonly type: 'refresh'; readonly refreshBy: string };

/** Why the network no longer accepts the account. */
interface LinkRefusal {
  readonly code: number;
  readonly message: string;
}

/** The account that changed. */
interface AccountEventInput {
  readonly platform: string;
  readonly displayName: string;
}

/**
 * Builds the fields of a `social` event. The source is `system` for an unlink after a rejection by the network and
 * for a refresh reminder, otherwise `user`.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function buildSocialEvent(change: LinkChange, { platform, displayName }: AccountEventInput) {
  const fields = (source: 'user' | 'system') => ({ type: change.type, platform, displayName, source });
  switch (change.type) {
    case 'link':
      return fields('user');
    case 'unlink': {
      const { reason } = change;
      if (reason === null) return fields('user');
      return {
        ...fields('system'),
        details: { status: 'error', code: reason.code, message: reason.message },
      };
    }
    case 'refresh':
      return { ...fields('system'), refreshBy: change.refreshBy };
  }
}
