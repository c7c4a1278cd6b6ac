import { SECOND_MS } from '../../service/durations.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import type { CachedReads } from '../cached-reads.ts';
import { findLastAutoResponse } from '../store/conversations.ts';
import { insertMessage } from '../store/messages.ts';
import type { KnownAccount } from '../store/profiles.ts';
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
  { account, engagement, received }: { account: KnownAccount; engagement: Engagement; received: number },
) {
  const { store } = context;
  const { kind, from, eventId } = engagement;
  if ((kind !== 'dm' && kind !== 'story_reply') || from.id === account.id) return;
  const settings = reads.autoResponse(account.profile);
  if (settings?.isActive !== true || !canSend(reads, account)) return;
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

function canSend(reads: CachedReads, { linked, token, permission, messaging }: KnownAccount): boolean {
  const { plan, addOns } = reads.settings();
  if (!PLANS[plan].directMessages || !addOns.messages) return false;
  return linked && token === 'ok' && permission === 'granted' && messaging === 'on';
}
