import { describeLengthRefusal } from '../../../domain/text/reply-lengths.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  CommentPlatform,
  PLATFORMS,
  REPLY_MEDIA_PLATFORMS,
} from '../../../service/platforms.ts';
import { generateServiceCommentId } from '../../generate-ids.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import { checkCommentsEnabled, checkPublished, type NetworkFailure } from '../../networks/check-account.ts';
import { addOwnComment } from '../../publish/additions.ts';
import { findPost } from '../../store/posts.ts';
import { insertServiceComment } from '../../store/service-comments.ts';
import { listCopies } from '../../store/social-posts.ts';
import type { Handler, HandlerContext, HandlerInput } from '../handler.ts';
import { createOverallFailure, type FailedNetworkLeg, isSome, toLegError } from '../network-legs.ts';
import {
  type CommentTargets,
  createNotOfferedFailure,
  findGoneFailure,
  findLegOfComment,
  findLegOfSocialPost,
  findMediaRefusal,
  type LegRequest,
  listWriteTargets,
  openWrite,
  type ReadyLeg,
  requireServiceComment,
  type WriteTarget,
} from './comment-legs.ts';

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
  if (findPost(store, profile.id, id) === undefined)
    throw createNotFoundFailure(id, 'The post id was not found.');
  const held = listCopies(store, id);
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
  { videoId, commentUrn }: ReplyBody,
): NetworkFailure | null {
  const { replyNeeds } = PLATFORMS[platform].comments;
  if (replyNeeds === 'videoId' && videoId !== undefined) {
    const isOther = post !== undefined && videoId !== post.id;
    return checkPublished({ platform, id: videoId }) ?? (isOther ? createNotThereFailure(OTHER_VIDEO) : null);
  }
  if (replyNeeds !== 'commentUrn' || commentUrn === undefined || post === undefined) return null;
  const urn = id.startsWith('urn:') ? id : `urn:li:comment:(${post.id},${id})`;
  return commentUrn === urn ? null : createNotThereFailure(OTHER_URN);
}

const OTHER_VIDEO = 'The TikTok comment does not belong to this videoId.';
const OTHER_URN = 'The LinkedIn comment has another commentUrn.';

function createNotThereFailure(message: string): NetworkFailure {
  return { code: 186, message };
}

/** A comment to write on some networks. */
interface CommentToWrite {
  /** The requested id, which a failure names. */
  id: string;
  /** The id of the post, which the response names. */
  answeredId: string;
  text: string;
  mediaUrl: string | null;
  targets: readonly WriteTarget[];
  /** The post of the service that the comment is below, if there is one. */
  postId: string | null;
}

/** A network that wrote the comment. */
interface WrittenLeg {
  platform: CommentPlatform;
  /** Social Comment ID. */
  commentId: string;
  /** The comment that it replies to. */
  sourceCommentId: string | null;
  failure: null;
}

/**
 * Writes one comment on every network that accepts it, under one Service Comment ID.
 *
 * @returns the response of the service
 * @throws ServiceFailure when no network accepts it
 * @see docs/service/comments.md#create, #reply, #COM-22
 * @see docs/service/readings.md#U-35
 */
function writeComments(comment: CommentToWrite, context: HandlerContext): object {
  const { store, profile, random } = context;
  const { id, answeredId, postId, text } = comment;
  const opened = comment.targets.map((target) => openWrite(target, context));
  const commentId = generateServiceCommentId(random);
  const legs = store.transaction(() => {
    const all = opened.map((leg) => (leg.failure === null ? writeLeg(leg, comment, context) : leg));
    const copies = all.filter((leg) => leg.failure === null);
    if (isSome(copies)) insertServiceComment(store, { id: commentId, profile: profile.id, postId, copies });
    return all;
  });
  const written = legs.filter((leg) => leg.failure === null);
  const failed = legs.filter((leg) => leg.failure !== null);
  if (!isSome(written) && isSome(failed)) throw createOverallFailure(failed, { id });
  return {
    status: isSome(failed) ? 'partial' : 'success',
    id: answeredId,
    commentId,
    ...Object.fromEntries(written.map((leg) => [leg.platform, toNetworkObject(leg, text)])),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
}

/** The caller holds the transaction. */
function writeLeg(
  leg: ReadyLeg,
  { text, mediaUrl }: CommentToWrite,
  { store, now, random }: HandlerContext,
): WrittenLeg | FailedNetworkLeg {
  const { platform, id, account, post } = leg;
  // another process may have deleted it since
  const failure =
    findGoneFailure(leg, store) ?? checkCommentsEnabled(post) ?? findLengthFailure(platform, text);
  if (failure !== null) return { platform, id, failure };
  const sourceCommentId = leg.idKind === 'comment' ? id : null;
  // A reply on X is a post that can be commented: the comment replyTo it within its conversation.
  const replyTo = sourceCommentId ?? (post.conversationId === id ? null : id);
  const comment = { platform, account, post, replyTo, text, mediaUrl, at: now };
  const commentId = addOwnComment(store, comment, random);
  return { platform, commentId, sourceCommentId, failure: null };
}

/** @see docs/service/limits.md#texts */
function findLengthFailure(platform: CommentPlatform, text: string): NetworkFailure | null {
  const tooLong = describeLengthRefusal(text, { platform, limits: PLATFORMS[platform].comments.limits });
  return tooLong === null ? null : { code: 101, message: `comment: ${tooLong}` };
}

function toNetworkObject({ platform, commentId, sourceCommentId }: WrittenLeg, text: string): object {
  return {
    status: 'success',
    commentId,
    ...(PLATFORMS[platform].comments.replyNeeds === 'commentUrn' && { commentUrn: commentId }),
    comment: text,
    platform,
    ...(sourceCommentId !== null && { sourceCommentId }),
  };
}
