import { CrierError, usageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { readMessage } from '../files/read-message.ts';
import { foreseen } from '../foreseen.ts';
import { safeText } from '../render/safe-text.ts';

/** Where a text comes from. */
export interface TextSource {
  readonly text: string | undefined;
  /** `-` for standard input. */
  readonly file: string | undefined;
}

/** What is to be written, and the words of a command line that say the same. */
export interface CommentText {
  readonly text: string;
  readonly words: readonly string[];
}

/**
 * The text of a comment: by flag, from a file, or typed by a person who is asked for it.
 *
 * @throws CrierError of kind usage when there is none, there are two, or it is blank (101)
 */
export async function commentText(
  { text: given, file }: TextSource,
  { readFile, askLine }: Pick<CommandContext, 'readFile' | 'askLine'>,
): Promise<CommentText> {
  if (given !== undefined && file !== undefined)
    throw usageError('--text and --file both say what to write', 'give one of them');
  const text =
    given ?? (file === undefined ? await askLine('What to write') : await readMessage(file, readFile));
  if (text === null)
    throw new CrierError('usage', 'it is not said what to write', {
      ...foreseen(101),
      advice: 'add --text, or --file with a file, - for standard input',
    });
  if (text.trim() === '')
    throw new CrierError('usage', 'what to write is blank', { ...foreseen(101), advice: 'write something' });
  return { text, words: wordsOf(text, file) };
}

/** Only what a terminal shows as it is can be copied from it. */
function wordsOf(text: string, file: string | undefined): readonly string[] {
  if (file !== undefined) return ['--file', file];
  return safeText(text) === text ? ['--text', text] : ['--file', '-'];
}
