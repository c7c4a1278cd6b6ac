/** Why a document cannot be read as a feed. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/**
 * Decodes a document: its encoding is that of its byte order mark, of its response, or as it declares.
 *
 * @throws {FeedError} when it is not in that encoding, or the encoding is unknown
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const label = findByteOrderMark(bytes) ?? findCharset(contentType) ?? findDeclared(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FeedError(
      error instanceof RangeError ? 'is in an unknown encoding' : `is not valid ${label.toLowerCase()}`,
    );
  }
}

const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

function findByteOrderMark(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

function findCharset(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
}

/** An XML declaration is at the start, and ASCII in every encoding without a byte order mark. */
function findDeclared(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}
