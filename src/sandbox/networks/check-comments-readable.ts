import { ASSUMED } from '../../facts/assumed.ts';
import { type CommentPlatform, PLATFORMS } from '../../facts/platforms.ts';
import type { SocialPost } from '../store/social-posts.ts';
import { type AccountUse, checkAccount } from './check-account.ts';
import type { NetworkFailure } from './network-failure.ts';

/** What decides whether one network gives its comments. */
export interface CommentSource extends AccountUse {
  readonly platform: CommentPlatform;
  /** The network's id of what was asked for; on tiktok also `pending` or `failed`. */
  readonly id: string;
  /** The profile's post of that id; undefined when it has none. */
  readonly post: SocialPost | undefined;
  /** What was asked for. */
  readonly idKind: 'post' | 'comment';
  readonly now: number;
}

/**
 * Says why a network does not give its comments, if it does not.
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

/** tiktok alone has posts without an id. @see docs/service/comments.md#COM-19 */
export function checkPublished({
  platform,
  id,
}: Pick<CommentSource, 'platform' | 'id'>): NetworkFailure | null {
  const message = platform === 'tiktok' ? TIKTOK_STATES.get(id) : undefined;
  return message === undefined ? null : { code: 288, message };
}

/**
 * X answers with nothing for a post that is gone, and not with an error.
 *
 * @see docs/service/comments.md#COM-18
 */
function checkFound({ platform, post, idKind }: CommentSource): NetworkFailure | null {
  if (post !== undefined || platform === 'twitter') return null;
  return { code: 186, message: `The ${PLATFORMS[platform].name} ${idKind} id was not found.` };
}

function checkExpiry({ platform, post, now }: CommentSource): NetworkFailure | null {
  if (post?.kind !== 'story' || now - post.created < ASSUMED.storyLifetimeMs) return null;
  return { code: 485, message: `The comments of this ${PLATFORMS[platform].name} story have expired.` };
}
