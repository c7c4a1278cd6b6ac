import { readDeletedComments, readWrittenComment } from '../../../../domain/comments/read-written-comment.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { describeLengthRefusal } from '../../../../domain/text/reply-lengths.ts';
import { CrierError } from '../../../../errors.ts';
import { CommentPlatform, PLATFORMS } from '../../../../service/platforms.ts';
import type { Uses } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readPublicText } from '../../../framework/input/files/check-text.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { describeErrorCode } from '../../../framework/output/failures.ts';
import type { CommandText } from '../../../framework/output/text/shell-command.ts';
import type { Dialect } from '../../../framework/settings/settings.ts';
import type { Comment } from '../comment.ts';
import {
  buildDeleteCall,
  buildReplyCall,
  type CommentCall,
  refuseDeletion,
  refuseReply,
} from '../comment-writes.ts';
import { createWriteFailure } from '../send-comment.ts';
import type { Owner } from './triage-owners.ts';

/** What a reply is sent with. */
interface ReplyingParts {
  owner: Pick<Owner, 'openClient' | 'words'>;
  ports: Uses<{ service: 'choiceInput' | 'choose'; io: 'programName' }>;
}

/**
 * Builds the request of a reply to a comment, by its id on the network.
 *
 * @throws CrierError when the network does not support it, or what it needs is not known; nothing was sent
 * @see docs/service/comments.md#reply
 */
export function buildReply({ platform, id, extra }: Comment, written: string): CommentCall {
  const text = readPublicText(written);
  const known = CommentPlatform.safeParse(platform).data;
  if (known === undefined || id === null)
    throw new CrierError('usage', `a comment on ${getNetworkName(platform)} cannot be replied to here`);
  const { replyNeeds } = PLATFORMS[known].comments;
  const videoId = replyNeeds === 'videoId' ? readText(extra, 'videoId') : undefined;
  const ownUrn = id.startsWith('urn:li:comment:') ? id : undefined;
  const commentUrn = replyNeeds === 'commentUrn' ? (readText(extra, 'commentUrn') ?? ownUrn) : undefined;
  refuseReply({ id, platform: known, only: [], media: undefined, videoId, commentUrn });
  const tooLong = describeLengthRefusal(text, { platform: known, limits: PLATFORMS[known].comments.limits });
  if (tooLong !== null) throw new CrierError('usage', `${getNetworkName(known)}: the text ${tooLong}`);
  return buildReplyCall({
    commentId: id,
    comment: text,
    searchPlatformId: true,
    platforms: [known],
    ...(videoId !== undefined && { videoId }),
    ...(commentUrn !== undefined && { commentUrn }),
  });
}

function readText(extra: Comment['extra'], name: string): string | undefined {
  const value = getField(extra, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A reply that was sent. */
export interface SentReply {
  /** The command that deletes it; null when the service did not tell its id. */
  readonly deletion: CommandText | null;
}

/** Sends a reply once. @throws CrierError when it was not written */
export async function sendReply(
  comment: Comment,
  text: string,
  { owner, ports }: ReplyingParts,
): Promise<SentReply> {
  const { body } = await buildReply(comment, text).send(await owner.openClient());
  const { status, errors, commentId } = readWrittenComment(body, comment.id ?? '', 'reply');
  if (status === 'error') throw createWriteFailure(errors);
  if (commentId === null) return { deletion: null };
  const print = await createPrintedCommands(ports);
  return { deletion: print.change`comments delete ${commentId} ${owner.words}` };
}

/**
 * Builds the request that deletes a comment of another person.
 *
 * @throws CrierError when the network does not support it; nothing was sent
 * @see docs/service/comments.md#delete
 */
export function buildDeletion({ platform, id }: Comment, dialect: Dialect): CommentCall {
  const known = CommentPlatform.safeParse(platform).data;
  const name = getNetworkName(platform);
  if (known === undefined || id === null)
    throw new CrierError('usage', `a comment on ${name} cannot be deleted here`);
  if (PLATFORMS[known].comments.removesOwnOnly)
    throw new CrierError(
      'usage',
      `on ${name}, only your own comments can be deleted`,
      describeErrorCode(328),
    );
  refuseDeletion(id, known);
  return buildDeleteCall(dialect, { id, searchPlatformId: true, platform: known });
}

/** Deletes a comment once. @throws CrierError when it was not deleted */
export async function deleteComment(comment: Comment, owner: Owner): Promise<void> {
  const { body } = await buildDeletion(comment, owner.dialect).send(await owner.openClient());
  const { status, errors } = readDeletedComments(body);
  if (status === 'error') throw createWriteFailure(errors);
}
