import { createHash } from 'node:crypto';
import { type LooseRecord, toCanonicalJson } from '../json/loose-record.ts';
import { formatIsoSeconds } from '../time/read-timestamp.ts';

/** 128 bits: no two posts of an account have the same key by chance. */
const KEY_DIGITS = 32;

/**
 * Derives the idempotency key of a post of a file from its content as written, whatever the order of its fields and
 * networks, and its position in the file: the same post always has the same key. A key that the post has is kept.
 *
 * @see docs/service/posts.md#body
 */
export function derivePostKey({ idempotencyKey, ...content }: LooseRecord): string {
  if (typeof idempotencyKey === 'string' && idempotencyKey.trim() !== '') return idempotencyKey;
  const { platforms } = content;
  const networks = Array.isArray(platforms) ? [...new Set(platforms.map(String))].toSorted() : platforms;
  const text = toCanonicalJson({ ...content, platforms: networks });
  return `crier-${createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS)}`;
}

/**
 * The key of a post whose time is in words, when these mean another day than they did before. The day is that of UTC, so
 * that it is the same in all time zones.
 *
 * @param at in milliseconds since 1970
 */
export function addDay(key: string, at: number): string {
  return `${key}-${formatIsoSeconds(at).slice(0, 'YYYY-MM-DD'.length)}`;
}

/**
 * The key of a further attempt: the service keeps the key of a post that failed.
 *
 * @param attempt zero-based
 */
export function addAttempt(key: string, attempt: number): string {
  return attempt === 0 ? key : `${key}-${attempt + 1}`;
}
