import { PLATFORMS } from '../../service/platforms.ts';
import { checkCommentsReadable } from '../networks/check-comments-readable.ts';
import { countXRequest } from '../networks/count-x-request.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import type { LegRequest } from './comment-legs.ts';
import type { HandlerContext } from './handler.ts';
import type { FailedNetworkLeg } from './network-legs.ts';

/** A network to write to or delete from; or one that cannot, whatever its state. */
export type WriteTarget = (LegRequest & { readonly failure: null }) | FailedNetworkLeg;

/** A network that will do it. */
export interface ReadyLeg extends LegRequest {
  readonly post: SocialPost;
  readonly account: NetworkAccount;
  readonly failure: null;
}

/**
 * Checks whether one network accepts a write. Each network is called once, and on X that counts as a request.
 *
 * @see docs/service/comments.md#read-status, #write, #COM-18, #COM-19, #COM-21
 */
export function openWrite(target: WriteTarget, context: HandlerContext): ReadyLeg | FailedNetworkLeg {
  if (target.failure !== null) return target;
  const { store, profile, xPair, now } = context;
  const { platform, id, post } = target;
  const account = store.accounts.findLinked(profile.id, platform);
  const failure =
    context.findInjectedFailure(platform) ??
    checkCommentsReadable({ ...target, account, xPair, now }) ??
    findGoneFailure(target, store) ??
    (platform === 'twitter' ? store.transaction(() => countXRequest(store, now)) : null);
  if (failure !== null) return { platform, id, failure };
  if (account === undefined || post === undefined) throw new Error(`${platform} writes without an account`);
  return { ...target, account, post };
}

/**
 * Fails when the object to comment on, reply to or delete does not exist. On X as well: it shows a deleted post as
 * one without comments, but accepts no comments for it.
 */
export function findGoneFailure(
  { platform, id, idKind, post }: LegRequest,
  { comments, posts }: Store,
): NetworkFailure | null {
  const isComment = idKind === 'comment' || post?.conversationId !== id;
  const isThere =
    post !== undefined &&
    posts.findSocial(platform, post.id) !== undefined &&
    (!isComment || comments.findPostId(platform, id) !== undefined);
  if (isThere) return null;
  return { code: 186, message: `The ${PLATFORMS[platform].name} ${idKind} id was not found.` };
}
