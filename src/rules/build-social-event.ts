/** What became of the link of an account. */
export type LinkChange =
  | { readonly type: 'link' }
  | { readonly type: 'unlink'; readonly reason: LinkRefusal | null }
  | { readonly type: 'refresh'; readonly refreshBy: string };

/** Why the network does not listen to the account any more. */
interface LinkRefusal {
  readonly code: number;
  readonly message: string;
}

/** The account that it is about. */
interface AccountEventInput {
  readonly platform: string;
  readonly displayName: string;
}

/**
 * The fields of an event of `social`. A refusal of the network is what lets the system take a link away; whatever else
 * is done, the user does, but that an account is to be linked again is for the system to say.
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
