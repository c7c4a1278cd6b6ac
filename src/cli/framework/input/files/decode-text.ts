import { isUtf8 } from 'node:buffer';
import { createUsageError } from '../../../../errors.ts';
import { findLost, LOST } from './parsed-text.ts';

/**
 * Decodes a file: UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes and spreadsheets save it. Bytes
 * that are neither become {@link LOST}, which a U+FFFD of the text does not.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(Buffer.from(bytes));
  if (first === 0xfe && second === 0xff)
    return decodeUtf16(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16(), bytes.length);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return isUtf8(buffer) ? buffer.toString('utf8') : decodeBroken(buffer);
}

/** Halves of surrogate pairs stay, and the texts that contain them are refused. */
function decodeUtf16(bytes: Buffer, length: number = bytes.length): string {
  return bytes.toString('utf16le') + (length % 2 === 0 ? '' : LOST);
}

/** U+FFFD itself in UTF-8, each byte as a character. */
const WRITTEN_REPLACEMENT = '\u00EF\u00BF\u00BD';

function decodeBroken(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split(WRITTEN_REPLACEMENT)
    .map((part) => Buffer.from(part, 'latin1').toString('utf8').replaceAll('\uFFFD', LOST))
    .join('\uFFFD');
}

/**
 * The text of a file without its byte order mark.
 *
 * @param file its name in messages
 * @throws CrierError of kind usage with the place of bytes that are not UTF-8
 */
export function checkDecoded(text: string, file: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const offset = findLost(bare);
  if (offset < 0) return bare;
  throw createUsageError(`${file}:${formatPlace(bare, offset)}: this is not valid UTF-8`, SAVE_AS_UTF8);
}

export const SAVE_AS_UTF8 = 'save the file as plain text in UTF-8';

/** Line and column from 1: `2:14`. */
export function formatPlace(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}
