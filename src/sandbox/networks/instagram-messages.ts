import { createHash } from 'node:crypto';
import { DAY_MS } from '../../service/durations.ts';
import { ERRORS } from '../../service/errors.ts';
import { LIMITS } from '../../service/limits.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { CachedReads } from '../cached-reads.ts';
import { findCommentTime } from '../store/comments.ts';
import { getMessageRequests, hasPrivateReply, insertMessage, recordPrivateReply } from '../store/messages.ts';
import { drawInjectedFailure } from './injected-faults.ts';

export interface DmRequest {
  /** Idempotency key of the effect. The network stores it without checking it. */
  readonly key: string;
  readonly profile: number;
  readonly accountId: string;
  readonly recipientId: string;
  /** For a private reply: the comment that it answers. */
  readonly commentId: string | null;
  readonly text: string;
}

export type DmAnswer =
  | { readonly status: 'sent' }
  | { readonly status: 'failed' | 'auth_error'; readonly reason: string };

/**
 * Simulates Instagram's sending of a DM. Like the real one, it has no idempotency: a repeated request sends a second
 * DM. The caller holds the transaction, so that an accepted DM and its record are committed together.
 *
 * @see docs/service/errors.md#private-reply-errors
 * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-19, #ENG-20
 */
export function sendDm(
  { store, reads, now }: { store: Database; reads: CachedReads; now: number },
  order: DmRequest,
): DmAnswer {
  const refused =
    checkSender(reads, order) ??
    (reads.hasFaults() ? drawInjectedRefusal(store) : null) ??
    checkRecipient(store, order, now);
  if (refused !== null) return refused;
  const { commentId } = order;
  if (commentId !== null) recordPrivateReply(store, commentId);
  insertMessage(store, {
    ...order,
    way: commentId === null ? 'dm' : 'private_reply',
    at: now,
    dropped: commentId !== null && getMessageRequests(store, order.recipientId) === 'silent',
    mediaUrls: [],
    isAutomatic: false,
  });
  return { status: 'sent' };
}

const MESSAGE_ID_DIGITS = 24;

/** The network's id of a sent DM, derived from its key. */
export function getSentMessageId(key: string): string {
  return `mid.${createHash('sha256').update(key).digest('hex').slice(0, MESSAGE_ID_DIGITS)}`;
}

function checkSender(reads: CachedReads, { profile, accountId }: DmRequest): DmAnswer | null {
  const account = reads.account(profile);
  const unusable = (reason: string): DmAnswer => ({ status: 'auth_error', reason });
  if (!reads.settings().addOns.messages) return unusable('the add-on Messages API is not active');
  if (account?.linked !== true) return unusable('the Instagram account is not linked');
  if (account.id !== accountId) return unusable('another Instagram account is linked now');
  if (account.token === 'expired') return unusable("the account's token has expired");
  if (account.token === 'revoked') return unusable("the account's token was revoked");
  if (account.page === 'none') return unusable('no page is selected for the account');
  if (account.messaging === 'off') return unusable('messaging is not activated for the account');
  return null;
}

/** Codes that fail only this DM, whatever their class. */
const PRIVATE_REPLY_CODES = { first: 489, last: 495 } as const;

function drawInjectedRefusal(store: Database): DmAnswer | null {
  const failure = drawInjectedFailure(store, { endpoint: 'sendDm', network: AUTOMATION_PLATFORM });
  // use the catalogue's wording, as for the network's other reasons
  return failure && toDmRefusal(failure.code, ERRORS[failure.code]?.meaning ?? failure.message);
}

function toDmRefusal(code: number, sentence: string): DmAnswer {
  const isOfThisDm = code >= PRIVATE_REPLY_CODES.first && code <= PRIVATE_REPLY_CODES.last;
  const status = !isOfThisDm && ERRORS[code]?.class === 'auth' ? 'auth_error' : 'failed';
  return { status, reason: `${code}: ${sentence}` };
}

/** Message requests only concern commenters: a person who wrote to the account first is no stranger. */
function checkRecipient(
  store: Database,
  { recipientId, commentId }: DmRequest,
  now: number,
): DmAnswer | null {
  if (commentId === null) return null;
  const isBlocked = getMessageRequests(store, recipientId) === 'blocked';
  const reason =
    checkComment(store, commentId, now) ?? (isBlocked ? 'the commenter blocks message requests' : null);
  return reason === null ? null : toDmRefusal(491, reason);
}

/** One private reply per comment, which must exist and not be too old. */
function checkComment(store: Database, commentId: string, now: number): string | null {
  const created = findCommentTime(store, AUTOMATION_PLATFORM, commentId);
  if (created === undefined) return 'the comment was deleted';
  const { privateReplyDays } = LIMITS;
  if (now - created > privateReplyDays * DAY_MS) return `the comment is older than ${privateReplyDays} days`;
  return hasPrivateReply(store, commentId)
    ? 'the comment was already replied to: one private reply per comment'
    : null;
}
