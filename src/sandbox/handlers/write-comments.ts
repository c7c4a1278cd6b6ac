import type { CommentPlatform } from '../../service/platforms.ts';
import { generateServiceCommentId } from '../generate-ids.ts';
import { checkCommentsEnabled } from '../networks/check-comments-enabled.ts';
import { addOwnComment } from '../networks/own-comment.ts';
import type { HandlerContext } from './handler.ts';
import { createOverallFailure, type FailedNetworkLeg, isSome, toLegError } from './network-legs.ts';
import { findGoneFailure, openWrite, type ReadyLeg, type WriteTarget } from './write-legs.ts';

/** A comment to write on some networks. */
interface CommentToWrite {
  /** The requested id, which a failure names. */
  readonly id: string;
  /** The id of the post, which the response names. */
  readonly answeredId: string;
  readonly text: string;
  readonly mediaUrl: string | null;
  readonly targets: readonly WriteTarget[];
  /** The post of the service that the comment is below, if there is one. */
  readonly postId: string | null;
}

/** A network that wrote the comment. */
interface WrittenLeg {
  readonly platform: CommentPlatform;
  /** Social Comment ID. */
  readonly commentId: string;
  /** The comment that it replies to. */
  readonly sourceCommentId: string | null;
  readonly failure: null;
}

/**
 * Writes one comment on every network that accepts it, under one Service Comment ID.
 *
 * @returns the response of the service
 * @throws ServiceFailure when no network accepts it
 * @see docs/service/comments.md#create, #reply, #COM-22
 * @see docs/service/readings.md#U-35
 */
export function writeComments(comment: CommentToWrite, context: HandlerContext): object {
  const { store, profile, random } = context;
  const { id, answeredId, postId, text } = comment;
  const opened = comment.targets.map((target) => openWrite(target, context));
  const commentId = generateServiceCommentId(random);
  const legs = store.transaction(() => {
    const all = opened.map((leg) => (leg.failure === null ? writeLeg(leg, comment, context) : leg));
    const copies = all.filter((leg) => leg.failure === null);
    if (isSome(copies)) store.serviceComments.add({ id: commentId, profile: profile.id, postId, copies });
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
  const failure = findGoneFailure(leg, store) ?? checkCommentsEnabled(post);
  if (failure !== null) return { platform, id, failure };
  const sourceCommentId = leg.idKind === 'comment' ? id : null;
  // A reply on X is a post that can be commented: the comment replyTo it within its conversation.
  const replyTo = sourceCommentId ?? (post.conversationId === id ? null : id);
  const comment = { platform, account, post, replyTo, text, mediaUrl, at: now };
  const commentId = addOwnComment(store, comment, random);
  return { platform, commentId, sourceCommentId, failure: null };
}

function toNetworkObject({ platform, commentId, sourceCommentId }: WrittenLeg, text: string): object {
  return {
    status: 'success',
    commentId,
    ...(platform === 'linkedin' && { commentUrn: commentId }),
    comment: text,
    platform,
    ...(sourceCommentId !== null && { sourceCommentId }),
  };
}
