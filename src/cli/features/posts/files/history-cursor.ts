import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';

/**
 * Where a list of the history continues, which has no cursor of its own: posts that were created no later than the last
 * one that was listed, without those of the same second.
 */
const HistoryPlace = z.strictObject({
  end: z.iso.datetime(),
  start: z.iso.datetime().nullable(),
  listed: z.array(z.string()),
});
export type HistoryPlace = z.infer<typeof HistoryPlace>;

/** @param before the posts of the last second that earlier pages had */
export function encodeHistoryPlace(
  posts: readonly { id: string | null; created: string | null }[],
  { start, before }: { start: string | null; before: HistoryPlace | null },
): string | null {
  const end = readTimestamp(posts.at(-1)?.created).iso;
  if (end === null) return null;
  const same = posts.flatMap(({ id, created }) =>
    id !== null && readTimestamp(created).iso === end ? [id] : [],
  );
  const earlier = before?.end === end ? before.listed : [];
  return Buffer.from(JSON.stringify({ end, start, listed: [...earlier, ...same] })).toString('base64url');
}

/** @throws CrierError of kind usage for a cursor of another list */
export function decodeHistoryPlace(cursor: string): HistoryPlace {
  try {
    return HistoryPlace.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw createUsageError(
      '--cursor is not the cursor of this list',
      'use "next" of its last page, with the same flags',
    );
  }
}
