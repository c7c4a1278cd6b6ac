import type { Comment } from '../facts/comment.ts';
import type { CommentCounts, StatsBy, StatsGroup } from '../facts/comment-stats.ts';
import { DAY_MS } from '../facts/durations.ts';
import { isoSeconds } from './iso-seconds.ts';
import { readTimestamp } from './read-timestamp.ts';

/** Ours: days without comments are listed up to a span of so many days, so that a table stays one. */
export const LONGEST_SPAN_DAYS = 92;

/** A share is told to a hundredth of a percent. */
const SHARE_STEPS = 10_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** A comment or reply, and what it is counted under. */
interface Counted {
  readonly comment: Comment;
  readonly isReply: boolean;
  readonly ms: number | null;
}

/**
 * Counts comments and replies by network, day, hour of the day or author. Days and hours come in their order, those
 * without comments included; networks and authors with the most comments first. What has no time or no author is
 * counted under null.
 */
export function commentStats(
  comments: readonly Comment[],
  by: StatsBy,
): { readonly totals: CommentCounts; readonly groups: readonly StatsGroup[] } {
  const all = comments.flatMap((comment) => counted(comment, false));
  const found = Map.groupBy(all, (each) => keyOf(each, by));
  const keys = [...new Set([...expected(all, by), ...found.keys()])];
  const groups = keys.map((key): StatsGroup => {
    const members = found.get(key) ?? [];
    const share =
      all.length === 0 ? 0 : Math.round((members.length / all.length) * SHARE_STEPS) / SHARE_STEPS;
    return { ...labelOf(key, members, by), ...counts(members), share };
  });
  return {
    totals: counts(all),
    groups: by === 'day' || by === 'hour' ? groups.sort(byName) : groups.sort(bySize),
  };
}

function counted(comment: Comment, isBelow: boolean): readonly Counted[] {
  const ms = readTimestamp(comment.createdAt).ms;
  const own = { comment, isReply: isBelow || comment.parentId !== null, ms };
  return [own, ...comment.replies.flatMap((reply) => counted(reply, true))];
}

/** What stands for a person, within one network; null when nothing is told. */
function authorOf({ platform, author: { id, handle, name } }: Comment): string | null {
  const told = id ?? handle ?? name;
  return told === null ? null : JSON.stringify([platform, told]);
}

function keyOf({ comment, ms }: Counted, by: StatsBy): string | null {
  switch (by) {
    case 'network':
      return comment.platform;
    case 'author':
      return authorOf(comment);
    case 'day':
      return ms === null ? null : dayOf(ms);
    case 'hour':
      return ms === null ? null : (HOURS[new Date(ms).getUTCHours()] ?? null);
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Groups that are listed also when nothing is in them. */
function expected(all: readonly Counted[], by: StatsBy): readonly string[] {
  if (all.length === 0) return [];
  if (by === 'hour') return HOURS;
  if (by !== 'day') return [];
  const { from, to } = span(all);
  const days = to === null || from === null ? 0 : Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS) + 1;
  if (from === null || days > LONGEST_SPAN_DAYS) return [];
  return Array.from({ length: days }, (_, day) => dayOf(from + day * DAY_MS));
}

function span(members: readonly Counted[]): { readonly from: number | null; readonly to: number | null } {
  const times = members.flatMap(({ ms }) => ms ?? []);
  if (times.length === 0) return { from: null, to: null };
  return times.reduce(({ from, to }, ms) => ({ from: Math.min(from, ms), to: Math.max(to, ms) }), {
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
  });
}

function counts(members: readonly Counted[]): CommentCounts {
  const { from, to } = span(members);
  const replies = members.filter(({ isReply }) => isReply).length;
  const likes = members.flatMap(({ comment }) => comment.likes ?? []);
  return {
    comments: members.length - replies,
    replies,
    authors: new Set(members.flatMap(({ comment }) => authorOf(comment) ?? [])).size,
    likes: likes.length === 0 ? null : likes.reduce((sum, each) => sum + each, 0),
    first: from === null ? null : isoSeconds(from),
    latest: to === null ? null : isoSeconds(to),
  };
}

function labelOf(
  key: string | null,
  members: readonly Counted[],
  by: StatsBy,
): Pick<StatsGroup, 'name' | 'platform'> {
  if (by === 'network') return { name: key, platform: key };
  if (by !== 'author' || key === null) return { name: key, platform: null };
  const [first] = members;
  if (first === undefined) return { name: key, platform: null };
  const { platform, author } = first.comment;
  return { name: author.handle ?? author.name ?? author.id, platform };
}

/** Names that say when; what has no time comes last. */
function byName(a: StatsGroup, b: StatsGroup): number {
  return (a.name ?? '~') < (b.name ?? '~') ? -1 : 1;
}

/** The largest first; of equal ones, the most liked. */
function bySize(a: StatsGroup, b: StatsGroup): number {
  const [first, second] = [a, b].map(({ comments, replies }) => comments + replies);
  return (second ?? 0) - (first ?? 0) || (b.likes ?? 0) - (a.likes ?? 0);
}
