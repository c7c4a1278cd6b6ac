import type { Client } from '../../../client/client.ts';
import { listVariables } from '../../../domain/text/fill-variables.ts';
import { fillReplyVariables, REPLY_VARIABLES } from '../../../domain/text/reply-variables.ts';
import { CrierError } from '../../../errors.ts';
import type { CommentPlatform } from '../../../service/platforms.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createRefusal } from '../../framework/input/flags/schema-issues.ts';
import type { WriterNames } from '../../framework/output/reference.ts';
import { createLazy } from '../../framework/output/text/sanitize-text.ts';
import { checkCommentLength } from './comment-writes.ts';
import { readComments } from './read-comments.ts';

/** Whether a reply is another text for each comment. */
export function isReplyTemplate(typed: string): boolean {
  return listVariables(typed).some((name) => REPLY_VARIABLES.has(name));
}

/**
 * Fills a reply for the writer of a comment.
 *
 * @throws CrierError of kind usage (101) for a name that the network does not give; nothing was sent
 */
export function fillReply(typed: string, names: WriterNames): string {
  const { text, missing } = fillReplyVariables(typed, names);
  if (missing === null) return text;
  const message = `the network does not say the ${missing} of the person, for {{${missing}}}`;
  throw createRefusal(message, { code: 101, advice: NOT_SENT });
}

/** A reply's comment, and who wrote it where that is known already. */
interface ReplyComment {
  platform: CommentPlatform | undefined;
  author: WriterNames | undefined;
}

/**
 * Creates the function that fills a reply for each comment, before any is sent. A comment whose writer is not known is read.
 *
 * @returns from it the text, or why the comment cannot get one
 */
export function createReplyFiller(
  typed: string,
  only: readonly CommentPlatform[],
  { service, io }: CommandContext,
): (id: string, comment: ReplyComment) => Promise<string | CrierError> {
  const openClient = createLazy(() => service.client());
  return async (id, { platform, author }) => {
    try {
      const writer = author ?? (await readWriter(await openClient(), { id, platform }));
      const text = fillReply(typed, writer);
      await checkCommentLength(text, platform === undefined ? only : [platform], io);
      return text;
    } catch (error) {
      if (error instanceof CrierError) return error;
      throw error;
    }
  };
}

async function readWriter(
  client: Client,
  { id, platform }: { id: string; platform: CommentPlatform | undefined },
): Promise<WriterNames> {
  if (platform === undefined)
    throw createUnknownWriterError('a Service Comment ID is of a comment of your own');
  const { document } = await readComments(client, { id, platform, comment: true });
  const comment = document.comments.find((each) => each.id === id);
  if (comment === undefined) throw createUnknownWriterError(`the comment ${id} could not be read`);
  return comment.author;
}

function createUnknownWriterError(why: string): CrierError {
  return createRefusal(`{{handle}} and {{name}} cannot be filled: ${why}`, { code: 101, advice: NOT_SENT });
}

const NOT_SENT = 'nothing was sent to this comment; reply to it with a text of its own';
