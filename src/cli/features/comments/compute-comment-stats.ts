import * as z from 'zod';
import { type LocalClock, readShownMs, UTC_CLOCK } from '../../../domain/time/local-time.ts';
import {
  formatIsoMilliseconds,
  formatIsoSeconds,
  readTimestamp,
} from '../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { type Comment, CommentsDocument, CommentsReadResult } from './comment.ts';

/** Ours: longest span for which days without comments are listed, to keep the table short. */
export const MAX_SPAN_DAYS = 92;

/** Shares are rounded to a hundredth of a percent. */
const SHARE_STEPS = 10_000;
/** From Monday, as ISO 8601 numbers them. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** A comment or reply with the data it is grouped by. */
interface CountedComment {
  comment: Comment;
  isReply: boolean;
  ms: number | null;
  /** What the clock of the counting zone shows, in milliseconds as if it were UTC. */
  shownMs: number | null;
}

/**
 * Counts comments and replies by network, day, weekday, hour of the day or author. Days and hours are in order, including
 * those without comments, as the clock of the zone shows them; networks and authors with the most comments come first. Comments without a time or author
 * are counted under null.
 */
export function computeCommentStats(
  comments: readonly Comment[],
  by: StatsBy,
  zone: LocalClock = UTC_CLOCK,
): { totals: CommentCounts; groups: readonly StatsGroup[] } {
  const all = comments.flatMap((comment) => flattenComment(comment, false, zone));
  const found = Map.groupBy(all, (each) => getGroupKey(each, by));
  const keys = [...new Set([...listExpectedKeys(all, by), ...found.keys()])];
  const groups = keys.map((key): StatsGroup => {
    const members = found.get(key) ?? [];
    const share =
      all.length === 0 ? 0 : Math.round((members.length / all.length) * SHARE_STEPS) / SHARE_STEPS;
    const hours = by === 'weekday' ? { hours: countHours(members) } : {};
    return { ...getGroupLabel(key, members, by), ...countMembers(members), share, ...hours };
  });
  return {
    totals: countMembers(all),
    groups:
      by === 'weekday' ? groups : groups.sort(by === 'day' || by === 'hour' ? compareByName : compareBySize),
  };
}

function flattenComment(comment: Comment, isBelow: boolean, zone: LocalClock): readonly CountedComment[] {
  const { ms } = readTimestamp(comment.createdAt);
  const shownMs = ms === null ? null : readShownMs(zone, ms);
  const own = { comment, isReply: isBelow || comment.parentId !== null, ms, shownMs };
  return [own, ...comment.replies.flatMap((reply) => flattenComment(reply, true, zone))];
}

/** Returns a key that identifies a person within one network; null if the network provides nothing. */
function getAuthorKey({ platform, author: { id, handle, name } }: Comment): string | null {
  const reported = id ?? handle ?? name;
  return reported === null ? null : JSON.stringify([platform, reported]);
}

function getGroupKey({ comment, shownMs }: CountedComment, by: StatsBy): string | null {
  switch (by) {
    case 'network':
      return comment.platform;
    case 'author':
      return getAuthorKey(comment);
    case 'day':
      return shownMs === null ? null : formatDay(shownMs);
    case 'hour':
      return shownMs === null ? null : (HOURS[new Date(shownMs).getUTCHours()] ?? null);
    case 'weekday':
      return shownMs === null ? null : (WEEKDAYS[(new Date(shownMs).getUTCDay() + 6) % 7] ?? null);
  }
}

function formatDay(ms: number): string {
  return formatIsoMilliseconds(ms).slice(0, 'YYYY-MM-DD'.length);
}

/** Counts comments and replies by the hour of the day. */
function countHours(members: readonly CountedComment[]): number[] {
  const hours = members.flatMap(({ shownMs }) => (shownMs === null ? [] : new Date(shownMs).getUTCHours()));
  return HOURS.map((_name, hour) => hours.filter((each) => each === hour).length);
}

/** Returns the groups that are listed even if empty. */
function listExpectedKeys(all: readonly CountedComment[], by: StatsBy): readonly string[] {
  if (all.length === 0) return [];
  if (by === 'hour') return HOURS;
  if (by === 'weekday') return WEEKDAYS;
  if (by !== 'day') return [];
  const span = computeSpan(all.flatMap(({ shownMs }) => shownMs ?? []));
  if (span === null) return [];
  const days = Math.floor(span.to / DAY_MS) - Math.floor(span.from / DAY_MS) + 1;
  if (days > MAX_SPAN_DAYS) return [];
  return Array.from({ length: days }, (_, day) => formatDay(span.from + day * DAY_MS));
}

/** Null without times. */
function computeSpan(times: readonly number[]) {
  if (times.length === 0) return null;
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  return { from, to };
}

function countMembers(members: readonly CountedComment[]): CommentCounts {
  const span = computeSpan(members.flatMap(({ ms }) => ms ?? []));
  const replies = members.filter(({ isReply }) => isReply).length;
  const likes = members.flatMap(({ comment }) => comment.likes ?? []);
  return {
    comments: members.length - replies,
    replies,
    authors: new Set(members.flatMap(({ comment }) => getAuthorKey(comment) ?? [])).size,
    likes: likes.length === 0 ? null : likes.reduce((sum, each) => sum + each, 0),
    first: span && formatIsoSeconds(span.from),
    latest: span && formatIsoSeconds(span.to),
  };
}

function getGroupLabel(
  key: string | null,
  members: readonly CountedComment[],
  by: StatsBy,
): { name: string | null; platform: string | null } {
  if (by === 'network') return { name: key, platform: key };
  const [first] = members;
  if (by !== 'author' || key === null || first === undefined) return { name: key, platform: null };
  const { platform, author } = first.comment;
  return { name: author.handle ?? author.name ?? author.id, platform };
}

/** Compares names that are times; groups without a time come last. */
function compareByName(a: StatsGroup, b: StatsGroup): number {
  return (a.name ?? '~') < (b.name ?? '~') ? -1 : 1;
}

/** The largest first; of equally large ones, the most liked. */
function compareBySize(a: StatsGroup, b: StatsGroup): number {
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

/** The document that `comments stats` prints for one id, or for several. */
export const CommentStatsOutput = z.union([CommentStats, StatsOfSeveral]);
