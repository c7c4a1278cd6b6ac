import { SECOND_MS } from '../../service/durations.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import type { Database } from '../../storage/open-database.ts';
import type { CachedReads } from '../cached-reads.ts';
import { findLastAutoResponse } from '../store/conversations.ts';
import { insertMessage } from '../store/messages.ts';
import { findKnownAccount, type KnownAccount, type NetworkAccount } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import { type EnqueueContext, enqueueSentMessage } from './events.ts';

/**
 * Answers an incoming message with the automatic reply of the profile, unless the same person got one within its
 * wait. The caller holds the transaction.
 *
 * @see docs/service/endpoints.md#messages
 */
export function answerAutomatically(
  context: EnqueueContext,
  reads: CachedReads,
  { account, engagement, received }: { account: NetworkAccount; engagement: Engagement; received: number },
) {
  const { store } = context;
  const { kind, from, eventId } = engagement;
  if ((kind !== 'dm' && kind !== 'story_reply') || from.id === account.id) return;
  const settings = reads.autoResponse(account.profile);
  if (settings?.isActive !== true || !canSend(store, account)) return;
  const last = findLastAutoResponse(store, account.id, from.id);
  if (last !== null && received - last < settings.waitSeconds * SECOND_MS) return;
  const key = `auto:${account.id}:${eventId}`;
  const message = { key, accountId: account.id, recipientId: from.id, text: settings.message };
  insertMessage(store, {
    ...message,
    profile: account.profile,
    way: 'dm',
    commentId: null,
    at: received,
    dropped: false,
    mediaUrls: [],
    isAutomatic: true,
  });
  enqueueSentMessage(context, { account, message, at: received });
}

function canSend(store: Database, { profile, platform }: NetworkAccount): boolean {
  const account: KnownAccount | undefined = findKnownAccount(store, profile, platform);
  const { plan, addOns } = readSettings(store);
  if (account === undefined || !PLANS[plan].directMessages || !addOns.messages) return false;
  const { linked, token, permission, messaging } = account;
  return linked && token === 'ok' && permission === 'granted' && messaging === 'on';
}
