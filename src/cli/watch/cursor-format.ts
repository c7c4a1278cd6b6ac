import * as z from 'zod';
import { CommentEventKind } from '../../facts/comment-event.ts';
import { FINGERPRINT_PATTERN } from '../../rules/comment-fingerprint.ts';
import { formatSeenName, type SeenComment } from '../../rules/find-comment-changes.ts';

/** Where a watch stands with one id: what it has printed, and when it may ask again. */
export interface WatchCursor {
  readonly seen: ReadonlyMap<string, SeenComment>;
  /** When the last look was, and the next one is due, in the time of the watch: whole milliseconds. */
  readonly lookedAt: number;
  readonly due: number;
  /** Networks that have not answered since the watch began from what was there. */
  readonly unheard: readonly string[];
  /** Networks that the last answer did not speak of at all. */
  readonly absent: readonly string[];
}

const VERSION = 1;
/** The last moment that a date can be made of. */
const LATEST_MS = 8_640_000_000_000_000;
const Moment = z.int().min(0).max(LATEST_MS);

const StoredCursor = z.strictObject({
  kind: z.literal('crier comments watch'),
  version: z.literal(VERSION),
  id: z.string(),
  lookedAt: Moment,
  due: Moment,
  unheard: z.array(z.string()),
  absent: z.array(z.string()),
  comments: z.array(
    z.tuple([
      z.string().describe('platform'),
      z.string().regex(/^[=~]/),
      z.string().nullable().describe('parentId'),
      z.string().nullable().describe('createdAt'),
      z.string().regex(FINGERPRINT_PATTERN),
      CommentEventKind.nullable().describe('doubt'),
    ]),
  ),
});

/** A place as it is kept: ids, times and hashes, and nothing that anybody wrote. */
export function serializeCursor(id: string, { seen, ...rest }: WatchCursor): Buffer {
  const comments = [...seen.values()].map(
    ({ platform, key, parentId, createdAt, print, doubt }) =>
      [platform, key, parentId, createdAt, print, doubt] as const,
  );
  const stored = { kind: 'crier comments watch', version: VERSION, id, ...rest, comments };
  return Buffer.from(`${JSON.stringify(stored)}\n`);
}

/** @returns what is wrong with it, where it is not a place of this id that this version wrote */
export function parseCursor(id: string, bytes: Buffer): WatchCursor | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes.length === 0 ? 'it is empty' : 'it is damaged';
  }
  const result = StoredCursor.safeParse(value);
  if (!result.success) {
    const isOther = z.looseObject({ version: z.int().gt(VERSION) }).safeParse(value).success;
    return isOther ? 'a newer crier wrote it' : 'it is damaged';
  }
  const { comments, lookedAt, due, unheard, absent } = result.data;
  if (result.data.id !== id) return 'it is of another id';
  const seen = comments.map(([platform, key, parentId, createdAt, print, doubt]) => {
    const entry: SeenComment = { platform, key, parentId, createdAt, print, doubt };
    return [formatSeenName(entry), entry] as const;
  });
  return { seen: new Map(seen), lookedAt, due, unheard, absent };
}
