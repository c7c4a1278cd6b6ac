import * as z from 'zod';
import { CrierError } from '../../errors.ts';
import { COMMENTING_PLATFORMS, CommentPlatform, REPLYING_PLATFORMS } from '../../service/platforms.ts';
import type { CommandContext } from '../context/context.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { readMessage } from '../files/read-files.ts';
import { defineFlag } from '../shell/flags/flags.ts';
import { buildWords, isPortable, type ShellWords } from '../shell/shell-command.ts';

/** Where a text comes from. */
interface TextSource {
  readonly text: string | undefined;
  /** `-` for standard input. */
  readonly file: string | undefined;
}

/** Words of a command for the same text. */
export interface RetryText {
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
  { readFile, askLine }: Pick<CommandContext, 'readFile' | 'askLine'>,
): Promise<CommentText> {
  const text = given ?? (file === undefined ? await askLine('Comment') : await readMessage(file, readFile));
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
  return { text, retry: buildRetryText(text, file) };
}

/** Longer texts are hard to copy from a terminal. */
const LONGEST = 500;
const TEXT_FILE = 'comment.txt';

/** Standard input can only be read once, and a text that shells interpret differently goes to a file. */
function buildRetryText(text: string, file: string | undefined): RetryText {
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
