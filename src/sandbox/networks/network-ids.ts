import type { CommentPlatform, Platform } from '../../service/platforms.ts';
import { ALPHANUMERIC, DIGITS, generateRandomText, type Random } from '../generate-ids.ts';
import type { NetworkAccount } from '../store/profiles.ts';

/** Draws random characters of an alphabet. */
type LetterSource = (alphabet: string, length: number) => string;

/** Format of each network's post ids. */
const POST_IDS: Readonly<Record<Platform, (letters: LetterSource, account: NetworkAccount) => string>> = {
  bluesky: (letters, { id }) => `at://${id}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
  facebook: (letters, { id }) => `${id}_7${letters(DIGITS, 14)}`,
  gmb: (letters, { id }) => `${id}/localPosts/${letters(DIGITS, 19)}`,
  instagram: (letters) => `18${letters(DIGITS, 15)}`,
  linkedin: (letters) => `urn:li:activity:73${letters(DIGITS, 17)}`,
  pinterest: (letters) => `7${letters(DIGITS, 17)}`,
  reddit: (letters) => `t3_1${letters(BASE_36, 6)}`,
  snapchat: (letters) => `W7_${letters(ALPHANUMERIC, 40)}`,
  telegram: (letters) => `1${letters(DIGITS, 9)}`,
  threads: (letters) => `180${letters(DIGITS, 14)}`,
  tiktok: (letters) => `74${letters(DIGITS, 17)}`,
  twitter: (letters) => `19${letters(DIGITS, 17)}`,
  whatsapp: (letters) => `wamid.${letters(ALPHANUMERIC, 32)}`,
  youtube: (letters) => letters(`${ALPHANUMERIC}-_`, 11),
};

/** A random id in the network's format. */
export function createSocialPostId(platform: Platform, account: NetworkAccount, random: Random): string {
  return POST_IDS[platform]((alphabet, length) => generateRandomText(random, alphabet, length), account);
}

/** What a network includes in the id of a new comment. */
interface CommentIdContext {
  /** The network's id of the author's account. */
  accountId: string;
  /** Social Post ID. */
  postId: string;
  /** The parent comment; null for a comment on the post. */
  parentId: string | null;
}

/** Format of each network's comment ids. */
const COMMENT_IDS: Readonly<
  Record<CommentPlatform, (letters: LetterSource, place: CommentIdContext) => string>
> = {
  bluesky: (letters, { accountId }) => `at://${accountId}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
  facebook: (letters, { postId }) => `${postId.split('_').at(-1)}_${letters(DIGITS, 15)}`,
  instagram: (letters) => `18${letters(DIGITS, 15)}`,
  linkedin: (letters, { postId }) => `urn:li:comment:(${postId},7${letters(DIGITS, 18)})`,
  reddit: (letters) => `t1_m${letters(BASE_36, 6)}`,
  threads: (letters) => `180${letters(DIGITS, 14)}`,
  tiktok: (letters) => `74${letters(DIGITS, 17)}`,
  twitter: (letters) => `19${letters(DIGITS, 17)}`,
  youtube: (letters, { parentId }) =>
    parentId === null
      ? `Ugw${letters(`${ALPHANUMERIC}-_`, 16)}4AaABAg`
      : `${parentId.split('.', 1)[0]}.${letters(`${ALPHANUMERIC}-_`, 22)}`,
};

/** A random id in the network's format. */
export function createSocialCommentId(
  platform: CommentPlatform,
  place: CommentIdContext,
  random: Random,
): string {
  return COMMENT_IDS[platform]((alphabet, length) => generateRandomText(random, alphabet, length), place);
}

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE_36 = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;

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

/** URL of a post on its network; not served. */
export function buildPostUrl(platform: Platform, id: string): string {
  return `https://${platform}.example/p/${encodeURIComponent(id)}`;
}
