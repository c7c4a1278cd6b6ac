import { formatIsoSeconds } from '../domain/time/read-timestamp.ts';
import type { AccountChange } from '../service/control/control.ts';
import type { Engine } from './engine/engine.ts';
import { enqueueEvent } from './engine/enqueue-event.ts';
import { checkAccount } from './networks/check-account.ts';
import type { KnownAccount } from './store/accounts.ts';

/** A change of an account, with its state before and after. */
interface AccountTransition {
  /** Undefined when there was none. */
  readonly before: KnownAccount | undefined;
  readonly after: KnownAccount;
  readonly change: AccountChange;
}

/**
 * Enqueues the events of an account that was linked, unlinked, or has to be linked again. The caller holds the
 * transaction.
 *
 * @see docs/service/webhooks.md#HOOK-25
 */
export function enqueueLinkChanges(engine: Engine, { before, after, change }: AccountTransition): void {
  const { profile } = after;
  const at = engine.now();
  for (const each of listLinkChanges({ before, after, change }, at)) {
    enqueueEvent(engine, { profile, action: 'social', key: null, event: buildSocialEvent(each, after), at });
  }
}

/** An assumption: the deadline to link a refused account again is now, because nothing works until then. */
function listLinkChanges({ before, after, change }: AccountTransition, at: number): readonly LinkChange[] {
  const wasLinked = before?.linked === true;
  if (wasLinked && !after.linked) return [{ type: 'unlink', reason: findUnlinkCause(after, change) }];
  if (!after.linked) return [];
  const isRefused = after.token !== 'ok' && (before === undefined || before.token === 'ok');
  return [
    ...(wasLinked ? [] : [{ type: 'link' } as const]),
    ...(isRefused ? [{ type: 'refresh', refreshBy: formatIsoSeconds(at) } as const] : []),
  ];
}

/**
 * An assumption: the system unlinks the account when the same change revokes its authorization; otherwise the user
 * does.
 */
function findUnlinkCause(account: KnownAccount, { token = 'ok', platform }: AccountChange) {
  return token === 'ok' ? null : checkAccount({ platform, account, xPair: 'own' });
}

/** A change of an account's link. */
type LinkChange =
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
