import { createUsageError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import { getFileLabel } from './file-label.ts';
import { createPositionFinder } from './file-position.ts';
import { formatCodePoint, LOST, NO_TEXT } from './parsed-text.ts';

/**
 * Reads a message from a file. Refuses a binary file, or one in another encoding than UTF-8, so that the
 * published text is what an editor shows.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage
 */
export async function readMessage(path: string, readFile: ReadFile): Promise<string> {
  // editors end a file with a line break, which does not belong to the message
  const text = (await readFile(path)).replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  const [lost, odd] = [text.indexOf(LOST), text.search(NO_TEXT)];
  if (lost < 0 && odd < 0) return text;
  const offset = lost >= 0 ? lost : odd;
  const { line, column } = createPositionFinder(text)(offset);
  throw createUsageError(
    `${getFileLabel(path)}:${line}:${column}: ${lost >= 0 ? 'this is not valid UTF-8' : `a message cannot contain the character ${formatCodePoint(text, offset)}`}`,
    'save the file as plain text in UTF-8',
  );
}
