import { CommentPlatform } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { SocialPost } from '../store/social-posts.ts';
import type { HandlerContext } from './handler.ts';
import { requireServiceComment } from './require-service-comment.ts';

/** A network to read from. */
export interface LegRequest {
  readonly platform: CommentPlatform;
  /** The network's id of what was idKind for: a post, or a comment. */
  readonly id: string;
  readonly idKind: 'post' | 'comment';
  /** Read the comment itself (default: on LinkedIn, its replies). */
  readonly itself?: true;
  /** The post, or the one above the comment or the reply on X; undefined when it is not the profile's. */
  readonly post: SocialPost | undefined;
}

/**
 * Every network that a post of the service was published on, even if it was deleted there: X then responds without
 * comments, the others do not find it.
 *
 * @throws ServiceFailure 186 when the profile has no such post
 * @see docs/service/comments.md#COM-07, #COM-18, #COM-20
 */
export function findLegsOfPost(id: string, { store, profile }: HandlerContext): readonly LegRequest[] {
  const about = store.posts.find(profile.id, id)?.about;
  if (about === undefined) {
    throw new ServiceFailure(186, { action: 'post', id, message: 'The post id was not found.' });
  }
  const copies = store.posts.listCopies(id);
  const removed = about.removed.filter(({ platform }) => copies.every((copy) => copy.platform !== platform));
  const legs = [
    ...copies.map((post) => ({ platform: post.platform, id: post.id, post })),
    ...removed.map((copy) => ({ ...copy, post: undefined })),
  ];
  return CommentPlatform.options.flatMap((platform) =>
    legs
      .filter((leg) => leg.platform === platform)
      .map((leg) => ({ ...leg, platform, idKind: 'post' as const })),
  );
}

/**
 * A post of the network. On X, a reply by any account is a post too: it is part of the conversation below a post of
 * the profile.
 *
 * @see docs/service/comments.md#x-legs, #COM-17
 */
export function findLegOfSocialPost(
  platform: CommentPlatform,
  id: string,
  context: HandlerContext,
): LegRequest {
  const post = findOwnPost(platform, id, context);
  if (post !== undefined || platform !== 'twitter') return { platform, id, idKind: 'post', post };
  return { ...findLegOfComment(platform, id, context), idKind: 'post' };
}

/**
 * Every network that still has a comment of the service.
 *
 * @param id Service Comment ID
 * @returns null when the profile has no such comment
 * @throws ServiceFailure 186 when it was deleted
 * @see docs/service/general.md#identifiers
 * @see docs/service/comments.md#COM-28
 */
export function findLegsOfServiceComment(id: string, context: HandlerContext): readonly LegRequest[] | null {
  const { store, profile } = context;
  if (store.serviceComments.find(profile.id, id) === undefined) return null;
  return requireServiceComment(id, context).copies.map(({ platform, commentId }) => ({
    ...findLegOfComment(platform, commentId, context),
    itself: true,
  }));
}

export function findLegOfComment(platform: CommentPlatform, id: string, context: HandlerContext): LegRequest {
  const postId = context.store.comments.findPostId(platform, id);
  const post = postId === undefined ? undefined : findOwnPost(platform, postId, context);
  return { platform, id, idKind: 'comment', post };
}

/** Another profile's post counts as missing. */
function findOwnPost(platform: CommentPlatform, id: string, { store, profile }: HandlerContext) {
  const post = store.posts.findSocial(platform, id);
  return post?.profile === profile.id ? post : undefined;
}
