/** Bytes that structure a JSON text. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;

/** Position after the whitespace that JSON allows between tokens. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

/** Position of a string's closing quote. @param from the first byte after its opening quote */
export function findStringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Position after the value that begins at `from`; the value is not validated here. */
export function findValueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findStringEnd(bytes, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return Math.min(at, bytes.length);
}
