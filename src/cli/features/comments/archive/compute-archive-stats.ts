import type { LocalClock } from '../../../../domain/time/local-time.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import {
  type CommentStats,
  computeShare,
  createStatsCounter,
  type StatsBy,
  type StatsGroup,
} from '../compute-comment-stats.ts';
import { getPlaceMs } from './archive-database.ts';
import { type ArchiveFilter, buildRowFilter } from './archive-filter.ts';
import type { ReadArchive } from './read-archive.ts';
import { withArchives } from './search-archives.ts';

/** Counts of an archive. */
export interface ArchiveStats {
  readonly totals: CommentStats['totals'];
  /** By author only those with the most comments. */
  readonly groups: readonly StatsGroup[];
  readonly groupCount: number;
}

/** Counts archived comments as `createStatsCounter` does. @param file exists @param top most authors to list */
export function computeArchiveStats(
  file: string,
  filter: ArchiveFilter,
  { by, zone, top }: { by: StatsBy; zone: LocalClock; top: number },
): ArchiveStats {
  return withArchives([file], filter, (archives) => {
    const [only] = archives;
    if (only === undefined) throw new Error('no archive was opened');
    const { archive, filter: own } = only;
    const counter = createStatsCounter(by === 'author' ? 'network' : by, zone, true);
    const { where, values } = buildRowFilter(own);
    // in the order of an index that has all of these columns
    const sql = `select platform, author_key, is_reply, likes, place from comments ${where} order by platform, author_key`;
    let [author, hasUnknown] = [0, false];
    let [lastPlatform, lastKey]: unknown[] = [];
    archive.visit(sql, values, ([platform, key, isReply, likes, place]) => {
      if (key !== lastKey || platform !== lastPlatform) author += 1;
      [lastPlatform, lastKey] = [platform, key];
      if (key === null) hasUnknown = true;
      const counted = {
        platform: String(platform),
        author: key === null ? null : author,
        isReply: isReply === 1,
        likes: likes === null ? null : Number(likes),
        ms: getPlaceMs(Number(place)),
      };
      counter.add(counted, () => null);
    });
    const { totals, groups } = counter.result();
    if (by !== 'author') return { totals, groups, groupCount: groups.length };
    const groupCount = totals.authors + Number(hasUnknown);
    return { totals, groups: listAuthors(archive, own, { totals, top, hasUnknown }), groupCount };
  });
}

/** The authors with the most comments, and of equally active ones, those with the most likes. */
function listAuthors(
  archive: ReadArchive,
  filter: ArchiveFilter,
  { totals, top, hasUnknown }: { totals: CommentStats['totals']; top: number; hasUnknown: boolean },
): readonly StatsGroup[] {
  const { where, values } = buildRowFilter(filter);
  const counts = `count(*) as size, coalesce(sum(is_reply), 0), sum(likes) as likes, min(iif(place < 0, null, place)), max(place)`;
  const known = `select platform, author_key, ${counts} from (select * from comments ${where}) where author_key is not null
    group by platform, author_key order by size desc, likes desc limit ${top}`;
  // of all networks together
  const unknown = `select null, null, ${counts} from (select * from comments ${where}) where author_key is null having size > 0`;
  const groups: StatsGroup[] = [];
  for (const sql of hasUnknown ? [known, unknown] : [known])
    archive.visit(sql, values, (row) => void groups.push(toAuthorGroup(archive, row, totals)));
  const sizeOf = ({ comments, replies }: StatsGroup) => comments + replies;
  return groups.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, top);
}

function toAuthorGroup(
  archive: ReadArchive,
  [network, key, size, replies, likes, first, latest]: readonly unknown[],
  totals: CommentStats['totals'],
): StatsGroup {
  const platform = network === null ? null : String(network);
  const counts = { comments: Number(size) - Number(replies), replies: Number(replies) };
  return {
    name: key === null ? null : (archive.findName(platform, String(key)) ?? String(key)),
    platform,
    ...counts,
    authors: key === null ? 0 : 1,
    likes: likes === null ? null : Number(likes),
    first: first === null ? null : formatPlace(Number(first)),
    latest: first === null ? null : formatPlace(Number(latest)),
    share: computeShare(counts, totals),
  };
}

function formatPlace(place: number): string | null {
  const ms = getPlaceMs(place);
  return ms === null ? null : formatIsoSeconds(ms);
}
