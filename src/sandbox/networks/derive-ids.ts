import { ALPHANUMERIC, DIGITS } from '../generate-ids.ts';

export const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
export const BASE_36 = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;

/** A short code as used in URLs, derived from the name. */
export function deriveShortcode(name: string): string {
  return deriveLetters(name, ALPHANUMERIC, 11);
}

/** An integer below `limit`, derived from the name. */
export function deriveNumber(name: string, limit: number): number {
  return hashName(name, 0) % limit;
}

export function deriveLetters(name: string, alphabet: string, length: number): string {
  return Array.from({ length }, (_, place) => alphabet.charAt(hashName(name, place) % alphabet.length)).join(
    '',
  );
}

/** FNV-1a over the name and the position, 32 bits, with a final mix so that similar names differ. */
function hashName(name: string, place: number): number {
  let hash = 0x811c9dc5 ^ (place * 0x9e3779b1);
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
