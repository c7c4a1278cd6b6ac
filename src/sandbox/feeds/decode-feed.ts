import { isUtf8 } from 'node:buffer';

/** Why a document cannot be read as a feed. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

export const NO_FEED = 'is neither RSS nor Atom nor a JSON feed';

/**
 * Decodes a document; never fails, because one bad byte or a wrong declaration does not make the other entries
 * unreadable. Bytes that are valid UTF-8 are UTF-8, whatever is declared: a server often declares a default. Other
 * bytes have the encoding that the response or the document declares. Without one, each bad byte of UTF-8 is read by
 * itself.
 *
 * @see docs/decisions/0035-feeds.md
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const utf16 = findUtf16(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  const declared = listDeclared(bytes, contentType);
  // the one encoding whose bytes are all ASCII
  const sevenBit = declared.find((label) => label === 'iso-2022-jp');
  if (sevenBit !== undefined && bytes.includes(ESCAPE)) return new TextDecoder(sevenBit).decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const { repaired, valid, invalid } = repairUtf8(bytes);
  const [legacy] = hasUtf8Mark(bytes) || valid >= invalid ? [] : declared;
  return new TextDecoder(legacy).decode(legacy === undefined ? repaired : bytes);
}

const ESCAPE = 0x1b;

function hasUtf8Mark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** UTF-16 has a byte order mark, or a zero beside the ASCII character with which a document begins. */
function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : null;
}

/** Declared encodings other than Unicode, the best first. The one that servers declare by default comes last. */
function listDeclared(bytes: Uint8Array, contentType: string | null): readonly string[] {
  const charset = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declaration = /<\?xml\b[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  const labels = [charset, declaration].flatMap((label) => normalizeLabel(label) ?? []);
  return labels[0] === 'windows-1252' ? labels.toReversed() : labels;
}

const DECLARATION_BYTES = 1_000;

/** @returns null for UTF-8 and UTF-16, which are recognized by their bytes, and for an unknown encoding */
function normalizeLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') ? null : encoding;
  } catch {
    return null;
  }
}

const WINDOWS_1252 = new TextDecoder('windows-1252');
const REPLACEMENT = [0xef, 0xbf, 0xbd] as const;

/** UTF-8 of the characters that windows-1252 has for single bytes; U+FFFD where it has none. */
const SINGLE_BYTES: readonly Uint8Array[] = Array.from({ length: 256 }, (_none, byte) => {
  const character = WINDOWS_1252.decode(Uint8Array.of(byte));
  return /[\u0080-\u009F]/.test(character)
    ? Uint8Array.from(REPLACEMENT)
    : new TextEncoder().encode(character);
});

/** Longer runs of bad bytes are text in another encoding than windows-1252. */
const LONGEST_RUN = 2;

/**
 * Replaces what is not valid UTF-8. A character that was cut becomes U+FFFD; a single bad byte is a character of
 * windows-1252, as when a text was pasted into a document of another encoding.
 */
function repairUtf8(bytes: Uint8Array): { repaired: Uint8Array; valid: number; invalid: number } {
  const repaired = new Uint8Array(bytes.length * REPLACEMENT.length);
  let size = 0;
  let valid = 0;
  let invalid = 0;
  const put = (part: Uint8Array | readonly number[]) => {
    repaired.set(part, size);
    size += part.length;
  };
  for (let at = 0; at < bytes.length; ) {
    const { length, isValid } = measureSequence(bytes, at);
    if (isValid) {
      put(bytes.subarray(at, at + length));
      if (length > 1) valid += 1;
      at += length;
      continue;
    }
    invalid += 1;
    const run = length > 1 || isCut(bytes, at) ? length : measureRun(bytes, at);
    const isText = run <= LONGEST_RUN && length === 1 && !isCut(bytes, at);
    for (let each = at; each < at + run; each += 1) {
      if (isText) put(SINGLE_BYTES[bytes[each] ?? 0] ?? REPLACEMENT);
      else if (each === at || length === 1) put(REPLACEMENT);
    }
    at += run;
  }
  return { repaired: repaired.subarray(0, size), valid, invalid };
}

/** Single bytes from here on that are no UTF-8. */
function measureRun(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at += 1) {
    const { length, isValid } = measureSequence(bytes, at);
    if (isValid || length > 1) break;
  }
  return at - start;
}

/** The first bytes of most Latin characters; before anything but a letter, the rest of one was cut. */
function isCut(bytes: Uint8Array, at: number): boolean {
  const isLatinLead = bytes[at] === 0xc2 || bytes[at] === 0xc3;
  const next = bytes[at + 1] ?? 0;
  return isLatinLead && next < 0x80 && !/[a-z]/i.test(String.fromCharCode(next));
}

/** By the first byte: how long the sequence is, and which bytes may be second. */
function describeLead(lead: number): { size: number; from: number; to: number } {
  if (lead < 0x80) return { size: 1, from: 0, to: 0 };
  if (lead < 0xc2 || lead > 0xf4) return { size: 0, from: 0, to: 0 };
  if (lead < 0xe0) return { size: 2, from: 0x80, to: 0xbf };
  if (lead < 0xf0) return { size: 3, from: lead === 0xe0 ? 0xa0 : 0x80, to: lead === 0xed ? 0x9f : 0xbf };
  return { size: 4, from: lead === 0xf0 ? 0x90 : 0x80, to: lead === 0xf4 ? 0x8f : 0xbf };
}

/** A character, or the longest part of one. */
function measureSequence(bytes: Uint8Array, at: number): { length: number; isValid: boolean } {
  const { size, from, to } = describeLead(bytes[at] ?? 0);
  if (size <= 1) return { length: 1, isValid: size === 1 };
  const second = bytes[at + 1] ?? 0;
  if (second < from || second > to) return { length: 1, isValid: false };
  for (let length = 2; length < size; length += 1)
    if (((bytes[at + length] ?? 0) & 0xc0) !== 0x80) return { length, isValid: false };
  return { length: size, isValid: true };
}
