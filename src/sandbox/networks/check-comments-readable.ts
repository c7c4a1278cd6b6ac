import { ASSUMED } from '../../service/assumed.ts';
import { type CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import type { SocialPost } from '../store/social-posts.ts';
import { type AccountUse, checkAccount } from './check-account.ts';
import type { NetworkFailure } from './network-failure.ts';

/** What decides whether a network returns its comments. */
export interface CommentSource extends AccountUse {
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
