import * as z from 'zod';
import { type LocalClock, readShownMs, UTC_CLOCK } from '../../../domain/time/local-time.ts';
import {
  formatIsoMilliseconds,
  formatIsoSeconds,
  readTimestamp,
} from '../../../domain/time/read-timestamp.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../service/durations.ts';
import { type Comment, CommentsDocument, CommentsReadResult } from './comment.ts';

/** Ours: longest span for which days without comments are listed, to keep the table short. */
export const MAX_SPAN_DAYS = 92;

/** Shares are rounded to a hundredth of a percent. */
const SHARE_STEPS = 10_000;
/** From Monday, as ISO 8601 numbers them. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** A comment or reply as it is counted. */
export interface CountedComment {
  readonly platform: string;
  /** Identifies a person among all networks; null if the network provides nothing. */
  readonly author: string | number | null;
  readonly isReply: boolean;
  readonly likes: number | null;
  /** In milliseconds since 1970; null if it is unknown. */
  readonly ms: number | null;
}

/**
 * Counts comments and replies by network, day, weekday, hour of the day or author, one at a time: its memory grows with the
 * groups and authors only. Days and hours are in order, including those without comments, as the clock of the zone shows
 * them; networks and authors with the most comments come first. Comments without a time or author are counted under null.
 *
 * @param isByAuthor whether the comments of each author follow each other, which counts authors without remembering them
 */
export function createStatsCounter(by: StatsBy, zone: LocalClock = UTC_CLOCK, isByAuthor = false) {
  const totals = createTally(null);
  const groups = new Map<string | number | null, Tally>();
  const readShown = createShownReader(zone);
  const days = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  const counter = {
    counted: { totals, groups, days },
    totals: () => formatTally(totals),
    addComment(comment: Comment): void {
      addWithReplies(counter.add, comment, false);
    },
    /** Adds what another counter has counted. */
    addCounts({ counted }: { counted: CountedSoFar }): void {
      days.from = Math.min(days.from, counted.days.from);
      days.to = Math.max(days.to, counted.days.to);
      mergeTally(totals, counted.totals);
      for (const [key, tally] of counted.groups) {
        const group = groups.get(key) ?? createTally(tally.label);
        groups.set(key, group);
        mergeTally(group, tally);
      }
    },
    /** @param name what an author is called; used for the first comment of each */
    add(counted: CountedComment, name: () => string | null): void {
      const shown = counted.ms === null || !isOfTime(by) ? null : readShown(counted.ms);
      if (shown !== null) {
        days.from = Math.min(days.from, shown.dayMs);
        days.to = Math.max(days.to, shown.dayMs);
      }
      const key = getGroupKey(counted, shown, by);
      let group = groups.get(key);
      if (group === undefined) {
        group = createTally(getGroupLabel(key, { platform: counted.platform, name }, by));
        groups.set(key, group);
      }
      addToTally(totals, counted, isByAuthor);
      addToTally(group, counted, isByAuthor);
      if (by === 'weekday' && shown !== null) {
        group.hours ??= HOURS.map(() => 0);
        group.hours[shown.hour] = (group.hours[shown.hour] ?? 0) + 1;
      }
    },
    /** @param mostAuthors to list (default: all) */
    result(mostAuthors?: number) {
      const all = totals.comments + totals.replies;
      const expected = all === 0 ? [] : listExpectedKeys(by, days);
      const keys = [...new Set([...expected, ...groups.keys()])];
      const tallies = keys.map(
        (key) => groups.get(key) ?? createTally({ name: String(key), platform: null }),
      );
      if (!isOfTime(by)) tallies.sort(compareBySize);
      // there may be very many authors
      const listed = by === 'author' ? tallies.slice(0, mostAuthors) : tallies;
      const shown = listed.map((tally): StatsGroup => {
        const share = computeShare(tally, totals);
        const hours = by === 'weekday' ? { hours: tally.hours ?? HOURS.map(() => 0) } : {};
        const label = tally.label ?? { name: null, platform: null };
        return { ...label, ...formatTally(tally), share, ...hours };
      });
      const isByName = by === 'day' || by === 'hour';
      return {
        totals: formatTally(totals),
        groups: isByName ? shown.sort(compareByName) : shown,
        groupCount: tallies.length,
      };
    },
  };
  return counter;
}

/** What a counter has counted, to be added to another one. */
interface CountedSoFar {
  readonly totals: Tally;
  readonly groups: ReadonlyMap<string | number | null, Tally>;
  readonly days: { readonly from: number; readonly to: number };
}

/** The share of a part in all comments and replies, 0 to 1. */
export function computeShare(
  part: { comments: number; replies: number },
  all: { comments: number; replies: number },
): number {
  const total = all.comments + all.replies;
  return total === 0 ? 0 : Math.round(((part.comments + part.replies) / total) * SHARE_STEPS) / SHARE_STEPS;
}

export type StatsCounter = ReturnType<typeof createStatsCounter>;

function addWithReplies(add: StatsCounter['add'], comment: Comment, isBelow: boolean): void {
  const { platform, author, likes, parentId, createdAt, replies } = comment;
  const { ms } = readTimestamp(createdAt);
  const isReply = isBelow || parentId !== null;
  const name = () => author.handle ?? author.name ?? author.id;
  add({ platform, author: getAuthorKey(comment), isReply, likes, ms }, name);
  for (const reply of replies) addWithReplies(add, reply, true);
}

/** Returns a key that identifies a person within one network; null if the network provides nothing. */
function getAuthorKey({ platform, author: { id, handle, name } }: Comment): string | null {
  const reported = id ?? handle ?? name;
  return reported === null ? null : JSON.stringify([platform, reported]);
}

/** What the clock of a zone shows. */
interface CountingTime {
  /** The start of the day, in milliseconds as if it were UTC. */
  readonly dayMs: number;
  readonly day: string;
  readonly weekday: string;
  readonly hour: number;
}

/** Reads a clock twice for each day, and oftener only on days on which it is changed. */
function createShownReader(zone: LocalClock): (ms: number) => CountingTime {
  const offsets = new Map<number, number>();
  const getOffset = (ms: number): number => {
    const known = offsets.get(ms);
    if (known !== undefined) return known;
    const offset = readShownMs(zone, ms) - ms;
    offsets.set(ms, offset);
    return offset;
  };
  const days = new Map<number, Pick<CountingTime, 'day' | 'weekday'>>();
  return (ms) => {
    const start = Math.floor(ms / DAY_MS) * DAY_MS;
    const isPlain = getOffset(start) === getOffset(start + DAY_MS);
    const shownMs = ms + getOffset(isPlain ? start : Math.floor(ms / QUARTER_MS) * QUARTER_MS);
    const dayMs = Math.floor(shownMs / DAY_MS) * DAY_MS;
    let names = days.get(dayMs);
    if (names === undefined) {
      names = { day: formatDay(dayMs), weekday: WEEKDAYS[(new Date(dayMs).getUTCDay() + 6) % 7] ?? '' };
      days.set(dayMs, names);
    }
    return { dayMs, ...names, hour: Math.floor((shownMs - dayMs) / HOUR_MS) };
  };
}

/** Clocks are changed at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

function getGroupKey(
  { platform, author }: CountedComment,
  shown: CountingTime | null,
  by: StatsBy,
): string | number | null {
  switch (by) {
    case 'network':
      return platform;
    case 'author':
      return author;
    case 'day':
      return shown?.day ?? null;
    case 'hour':
      return shown === null ? null : (HOURS[shown.hour] ?? null);
    case 'weekday':
      return shown?.weekday ?? null;
  }
}

function formatDay(ms: number): string {
  return formatIsoMilliseconds(ms).slice(0, 'YYYY-MM-DD'.length);
}

/** Returns the groups that are listed even if empty. @param days the first and the last; no number without times */
function listExpectedKeys(by: StatsBy, { from, to }: { from: number; to: number }): readonly string[] {
  if (by === 'hour') return HOURS;
  if (by === 'weekday') return WEEKDAYS;
  if (by !== 'day' || from > to) return [];
  const days = (to - from) / DAY_MS + 1;
  if (days > MAX_SPAN_DAYS) return [];
  return Array.from({ length: days }, (_, day) => formatDay(from + day * DAY_MS));
}

/** Whether groups are days, weekdays or hours. */
export function isOfTime(by: StatsBy): boolean {
  return by === 'day' || by === 'hour' || by === 'weekday';
}

interface GroupLabel {
  readonly name: string | null;
  readonly platform: string | null;
}

/** Counts in progress. */
interface Tally {
  readonly label: GroupLabel | null;
  comments: number;
  replies: number;
  /** The last one, of which the next comment often is, too. */
  author: string | number | null;
  authorCount: number;
  /** All of them, where they do not follow each other; null for one at most. */
  authors: Set<string | number> | null;
  likes: number | null;
  first: number;
  latest: number;
  /** By the hour of the day. */
  hours: number[] | null;
}

function createTally(label: GroupLabel | null): Tally {
  return {
    label,
    comments: 0,
    replies: 0,
    author: null,
    authorCount: 0,
    authors: null,
    likes: null,
    first: Number.POSITIVE_INFINITY,
    latest: Number.NEGATIVE_INFINITY,
    hours: null,
  };
}

function addToTally(tally: Tally, { author, isReply, likes, ms }: CountedComment, isByAuthor: boolean): void {
  if (isReply) tally.replies += 1;
  else tally.comments += 1;
  if (likes !== null) tally.likes = (tally.likes ?? 0) + likes;
  if (ms !== null) {
    if (ms < tally.first) tally.first = ms;
    if (ms > tally.latest) tally.latest = ms;
  }
  addAuthor(tally, author, isByAuthor);
}

function addAuthor(tally: Tally, author: string | number | null, isByAuthor: boolean): void {
  if (author === null || author === tally.author) return;
  if (!isByAuthor && tally.author !== null) {
    tally.authors ??= new Set([tally.author]);
    tally.authors.add(author);
  }
  tally.author = author;
  tally.authorCount += 1;
}

/** @param other counted without `isByAuthor` */
function mergeTally(tally: Tally, other: Tally): void {
  tally.comments += other.comments;
  tally.replies += other.replies;
  if (other.likes !== null) tally.likes = (tally.likes ?? 0) + other.likes;
  tally.first = Math.min(tally.first, other.first);
  tally.latest = Math.max(tally.latest, other.latest);
  for (const author of other.authors ?? [other.author]) addAuthor(tally, author, false);
  const { hours } = other;
  if (hours !== null) tally.hours = hours.map((count, hour) => count + (tally.hours?.[hour] ?? 0));
}

function formatTally({
  comments,
  replies,
  authorCount,
  authors,
  likes,
  first,
  latest,
}: Tally): CommentCounts {
  return {
    comments,
    replies,
    authors: authors?.size ?? authorCount,
    likes,
    first: first > latest ? null : formatIsoSeconds(first),
    latest: first > latest ? null : formatIsoSeconds(latest),
  };
}

function getGroupLabel(
  key: string | number | null,
  { platform, name }: { platform: string; name: () => string | null },
  by: StatsBy,
): GroupLabel {
  const shown = key === null ? null : String(key);
  if (by === 'network') return { name: shown, platform: shown };
  if (by !== 'author' || key === null) return { name: shown, platform: null };
  return { name: name(), platform };
}

/** Compares names that are times; groups without a time come last. */
function compareByName(a: StatsGroup, b: StatsGroup): number {
  return (a.name ?? '~') < (b.name ?? '~') ? -1 : 1;
}

/** The largest first; of equally large ones, the most liked. */
function compareBySize(a: Tally, b: Tally): number {
  const [first, second] = [a, b].map(({ comments, replies }) => comments + replies);
  return (second ?? 0) - (first ?? 0) || (b.likes ?? 0) - (a.likes ?? 0);
}

/** Dimensions by which comments can be counted. */
export const StatsBy = z.enum(['network', 'day', 'weekday', 'hour', 'author']);
export type StatsBy = z.infer<typeof StatsBy>;

/** Comment counts. */
const CommentCounts = z.strictObject({
  comments: z.int().describe('comments on the post itself'),
  replies: z.int().describe('replies to comments'),
  authors: z.int().describe('distinct authors; unidentified ones are not counted'),
  likes: z.number().nullable().describe('total likes; null if no network provides them'),
  first: z.string().nullable().describe('time of the first comment'),
  latest: z.string().nullable().describe('time of the latest comment'),
});
type CommentCounts = z.infer<typeof CommentCounts>;

const StatsGroup = CommentCounts.extend({
  name: z
    .string()
    .nullable()
    .describe(
      'a Platform Value, a day (YYYY-MM-DD), a weekday, an hour of the day (hh:00), all in timeZone, or an author; null if unknown',
    ),
  platform: z.string().nullable().describe('network of the group or author'),
  share: z.number().describe('share of all comments and replies, 0 to 1'),
  hours: z
    .array(z.int())
    .optional()
    .describe('with --by weekday: comments and replies by hour of the day, in timeZone'),
});
export type StatsGroup = z.infer<typeof StatsGroup>;

/** The output of `comments stats` for one id. */
const CommentStats = CommentsDocument.omit({ comments: true }).extend({
  by: StatsBy,
  timeZone: z.string().describe('IANA name of the zone of days, weekdays and hours'),
  totals: CommentCounts,
  stats: z.array(StatsGroup),
});
export type CommentStats = z.infer<typeof CommentStats>;

/** The output of `comments stats` for several ids, counted together. */
const StatsOfSeveral = CommentStats.pick({
  by: true,
  timeZone: true,
  totals: true,
  stats: true,
}).extend({
  results: z
    .array(
      CommentsReadResult.extend({ totals: CommentCounts.nullable().describe('null if it was not read') }),
    )
    .describe('the result of each read, in the order of the ids'),
});

/** The output of `comments stats --archive`. */
const StatsOfArchive = CommentStats.pick({ by: true, timeZone: true, totals: true, stats: true }).extend({
  file: z.string().describe('absolute path of the archive that was counted'),
});

/** The document that `comments stats` prints for one id, for several, or for an archive. */
export const CommentStatsOutput = z.union([CommentStats, StatsOfSeveral, StatsOfArchive]);
