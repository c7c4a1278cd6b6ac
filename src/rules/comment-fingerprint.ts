import { createHash } from 'node:crypto';
import type { Comment } from '../facts/comment.ts';
import { isRecord } from './loose-record.ts';

/** Fields of a comment that can change, as an event names them, in the order of their marks in a print. */
const FIELDS = ['parentId', 'author', 'text', 'createdAt', 'url', 'extra', 'likes', 'replyCount'] as const;
/** Those that are counts; of `extra`, its own counts have a mark of their own behind all others. */
const COUNTS: readonly string[] = ['likes', 'replyCount'];
const HASH_COUNT = FIELDS.length + 1;
/** 48 bits in base64: that one mark hides a change happens once in 3e14 changes. */
const HASH_LENGTH = 8;

/** What a print looks like. */
export const FINGERPRINT_PATTERN = new RegExp(`^[\\w-]{${HASH_COUNT * HASH_LENGTH}}$`);

/**
 * What can be kept of a comment to know it again and see what changed, without keeping a word of it: a short hash of
 * each field. Text that two people wrote alike has different hashes.
 *
 * Of the addresses in `author` and `extra` the query does not count: networks sign those of pictures anew each time.
 *
 * @param key tells the comment from others
 */
export function computeCommentFingerprint(key: string, comment: Comment): string {
  const { author, extra } = comment;
  const values = FIELDS.map((name) => {
    if (name === 'author') return normalizeUrls(author);
    return name === 'extra' ? normalizeUrls(removeCounts(extra)) : comment[name];
  });
  return [...values, extractCounts(extra)]
    .map((value, at) => computeShortHash(JSON.stringify([key, at, value]), HASH_LENGTH))
    .join('');
}

/**
 * The fields that differ between two prints of one comment.
 *
 * @param includes `counts` when likes, replies and the like are wanted, too
 */
export function findChangedFields(
  before: string,
  after: string,
  { counts }: { readonly counts: boolean },
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

/** Numbers count something, and `hasReplies` is whether such a number is above zero. */
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

/** The order in which a service names the members of an object says nothing. */
function sortEntries(record: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

function normalizeUrls(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? value.replace(/[?#].*$/s, '') : value;
  if (Array.isArray(value)) return value.map(normalizeUrls);
  return isRecord(value) ? sortEntries(value).map(([name, each]) => [name, normalizeUrls(each)]) : value;
}
