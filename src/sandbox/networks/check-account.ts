import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { type CommentPlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { floorToSecond } from '../clock.ts';
import { countXRequests, recordXRequest, type XPairSent } from '../store/access.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import { changeSettings, readSettings } from '../store/settings.ts';
import type { Refresh, SocialPost } from '../store/social-posts.ts';

/** What decides whether a network accepts requests of a profile. */
interface AccountUse {
  platform: Platform;
  /** The profile's linked account. */
  account: NetworkAccount | undefined;
  xPair: XPairSent;
}

/**
 * Checks whether a network accepts requests of a profile: an account is linked, its authorization is valid, and its
 * owner need not verify their identity.
 *
 * @see docs/service/access.md#access-errors, #AUTH-11
 * @see docs/service/comments.md#COM-18
 */
export function checkAccount(use: AccountUse): NetworkFailure | null {
  const { platform, account, xPair } = use;
  const { name, usesOwnApp } = PLATFORMS[platform];
  if (usesOwnApp && xPair === 'none')
    return { code: 419, message: 'The X API key and secret headers are missing.' };
  if (account === undefined) return { code: 156, message: `No ${name} account is linked.` };
  if (usesOwnApp) return checkXAccount(account, xPair) ?? checkVerification(account, name);
  if (account.token !== 'ok') {
    const why = account.token === 'expired' ? 'has expired' : 'was revoked';
    return { code: 161, message: `The authorization for ${name} ${why}.`, relink: true };
  }
  return checkVerification(account, name);
}

function checkXAccount({ login, token }: NetworkAccount, xPair: XPairSent): NetworkFailure | null {
  if (login === 'former')
    return { code: 423, message: 'The X account is linked in the former way, which is no longer supported.' };
  if (xPair === 'foreign') {
    return {
      code: 272,
      message: 'The X API key belongs to another app than the one the account was linked with.',
    };
  }
  if (token === 'ok') return null;
  return { code: 272, message: 'X does not accept the authorization of the account.' };
}

function checkVerification({ standing }: NetworkAccount, name: string): NetworkFailure | null {
  if (standing !== 'unverified') return null;
  return { code: 326, message: `${name} asks the owner of the account to verify their identity.` };
}

/** What decides whether a network returns its comments. */
interface CommentSource extends AccountUse {
  platform: CommentPlatform;
  /** The network's id from the request; on TikTok also `pending` or `failed`. */
  id: string;
  /** The profile's post with that id; undefined when there is none. */
  post: SocialPost | undefined;
  /** Whether the id is that of a post or of a comment. */
  idKind: 'post' | 'comment';
  now: number;
}

/**
 * Checks whether a network returns its comments.
 *
 * @see docs/service/comments.md#read-status, #COM-18, #COM-19, #COM-21
 * @see docs/service/access.md#access-errors
 */
export function checkCommentsReadable(state: CommentSource): NetworkFailure | null {
  return checkPublished(state) ?? checkAccount(state) ?? checkFound(state) ?? checkExpiry(state);
}

const TIKTOK_STATES = new Map([
  ['pending', 'The TikTok post is still being processed.'],
  ['failed', 'The TikTok post was not published.'],
]);

/** Only TikTok has posts without an id. @see docs/service/comments.md#COM-19 */
export function checkPublished({ platform, id }: { platform: Platform; id: string }): NetworkFailure | null {
  const message = PLATFORMS[platform].publishesLater ? TIKTOK_STATES.get(id) : undefined;
  return message === undefined ? null : { code: 288, message };
}

/** For a deleted post X returns an empty list, not an error. @see docs/service/comments.md#COM-18 */
function checkFound({ platform, post, idKind }: CommentSource): NetworkFailure | null {
  if (post !== undefined || PLATFORMS[platform].comments.emptyIfDeleted) return null;
  return { code: 186, message: `The ${PLATFORMS[platform].name} ${idKind} id was not found.` };
}

function checkExpiry({ platform, post, now }: CommentSource): NetworkFailure | null {
  if (post?.kind !== 'story' || now - post.created < ASSUMED.storyLifetimeMs) return null;
  return { code: 485, message: `The comments of this ${PLATFORMS[platform].name} story have expired.` };
}

/**
 * Refuses audio for an account that was linked by direct login. It comes first: no permission and no new
 * authorization fixes it.
 *
 * @see docs/service/audio.md#search, #AUD-05
 */
export function checkAudioLogin(account: NetworkAccount | undefined): NetworkFailure | null {
  if (account?.login !== 'direct') return null;
  const message = 'Audio needs Instagram linked through a Facebook page; this account was linked directly.';
  return { code: 514, message };
}

/** Why a network rejected a request. */
export interface NetworkFailure {
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly relink?: true;
  readonly retryAvailable?: boolean;
}

/** Refuses a comment when comments are disabled on a copy. @see docs/service/posts.md#POST-08 */
export function checkCommentsEnabled({ platform, about }: SocialPost): NetworkFailure | null {
  if (about.commentsDisabled !== true) return null;
  return { code: 1415, message: `Comments are disabled on this ${PLATFORMS[platform].name} post.` };
}

/** Assumed: maximum interval on X. */
export const LONGEST_X_INTERVAL_MS = 24 * 60 * 60 * 1_000;

/** Assumed: growth of the interval on X between refreshes. */
const X_INTERVAL_GROWTH = 2;

/**
 * Whether comments must be fetched again: never fetched, due, or fetched later than now since the clock was set back.
 */
export function isRefreshDue(last: Refresh | undefined, now: number): boolean {
  return last === undefined || now >= last.next || now < last.refreshed;
}

/**
 * Records a refresh, and computes the next one: after ten minutes, on X after a growing interval. Rounded to a whole
 * second, as the service shows it, so that a request at the time shown is never too early.
 *
 * @see docs/service/comments.md#refresh, #COM-13
 */
export function scheduleRefresh(
  of: { platform: Platform; id: string },
  last: Refresh | undefined,
  now: number,
): Refresh {
  const intervalMs = PLATFORMS[of.platform].refreshGrows ? computeXInterval(last) : LIMITS.commentRefreshMs;
  return { ...of, refreshed: now, next: floorToSecond(now) + intervalMs, intervalMs };
}

function computeXInterval(last: Refresh | undefined): number {
  if (last === undefined) return LIMITS.commentRefreshMs;
  return Math.min(last.intervalMs * X_INTERVAL_GROWTH, LONGEST_X_INTERVAL_MS);
}

/**
 * Counts a request of the account's app at X, over all profiles, and returns a failure when its credits are used up
 * or its rate limit is reached. The caller holds the transaction.
 *
 * @param count number of requests, one for each post of a thread; those before the refused one are counted
 * @see docs/service/comments.md#read-status, #COM-18
 */
export function countXRequest(store: Database, now: number, count = 1): NetworkFailure | null {
  const refusal = checkXLimits(store, now);
  if (refusal !== null) return refusal;
  const { xCredits } = readSettings(store);
  store.countAside(() => {
    recordXRequest(store, now);
    if (xCredits !== null) changeSettings(store, { xCredits: xCredits - 1 });
  });
  return count > 1 ? countXRequest(store, now, count - 1) : null;
}

/** The same check without counting. */
export function checkXLimits(store: Database, now: number): NetworkFailure | null {
  const { xCredits, xRateMax } = readSettings(store);
  if (xCredits !== null && xCredits <= 0)
    return { code: 416, message: 'The credits of the X app are used up.' };
  if (xRateMax !== null && countXRequests(store, now) >= xRateMax)
    return { code: 364, message: 'The X app has reached its rate limit.' };
  return null;
}
