import { ASSUMED } from '../../service/assumed.ts';
import { type CommentPlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { XPairSent } from '../store/keys.ts';
import type { SocialPost } from '../store/social-posts.ts';

/** What decides whether a network accepts requests of a profile. */
interface AccountUse {
  readonly platform: Platform;
  /** The profile's linked account. */
  readonly account: NetworkAccount | undefined;
  readonly xPair: XPairSent;
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
  const { name } = PLATFORMS[platform];
  if (platform === 'twitter' && xPair === 'none')
    return { code: 419, message: 'The X API key and secret headers are missing.' };
  if (account === undefined) return { code: 156, message: `No ${name} account is linked.` };
  if (platform === 'twitter') return checkXAccount(account, xPair) ?? checkVerification(account, name);
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
  readonly platform: CommentPlatform;
  /** The network's id from the request; on TikTok also `pending` or `failed`. */
  readonly id: string;
  /** The profile's post with that id; undefined when there is none. */
  readonly post: SocialPost | undefined;
  /** Whether the id is that of a post or of a comment. */
  readonly idKind: 'post' | 'comment';
  readonly now: number;
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
export function checkPublished({
  platform,
  id,
}: Pick<CommentSource, 'platform' | 'id'>): NetworkFailure | null {
  const message = platform === 'tiktok' ? TIKTOK_STATES.get(id) : undefined;
  return message === undefined ? null : { code: 288, message };
}

/** For a deleted post X returns an empty list, not an error. @see docs/service/comments.md#COM-18 */
function checkFound({ platform, post, idKind }: CommentSource): NetworkFailure | null {
  if (post !== undefined || platform === 'twitter') return null;
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
export function checkCommentsEnabled({
  platform,
  about,
}: Pick<SocialPost, 'platform' | 'about'>): NetworkFailure | null {
  if (about.commentsDisabled !== true) return null;
  return { code: 1415, message: `Comments are disabled on this ${PLATFORMS[platform].name} post.` };
}
