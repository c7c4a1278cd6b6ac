import { createUsageError } from '../../../../errors.ts';
import { formatProfile } from '../read-profiles.ts';
import { type ArchiveFilter, MOST_COUNTED } from './archive-filter.ts';
import type { FoundComment } from './comment-archive.ts';
import { type FoundOrder, openReadArchive, type ReadArchive } from './read-archive.ts';

/** A page of what was found. */
export interface SearchPage {
  readonly comments: readonly FoundComment[];
  /** Null for more than are counted. */
  readonly found: number | null;
  readonly next: string | null;
  readonly hasMore: boolean;
}

/**
 * Searches archives, and merges what they have.
 *
 * @param files exist
 * @throws CrierError of kind usage for a cursor of another command, and for an archive of other profiles
 */
export function searchArchives(
  files: readonly string[],
  filter: ArchiveFilter,
  { sort, limit, cursor }: { sort: FoundOrder; limit: number; cursor: string | undefined },
): SearchPage {
  const start = cursor === undefined ? null : readCursor(cursor);
  return withArchives(files, filter, (archives) => {
    const all = archives.flatMap(({ archive, filter: own }, at) => {
      // places of two archives can be equal: the first archive comes first
      const before = start === null ? undefined : start.place + (at > start.archive ? 1 : 0);
      return archive.find(own, sort, limit + 1, before).map((each) => ({ ...each, at }));
    });
    const sorted = all.toSorted(
      (one, other) => one.score - other.score || other.place - one.place || one.at - other.at,
    );
    const shown = sorted.slice(0, limit);
    const count = archives.reduce((sum, { archive, filter: own }) => sum + archive.count(own), 0);
    const last = shown.at(-1);
    const hasMore = sorted.length > limit;
    return {
      comments: shown.flatMap(({ at, place }) => archives[at]?.archive.read([place]) ?? []),
      found: count > MOST_COUNTED ? null : count,
      next: hasMore && sort === 'time' && last !== undefined ? `${last.place}.${last.at}` : null,
      hasMore,
    };
  });
}

function readCursor(cursor: string): { place: number; archive: number } {
  const [, place, archive] = /^(-?\d{1,16})\.(\d{1,4})$/.exec(cursor) ?? [];
  if (place === undefined || archive === undefined)
    throw createUsageError(
      'this is not a cursor of "comments search"',
      'give the value of "next" of its JSON',
    );
  return { place: Number(place), archive: Number(archive) };
}

/** Runs `work` with open archives, and closes them. */
export function withArchives<Result>(
  files: readonly string[],
  filter: ArchiveFilter,
  work: (archives: readonly { archive: ReadArchive; filter: ArchiveFilter }[]) => Result,
): Result {
  const opened: ReadArchive[] = [];
  try {
    for (const file of files) opened.push(openReadArchive(file));
    return work(opened.map((archive) => ({ archive, filter: narrowToProfile(filter, archive) })));
  } finally {
    for (const archive of opened) archive.close();
  }
}

/** An archive of one profile is read as a whole, which is faster. @throws CrierError when it has only others */
function narrowToProfile(filter: ArchiveFilter, archive: ReadArchive): ArchiveFilter {
  const { profile } = filter;
  if (profile === undefined) return filter;
  const profiles = archive.profiles();
  if (profiles.length > 0 && !profiles.includes(profile))
    throw createUsageError(
      `${archive.file} has the comments of ${formatProfiles(profiles)}, not of ${formatProfile(profile)}`,
      'choose the profile with --profile (none for the Primary Profile), or search all with --all-profiles',
    );
  return profiles.length > 1 ? filter : { ...filter, profile: undefined };
}

const MOST_NAMED = 3;

function formatProfiles(profiles: readonly (string | null)[]): string {
  const named = profiles.slice(0, MOST_NAMED).map(formatProfile).join(', ');
  return profiles.length > MOST_NAMED ? `${named} and ${profiles.length - MOST_NAMED} more` : named;
}
