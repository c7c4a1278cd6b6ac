import { CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { readMessage } from '../files/read-message.ts';
import { buildWords, isPortable, type ShellWords } from '../shell-command.ts';

/** Where a text comes from. */
export interface TextSource {
  readonly text: string | undefined;
  /** `-` for standard input. */
  readonly file: string | undefined;
}

/** How a command line says the same once more. */
export interface RetryText {
  readonly words: ShellWords;
  /** The file that a person has to write the text into first; null for none. */
  readonly toFile: string | null;
}

/** What is to be written. */
export interface CommentText {
  readonly text: string;
  readonly retry: RetryText;
}

/**
 * The text of a comment: by flag, from a file, or typed by a person who is asked for it.
 *
 * @throws CrierError of kind usage when there is none, there are two, or it is blank (101)
 */
export async function readCommentText(
  { text: given, file }: TextSource,
  { readFile, askLine }: Pick<CommandContext, 'readFile' | 'askLine'>,
): Promise<CommentText> {
  if (given !== undefined && file !== undefined)
    throw createUsageError('--text and --file both say what to write', 'give one of them');
  const text =
    given ?? (file === undefined ? await askLine('What to write') : await readMessage(file, readFile));
  if (text === null)
    throw new CrierError('usage', 'it is not said what to write', {
      ...describeErrorCode(101),
      advice: 'add --text, or --file with a file, - for standard input',
    });
  if (text.trim() === '')
    throw new CrierError('usage', 'what to write is blank', {
      ...describeErrorCode(101),
      advice: 'write something',
    });
  return { text, retry: buildRetryText(text, file) };
}

/** A longer text is hard to copy from a terminal. */
const LONGEST = 500;
const TEXT_FILE = 'comment.txt';

/** Standard input is read once, and a text that shells read differently goes into a file. */
function buildRetryText(text: string, file: string | undefined): RetryText {
  if (file !== undefined && file !== '-') return { words: buildWords`--file ${file}`, toFile: null };
  const flag = buildWords`--text ${text}`;
  return text.length <= LONGEST && isPortable(flag)
    ? { words: flag, toFile: null }
    : { words: buildWords`--file ${TEXT_FILE}`, toFile: TEXT_FILE };
}
