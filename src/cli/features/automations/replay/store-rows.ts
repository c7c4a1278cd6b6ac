import { getField } from '../../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../../errors.ts';
import { openRowPartitions, type RowPartitions } from '../../../../storage/row-partitions.ts';
import type { PreparedAnswers } from './prepare-answers.ts';
import type { SourceRows } from './read-sources.ts';
import type { ReplayCounts } from './replay-document.ts';
import { RANKS, type ReplayRow, readReplayRow } from './replay-row.ts';

export interface ReplayOptions {
  readonly prepared: PreparedAnswers;
  /** The alias whose comments count; null for the Primary Profile. */
  readonly profile: string | null;
  /** Only events since then, in milliseconds since 1970. */
  readonly start: number;
  readonly signal: AbortSignal;
  progress(words: string | null): void;
}

/** A comment that fires nothing: of most comments, nothing else has to be kept. */
export type SilentRow = Pick<ReplayRow, 'key' | 'personId'> & { readonly kind: null };

type KeptRow = ReplayRow | SilentRow;

/** All rows, in parts. */
export interface StoredRows {
  readonly parts: RowPartitions<KeptRow>;
  /** What the rows of a part have in common. */
  readonly by: 'person' | 'event';
  /** From the first to the last row of activity, which has all answers of that time. */
  readonly from: number;
  readonly to: number;
}

/**
 * Stores the rows of all sources. Those of one person are brought together if all rows are of one kind, and have an id of
 * the person: kinds may have another id for the same person, so that else only those of one event are.
 *
 * @throws CrierError of kind usage for a row of no known kind
 */
export async function storeRows(
  sources: readonly AsyncIterable<SourceRows>[],
  { prepared, profile, start, signal, progress, counts }: ReplayOptions & { counts: ReplayCounts },
): Promise<StoredRows> {
  let [from, to, read] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  const store = openStore(sources.length > 1 ? 'event' : 'person');
  const take = (row: ReplayRow) => {
    if (row.rank === RANKS.activity && row.at !== undefined) {
      from = Math.min(from, row.at);
      to = Math.max(to, row.at);
    }
    if (row.at !== undefined && row.at < start) return;
    store.add(row, isSilent(row, prepared));
  };
  const profiles = new Set<string>();
  const noteProfile = (row: unknown) => {
    const refId = getField(getField(row, 'event') ?? row, 'refId');
    if (typeof refId === 'string' && profiles.size < MOST_PROFILES) profiles.add(refId);
    counts.profilesOfDeliveries = profiles.size;
  };
  try {
    for (const source of sources)
      for await (const rows of source) {
        signal.throwIfAborted();
        for (const each of rows) {
          read += 1;
          if (each !== 'cut') noteProfile(each.row);
          const row = each === 'cut' ? each : readReplayRow(each.row, profile);
          if (row === 'cut') counts.cutLines += 1;
          else if (row === 'other') counts.otherRows += 1;
          else if (row === 'other profile') counts.ofOtherProfiles += 1;
          else if (typeof row === 'object') take(row);
          else if (each !== 'cut') throw createUnknownError(each.place());
        }
        progress(`${read} rows read`);
      }
  } catch (error) {
    store.close();
    throw error;
  }
  return { ...store.end(), from, to };
}

/** Of the profiles that are counted: a hostile inbox could name many. */
const MOST_PROFILES = 1_000;

function createUnknownError(place: string) {
  return createUsageError(
    `${place}: neither a comment of an archive, a row of activity nor a delivery`,
    'write lines with "comments export", "automations activity --archive" or "hooks inbox export -o ndjson"',
  );
}

function isSilent(row: ReplayRow, prepared: PreparedAnswers): boolean {
  if (row.kind !== 'comment' || row.answer !== undefined) return false;
  const { firings, unsure } = prepared.judge(row);
  return firings.length + unsure.length === 0;
}

/** Keeps rows by person until one does not fit, and all of them by event then. */
function openStore(first: StoredRows['by']) {
  let parts = openRowPartitions<KeptRow>();
  let by = first;
  let rank: number | null = null;
  const moveToEvents = () => {
    const moved = openRowPartitions<KeptRow>();
    for (const part of parts.readParts()) for (const row of part.read()) moved.add(row.key, row);
    parts.close();
    [parts, by] = [moved, 'event'];
  };
  return {
    add(row: ReplayRow, isSilentRow: boolean): void {
      const { key, personId } = row;
      rank ??= row.rank;
      if (by === 'person' && (personId === undefined || row.rank !== rank)) moveToEvents();
      if (by === 'event') parts.add(key, isSilentRow ? { key, kind: null } : row);
      else parts.add(personId ?? '', isSilentRow ? { key, personId, kind: null } : row);
    },
    end: () => ({ parts, by }),
    close: () => parts.close(),
  };
}
