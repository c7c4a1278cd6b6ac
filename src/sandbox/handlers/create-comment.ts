import { COMMENT_MEDIA_PLATFORMS } from '../../service/endpoints/comment-writes.ts';
import { CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { findLegOfSocialPost } from './comment-legs.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { writeComments } from './write-comments.ts';
import {
  type CommentTargets,
  createNotOfferedFailure,
  findMediaRefusal,
  listWriteTargets,
} from './write-targets.ts';

/** @see docs/service/comments.md#create, #COM-19, #COM-20, #COM-22 */
export const createComment: Handler<'createComment'> = ({ params: { id }, body }, context) => {
  const { comment: text, mediaUrls } = body;
  const { postId, targets } =
    body.searchPlatformId === true ? targetSocialPost(id, body, context) : targetPost(id, body, context);
  return writeComments(
    { id, answeredId: id, text, mediaUrl: mediaUrls?.[0] ?? null, postId, targets },
    context,
  );
};

type CreateCommentBody = HandlerInput<'createComment'>['body'];

/** @throws ServiceFailure 186 when the profile has no such post, or it is on no network */
function targetPost(
  id: string,
  { platforms, mediaUrls }: CreateCommentBody,
  { store, profile }: HandlerContext,
): CommentTargets {
  if (store.posts.find(profile.id, id) === undefined)
    throw createNotFoundFailure(id, 'The post id was not found.');
  const held = store.posts.listCopies(id);
  if (held.length === 0) throw createNotFoundFailure(id, 'The post is on no network.');
  const targets = listWriteTargets({
    id,
    platforms,
    held,
    what: 'post',
    refusal: (platform) =>
      (PLATFORMS[platform].comments.create ? null : createNotOfferedFailure(platform)) ??
      findMediaRefusal(platform, mediaUrls, COMMENT_MEDIA_PLATFORMS),
    open: (post, platform) => ({ platform, id: post.id, idKind: 'post', post, failure: null }),
  });
  return { postId: id, targets };
}

function targetSocialPost(
  id: string,
  { platforms }: CreateCommentBody,
  context: HandlerContext,
): CommentTargets {
  // The schema requires exactly one network here, one that has comments.
  const leg = findLegOfSocialPost(CommentPlatform.parse(platforms?.[0]), id, context);
  return { postId: leg.post?.postId ?? null, targets: [{ ...leg, failure: null }] };
}

/** @see docs/service/comments.md#COM-20 */
function createNotFoundFailure(id: string, message: string): ServiceFailure {
  return new ServiceFailure(186, { action: 'post', id, message });
}
