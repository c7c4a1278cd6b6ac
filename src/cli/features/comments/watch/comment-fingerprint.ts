import { createHash } from 'node:crypto';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import type { Comment } from '../comment.ts';

/** Fields of a comment that can change, as named in events, in the order of their hashes in a fingerprint. */
const FIELDS = ['parentId', 'author', 'text', 'createdAt', 'url', 'extra', 'likes', 'replyCount'] as const;
/** Counts; the counts in `extra` have a hash of their own, at the end. */
const COUNTS: readonly string[] = ['likes', 'replyCount'];
const HASH_COUNT = FIELDS.length + 1;
/** 48 bits in base64: a hash collision hides one change in 3e14. */
const HASH_LENGTH = 8;

/** Format of a fingerprint. */
export const FINGERPRINT_PATTERN = new RegExp(`^[\\w-]{${HASH_COUNT * HASH_LENGTH}}$`);

/**
 * Computes a short hash of each field of a comment, by which it can be recognized and changes detected without
 * storing its text. Hashes are salted with the key, so that equal texts of two people differ.
 *
 * Query strings of URLs in `author` and `extra` are ignored: networks sign image URLs again for each response.
 *
 * @param key unique key of the comment
 */
export function computeCommentFingerprint(key: string, comment: Comment): string {
  const { author, extra } = comment;
  const values = FIELDS.map((name) => {
    if (name === 'author') return normalizeUrls({ ...author, isMe: undefined }); // of this machine, not of the comment
    return name === 'extra' ? normalizeUrls(removeCounts(extra)) : comment[name];
  });
  return [...values, extractCounts(extra)]
    .map((value, at) => computeShortHash(JSON.stringify([key, at, value]), HASH_LENGTH))
    .join('');
}

/**
 * Returns the fields that differ between two fingerprints of a comment.
 *
 * @param includes `counts` if likes, replies and other counts are included
 */
export function findChangedFields(
  before: string,
  after: string,
  { counts }: { counts: boolean },
): readonly string[] {
  const differs = (at: number) => getFieldHash(before, at) !== getFieldHash(after, at);
  const changed = FIELDS.filter((name, at) => differs(at) && (counts || !COUNTS.includes(name)));
  const isCounted = counts && differs(FIELDS.length) && !changed.includes('extra');
  return isCounted ? [...changed, 'extra'] : changed;
}

function getFieldHash(print: string, at: number): string {
  return print.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
}

/** @param length characters of base64url */
export function computeShortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/** Numbers are counts; `hasReplies` tells whether such a count is above zero. */
function isCount(name: string, value: unknown): boolean {
  return typeof value === 'number' || name === 'hasReplies';
}

function removeCounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeCounts);
  if (!isRecord(value)) return value;
  const kept = sortEntries(value).filter(([name, each]) => !isCount(name, each));
  return kept.map(([name, each]) => [name, removeCounts(each)]);
}

function extractCounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extractCounts);
  if (!isRecord(value)) return null;
  return sortEntries(value).flatMap(([name, each]) => {
    if (isCount(name, each)) return [[name, each]];
    return typeof each === 'object' && each !== null ? [[name, extractCounts(each)]] : [];
  });
}

/** The order of an object's members is not significant. */
function sortEntries(record: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

function normalizeUrls(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? value.replace(/[?#].*$/s, '') : value;
  if (Array.isArray(value)) return value.map(normalizeUrls);
  return isRecord(value) ? sortEntries(value).map(([name, each]) => [name, normalizeUrls(each)]) : value;
}
