import { ASSUMED } from '../../facts/assumed.ts';
import { type CommentPlatform, PLATFORMS } from '../../facts/platforms.ts';
import type { Account } from '../store/accounts.ts';
import type { SocialPost } from '../store/posts.ts';
import type { XPairSent } from '../x-pair-sent.ts';

/** Why a network did not give its comments. */
export interface LegFailure {
  readonly code: number;
  readonly message: string;
  readonly relink?: true;
}

/** What decides whether one network gives its comments. */
export interface LegState {
  readonly platform: CommentPlatform;
  /** What the profile has linked there. */
  readonly account: Account | undefined;
  /** The network's id of what was asked for; on tiktok also `pending` or `failed`. */
  readonly id: string;
  /** The profile's post of that id; undefined when it has none. */
  readonly post: SocialPost | undefined;
  /** What was asked for. */
  readonly asked: 'post' | 'comment';
  readonly xPair: XPairSent;
  readonly now: number;
}

/**
 * Says why a network does not give its comments, if it does not.
 *
 * @see service.md, GET /comments/{id}, rules 5 to 7; undescribed.md 1.2; rules COM-18, COM-19, COM-21
 */
export function legFailure(state: LegState): LegFailure | null {
  return unpublished(state) ?? unauthorized(state) ?? unknown(state) ?? expired(state);
}

const TIKTOK_STATES = new Map([
  ['pending', 'The TikTok post is still being processed.'],
  ['failed', 'The TikTok post was not published.'],
]);

function unpublished({ platform, id }: LegState): LegFailure | null {
  const message = platform === 'tiktok' ? TIKTOK_STATES.get(id) : undefined;
  return message === undefined ? null : { code: 288, message };
}

function unauthorized({ platform, account, xPair }: LegState): LegFailure | null {
  const { name } = PLATFORMS[platform];
  const onX = platform === 'twitter';
  if (onX && xPair === 'none') return { code: 419, message: 'The X API key and secret headers are missing.' };
  if (account === undefined) return { code: 156, message: `No ${name} account is linked.` };
  if (onX && xPair === 'foreign') {
    return {
      code: 272,
      message: 'The X API key belongs to another app than the one the account was linked with.',
    };
  }
  if (account.token === 'ok') return null;
  return onX
    ? { code: 272, message: 'X does not accept the authorization of the account.' }
    : { code: 161, message: `The authorization for ${name} has expired or was revoked.`, relink: true };
}

/** X answers with nothing for a post that is gone, and not with an error. @see rule COM-18 */
function unknown({ platform, post, asked }: LegState): LegFailure | null {
  if (post !== undefined || platform === 'twitter') return null;
  return { code: 186, message: `The ${PLATFORMS[platform].name} ${asked} id was not found.` };
}

function expired({ platform, post, now }: LegState): LegFailure | null {
  if (post?.kind !== 'story' || now - post.created < ASSUMED.storyLifetimeMs) return null;
  return { code: 485, message: `The comments of this ${PLATFORMS[platform].name} story have expired.` };
}
