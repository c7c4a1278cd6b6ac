import { REPLY_MEDIA_PLATFORMS } from '../../service/endpoints/comment-writes.ts';
import { CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import { checkPublished } from '../networks/check-comments-readable.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import { findLegOfComment, type LegRequest } from './comment-legs.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { requireServiceComment } from './require-service-comment.ts';
import { writeComments } from './write-comments.ts';
import type { WriteTarget } from './write-legs.ts';
import {
  type CommentTargets,
  createNotOfferedFailure,
  findMediaRefusal,
  listWriteTargets,
} from './write-targets.ts';

/**
 * Replies to a comment. The `id` of the response is the post's, as for a comment: the Service Post ID, or the Social
 * Post ID of a post that the service did not make.
 *
 * @see docs/service/comments.md#reply, #COM-19, #COM-28
 */
export const replyToComment: Handler<'replyToComment'> = ({ body }, context) => {
  const { commentId: id, comment: text, mediaUrls } = body;
  const { postId, targets } =
    body.searchPlatformId === true ? targetSocialComment(body, context) : targetComment(body, context);
  const answeredId = postId ?? targets.find((target) => target.failure === null)?.post?.id ?? id;
  return writeComments({ id, answeredId, text, mediaUrl: mediaUrls?.[0] ?? null, postId, targets }, context);
};

type ReplyBody = HandlerInput<'replyToComment'>['body'];

/** @throws ServiceFailure 186 when the profile has no such comment, or it is on no network any more */
function targetComment(
  { commentId: id, platforms, mediaUrls }: ReplyBody,
  context: HandlerContext,
): CommentTargets {
  const { postId, copies } = requireServiceComment(id, context);
  const targets = listWriteTargets({
    id,
    platforms,
    held: copies.map(({ platform, commentId }) => ({ platform, id: commentId })),
    what: 'comment',
    refusal: (platform) =>
      (PLATFORMS[platform].comments.reply ? null : createNotOfferedFailure(platform)) ??
      findMediaRefusal(platform, mediaUrls, REPLY_MEDIA_PLATFORMS),
    open: (held, platform) => ({ ...findLegOfComment(platform, held.id, context), failure: null }),
  });
  return { postId, targets };
}

function targetSocialComment(body: ReplyBody, context: HandlerContext): CommentTargets {
  const { commentId: id } = body;
  // The schema requires exactly one network here, one that accepts replies.
  const platform = CommentPlatform.parse(body.platforms?.[0]);
  const leg = findLegOfComment(platform, id, context);
  const failure = findMismatch(leg, body);
  const target: WriteTarget = failure === null ? { ...leg, failure } : { platform, id, failure };
  return { postId: leg.post?.postId ?? null, targets: [target] };
}

/** A video without an id has no comments, and a comment that is identified in two ways must be the same one. */
function findMismatch(
  { platform, id, post }: LegRequest,
  { videoId, commentUrn }: Pick<ReplyBody, 'videoId' | 'commentUrn'>,
): NetworkFailure | null {
  if (platform === 'tiktok' && videoId !== undefined) {
    const isOther = post !== undefined && videoId !== post.id;
    return checkPublished({ platform, id: videoId }) ?? (isOther ? createNotThereFailure(OTHER_VIDEO) : null);
  }
  if (platform !== 'linkedin' || commentUrn === undefined || post === undefined) return null;
  const urn = id.startsWith('urn:') ? id : `urn:li:comment:(${post.id},${id})`;
  return commentUrn === urn ? null : createNotThereFailure(OTHER_URN);
}

const OTHER_VIDEO = 'The TikTok comment does not belong to this videoId.';
const OTHER_URN = 'The LinkedIn comment has another commentUrn.';

function createNotThereFailure(message: string): NetworkFailure {
  return { code: 186, message };
}
