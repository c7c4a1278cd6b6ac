import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../secrets.ts';
import { getFileLabel } from './file-label.ts';
import { createPositionFinder } from './file-position.ts';
import { formatCodePoint, LOST, NO_TEXT } from './parsed-text.ts';

/**
 * Reads a message from a file. What goes live must be what its writer sees in an editor: a file that is no text, or
 * one of another alphabet than UTF-8, is refused.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage
 */
export async function readMessage(path: string, readFile: ReadFile): Promise<string> {
  // an editor ends a file with a line break that nobody wants in a message
  const text = (await readFile(path)).replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  const [lost, odd] = [text.indexOf(LOST), text.search(NO_TEXT)];
  if (lost < 0 && odd < 0) return text;
  const offset = lost >= 0 ? lost : odd;
  const { line, column } = createPositionFinder(text)(offset);
  throw createUsageError(
    `${getFileLabel(path)}:${line}:${column}: ${lost >= 0 ? 'a character was lost here' : `a message cannot hold the character ${formatCodePoint(text, offset)}`}`,
    'save the file as text, in UTF-8',
  );
}
