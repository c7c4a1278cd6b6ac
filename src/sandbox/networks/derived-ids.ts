import type { Platform } from '../../service/platforms.ts';

export const DIGITS = '0123456789';
export const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
export const BASE_36 = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Format of each network's user and page ids. */
const USER_IDS: Readonly<Record<Platform, (name: string) => string>> = {
  bluesky: (name) => `did:plc:${deriveLetters(name, BASE_32, 24)}`,
  facebook: (name) => `10${deriveLetters(name, DIGITS, 13)}`,
  gmb: (name) => `accounts/1${deriveLetters(name, DIGITS, 20)}`,
  instagram: (name) => `178414${deriveLetters(name, DIGITS, 11)}`,
  linkedin: (name) => `urn:li:person:${deriveLetters(name, ALPHANUMERIC, 10)}`,
  pinterest: (name) => `7${deriveLetters(name, DIGITS, 17)}`,
  reddit: (name) => `t2_${deriveLetters(name, BASE_36, 8)}`,
  snapchat: (name) => deriveLetters(name, ALPHANUMERIC, 20),
  telegram: (name) => `-100${deriveLetters(name, DIGITS, 10)}`,
  threads: (name) => `2${deriveLetters(name, DIGITS, 16)}`,
  tiktok: (name) => `6${deriveLetters(name, DIGITS, 18)}`,
  twitter: (name) => `1${deriveLetters(name, DIGITS, 18)}`,
  whatsapp: (name) => `1${deriveLetters(name, DIGITS, 14)}`,
  youtube: (name) => `UC${deriveLetters(name, ALPHANUMERIC, 22)}`,
};

/** An id in the network's format, derived from the handle. */
export function deriveUserId(platform: Platform, handle: string): string {
  return USER_IDS[platform](`${platform}/${handle}`);
}

/** A short code as used in URLs, derived from the name. */
export function deriveShortcode(name: string): string {
  return deriveLetters(name, ALPHANUMERIC, 11);
}

/** An integer below `limit`, derived from the name. */
export function deriveNumber(name: string, limit: number): number {
  return hashName(name, 0) % limit;
}

function deriveLetters(name: string, alphabet: string, length: number): string {
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
