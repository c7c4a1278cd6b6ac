import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import { readWrittenComment } from '../../domain/comments/read-written-comment.ts';
import { CrierError } from '../../errors.ts';
import type { DeletedDocument, WrittenDocument } from '../../service/endpoints/comment-writes.ts';
import { COMMENTING_PLATFORMS, CommentPlatform, REPLYING_PLATFORMS } from '../../service/platforms.ts';
import type { Uses } from '../context/context.ts';
import type { IoPort } from '../context/io.ts';
import { readMessage } from '../files/read-files.ts';
import { describeErrorCode } from '../render/failures.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { defineFlag } from '../shell/flags/flags.ts';
import { createPrintedCommands, type PrintedCommands } from '../shell/printed-commands.ts';
import {
  buildWords,
  isPortable,
  type ShellWords,
  type ShownCommand,
  toFlagWords,
} from '../shell/shell-command.ts';
import type { CommentCall } from './comment-calls.ts';
import { buildWrittenOutcome } from './written-outcome.ts';

/** A comment or reply to send. */
interface CommentSubmission {
  readonly context: Uses<{ service: 'choiceInput' | 'choose'; io: 'programName' }>;
  readonly command: 'create' | 'reply';
  /** Id of the post or comment. */
  readonly id: string;
  /** Words of a command for the same text. */
  readonly retry: RetryText;
  readonly media: string | undefined;
  /** Networks that support it. */
  readonly legal: readonly CommentPlatform[];
  readonly allowPartial: boolean;
  /** Advice for an unknown id. */
  readonly unknown: string;
}

/** Sends a comment or a reply once. @throws CrierError */
export async function sendComment(
  call: CommentCall,
  client: Client,
  sent: CommentSubmission,
): Promise<CommandOutcome> {
  const { command, context, id, legal, allowPartial, unknown } = sent;
  const answer = await call.send(client).catch(explainUnknown(unknown));
  const document = readWrittenComment(answer.body, id, command === 'reply' ? 'reply' : 'comment');
  const print = await createPrintedCommands(context);
  const { commentId, errors } = document;
  return buildWrittenOutcome({
    document,
    serviceCommentId: commentId,
    answer,
    allowPartial,
    heading: commentId === null ? null : `Service Comment ID ${commentId}`,
    empty: 'the response names no network',
    notes: commentId === null ? [] : [SEEN_LATER],
    commands: commentId === null ? [] : listNextCommands(commentId, document.networks, print),
    retry: buildRetryCommands({ errors, retry: buildRetryText(sent), legal }, print),
  });
}

/** The words of the command, without networks. */
function buildRetryText({
  command,
  id,
  retry: { words: textWords, toFile },
  media,
}: CommentSubmission): RetryText {
  const withMedia = media === undefined ? [] : buildWords`--media ${media}`;
  return { words: buildWords`comments ${command} ${id} ${textWords} ${withMedia}`, toFile };
}

const SEEN_LATER =
  'after the next refresh, "comments get --json" includes it (with serviceCommentId in "extra" if the service returns it)';

/** Further commands for a comment, by its Service Comment ID. */
function listNextCommands(
  commentId: string,
  networks: WrittenDocument['networks'],
  print: PrintedCommands,
): readonly ShownCommand[] {
  const takesReplies = networks.some(
    ({ platform, error }) => error === null && REPLYING_PLATFORMS.some((each) => each === platform),
  );
  return [
    ...(takesReplies
      ? [{ lead: 'to reply', line: print.change`comments reply ${commentId} --text "…"` }]
      : []),
    { lead: 'to delete it', line: print.change`comments delete ${commentId}` },
  ];
}

/** A write of which some networks failed. */
interface FailedWrite {
  readonly errors: DeletedDocument['errors'];
  /** The words of a command for the same text, without networks. */
  readonly retry: RetryText;
  /** Networks that support it. */
  readonly legal: readonly CommentPlatform[];
}

/** Builds the command that repeats the write only on the networks that failed; none if a retry cannot help. */
function buildRetryCommands(
  { errors, retry: { words, toFile }, legal }: FailedWrite,
  print: PrintedCommands,
): readonly ShownCommand[] {
  const failed = legal.filter((platform) =>
    errors.some((error) => error.platform === platform && !NOT_RETRYABLE.has(error.code ?? 0)),
  );
  if (failed.length === 0) return [];
  if (!isPortable(words)) return [];
  const only = toFlagWords(failed.map((platform) => ['--only', platform]));
  const lead = `to retry where it failed${toFile === null ? '' : `, with the text in ${toFile}`}`;
  return [{ lead, line: print.change`${words} ${only}` }];
}

/** The network has no such operation, post or comment. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([186, 1415]);

/** Unknown post or comment. */
const UNKNOWN = 186;

/** Replaces the advice for an unknown id: that of the catalogue only applies to posts. */
export function explainUnknown(advice: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN) throw error;
    const { kind, message, facts } = error;
    throw new CrierError(kind, message, { ...facts, meaning: 'no post or comment with this id', advice });
  };
}

/** Where a text comes from. */
interface TextSource {
  readonly text: string | undefined;
  /** `-` for standard input. */
  readonly file: string | undefined;
}

/** Words of a command for the same text. */
interface RetryText {
  readonly words: ShellWords;
  /** The file that the user has to write the text to; null if there is none. */
  readonly toFile: string | null;
}

/** The text to write. */
interface CommentText {
  readonly text: string;
  readonly retry: RetryText;
}

/**
 * Reads the text of a comment from a flag, a file or a prompt.
 *
 * @throws CrierError of kind usage without a text, with two, or with a blank one (101)
 */
export async function readCommentText(
  { text: given, file }: TextSource,
  io: Pick<IoPort, 'readFile' | 'askLine'>,
): Promise<CommentText> {
  const text =
    given ?? (file === undefined ? await io.askLine('Comment') : await readMessage(file, io.readFile));
  if (text === null)
    throw new CrierError('usage', 'the text is missing', {
      ...describeErrorCode(101),
      advice: 'add --text or --file (`-` for standard input)',
    });
  if (text.trim() === '')
    throw new CrierError('usage', 'the text is blank', {
      ...describeErrorCode(101),
      advice: 'add a text',
    });
  return { text, retry: buildTextRetry(text, file) };
}

/** Longer texts are hard to copy from a terminal. */
const LONGEST = 500;
const TEXT_FILE = 'comment.txt';

/** Standard input can only be read once, and a text that shells interpret differently goes to a file. */
function buildTextRetry(text: string, file: string | undefined): RetryText {
  if (file !== undefined && file !== '-') return { words: buildWords`--file ${file}`, toFile: null };
  const flag = buildWords`--text ${text}`;
  return text.length <= LONGEST && isPortable(flag)
    ? { words: flag, toFile: null }
    : { words: buildWords`--file ${TEXT_FILE}`, toFile: TEXT_FILE };
}

/** Text and media of a comment. */
export const TEXT_FLAGS = {
  text: defineFlag(z.string().optional().describe('text of the comment'), {
    placeholder: 'text',
    conflicts: ['file'],
  }),
  file: defineFlag(z.string().optional().describe('read the text from this file (`-` for standard input)'), {
    short: 'f',
    placeholder: 'file',
  }),
  media: defineFlag(z.string().optional().describe('URL of an image or video, on networks that accept one'), {
    placeholder: 'url',
  }),
};

/** Which network an id belongs to. */
export const ID_FLAGS = {
  platform: defineFlag(
    CommentPlatform.optional().describe('network that the id belongs to (default: a service id)'),
    { placeholder: 'network' },
  ),
};

/** Selects some networks of a service id. */
function buildOnlyFlag(legal: readonly CommentPlatform[]) {
  return defineFlag(
    z.array(z.enum(legal)).default([]).describe('only on this network (default: all of the post)'),
    { placeholder: 'network' },
  );
}

export const ONLY_COMMENTING = { only: buildOnlyFlag(COMMENTING_PLATFORMS) };
export const ONLY_REPLYING = { only: buildOnlyFlag(REPLYING_PLATFORMS) };

export const ALLOW_PARTIAL = {
  allowPartial: z.boolean().default(false).describe('exit 0 even if some networks failed'),
};
