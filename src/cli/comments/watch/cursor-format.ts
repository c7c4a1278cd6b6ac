import * as z from 'zod';
import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { CommentEventKind } from './comment-event.ts';
import { FINGERPRINT_PATTERN } from './comment-fingerprint.ts';
import { formatSeenName, type SeenComment } from './find-comment-changes.ts';

/** The cursor of a watch for one id: what it has printed, and when it may poll again. */
export interface WatchCursor {
  readonly seen: ReadonlyMap<string, SeenComment>;
  /** When the last poll was, and the next one is due, in the watch's time: whole milliseconds. */
  readonly lookedAt: number;
  readonly due: number;
  /** Networks that have not responded since existing comments were skipped. */
  readonly unheard: readonly string[];
  /** Networks that the last response did not mention. */
  readonly absent: readonly string[];
}

const VERSION = 1;
/** The latest time of a JavaScript date. */
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

/** Serializes a cursor: ids, times and hashes, no text of comments. */
export function serializeCursor(id: string, { seen, ...rest }: WatchCursor): Buffer {
  const comments = [...seen.values()].map(
    ({ platform, key, parentId, createdAt, print, doubt }) =>
      [platform, key, parentId, createdAt, print, doubt] as const,
  );
  const stored = { kind: 'crier comments watch', version: VERSION, id, ...rest, comments };
  return Buffer.from(`${JSON.stringify(stored)}\n`);
}

/** @returns the fault, when it is not a cursor of this id written by this version */
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
    return isOther ? 'it was written by a newer version of crier' : 'it is damaged';
  }
  const { comments, lookedAt, due, unheard, absent } = result.data;
  if (result.data.id !== id) return 'it belongs to another id';
  const seen = comments.map(([platform, key, parentId, createdAt, print, doubt]) => {
    const entry: SeenComment = { platform, key, parentId, createdAt, print, doubt };
    return [formatSeenName(entry), entry] as const;
  });
  return { seen: new Map(seen), lookedAt, due, unheard, absent };
}

/** Tolerance for clocks that are set back a little by network time. */
const SLACK_MS = 60 * 1_000;
/** Our own limit: a longer wait of a saved cursor is not trusted. */
const LONGEST_BELIEVED_MS = 31 * DAY_MS;

/** When the next poll is due, according to a cursor. */
interface CursorDue {
  readonly due: number;
  /** Why the cursor's time was not trusted; null when it was. */
  readonly doubt: string | null;
}

/**
 * Computes when an id that was watched before is due again. When the cursor's last poll is in the future, the
 * clock was wrong then or is wrong now, so the elapsed time is unknown and the whole wait starts over.
 *
 * @param now the time of the watch, in milliseconds since 1970
 * @see docs/service/comments.md#COM-14
 */
export function computeCursorDue(
  { lookedAt, due }: Pick<WatchCursor, 'lookedAt' | 'due'>,
  now: number,
): CursorDue {
  const isLong = due - lookedAt > LONGEST_BELIEVED_MS;
  const waitMs = isLong ? LIMITS.commentRefreshMs : Math.max(0, due - lookedAt);
  if (lookedAt > now + SLACK_MS) {
    return {
      due: Math.ceil(now + waitMs),
      doubt: 'has a last check in the future: the clock was changed since',
    };
  }
  if (!isLong) return { due, doubt: null };
  const days = Math.floor((due - lookedAt) / DAY_MS);
  return {
    due: lookedAt + waitMs,
    doubt: `had a wait of ${days} days, which is ignored`,
  };
}
