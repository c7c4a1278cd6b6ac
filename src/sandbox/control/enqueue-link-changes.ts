import type { AccountChange } from '../../facts/control.ts';
import { buildSocialEvent, type LinkChange } from '../../rules/build-social-event.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import type { Engine } from '../engine/engine.ts';
import { enqueueEvent } from '../engine/enqueue-event.ts';
import { checkAccount } from '../networks/check-account.ts';
import type { KnownAccount } from '../store/accounts.ts';

/** An order about an account, and what has come of it. */
interface AccountTransition {
  /** Undefined: there was none. */
  readonly before: KnownAccount | undefined;
  readonly after: KnownAccount;
  readonly change: AccountChange;
}

/**
 * Tells of an account that was linked, unlinked, or is to be linked again. The caller holds the transaction.
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

/** Ours: what was refused has to be linked again by now, since nothing works until it is. */
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
 * Ours: the system takes a link away where the same order says that the network takes the authorization no more;
 * without a word on that, the user does.
 */
function findUnlinkCause(account: KnownAccount, { token = 'ok', platform }: AccountChange) {
  return token === 'ok' ? null : checkAccount({ platform, account, xPair: 'own' });
}
