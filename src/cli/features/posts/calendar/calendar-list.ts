import * as z from 'zod';
import {
  type CalendarSpan,
  formatCalendarSpan,
  formatIsoDay,
  getCalendarDay,
} from '../../../../domain/time/calendar-days.ts';
import { formatClock, formatShortDate, type LocalClock } from '../../../../domain/time/local-time.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import type { CalendarGrid, CalendarState } from '../../../framework/output/calendar/calendar-grid.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../../framework/output/view.ts';
import { ProfileAlias } from '../../comments/read-profiles.ts';
import { createPostReferences, fitPlatforms, POST_COLUMNS, PostEntry } from '../read-posts.ts';
import { getCalendarTime } from './read-calendar.ts';

export const CalendarPost = z.looseObject({
  profile: ProfileAlias,
  day: z.string().nullable().describe('such as 2026-10-05, in timeZone; null: it waits without a date'),
  at: z.string().nullable().describe('when it is or was published'),
  ...PostEntry.shape,
});
export type CalendarPost = z.infer<typeof CalendarPost>;

/** In the order in which they are counted. */
const STATES: Readonly<Record<string, CalendarState>> = {
  'awaiting approval': { word: 'to approve', mark: '?', ascii: '?', tone: 'warn' },
  pending: { word: 'scheduled', mark: '○', ascii: 'o', tone: 'text' },
  paused: { word: 'paused', mark: '=', ascii: '=', tone: 'dim' },
  processing: { word: 'publishing', mark: '>', ascii: '>', tone: 'warn' },
  success: { word: 'published', mark: '✓', ascii: '+', tone: 'good' },
  error: { word: 'failed', mark: '✗', ascii: 'x', tone: 'bad' },
};

function getState({ status }: CalendarPost): CalendarState {
  return STATES[status ?? ''] ?? { word: status ?? 'unknown', mark: '*', ascii: '*', tone: 'dim' };
}

/** The posts of a span, the earliest first, and those that wait without a date. */
export function selectCalendarPosts(
  read: readonly { readonly profile: string | null; readonly posts: readonly PostEntry[] }[],
  span: CalendarSpan,
  zone: LocalClock,
): readonly CalendarPost[] {
  const found = read.flatMap(({ profile, posts }) =>
    posts.flatMap((post) => {
      const ms = getCalendarTime(post);
      const day = ms === null ? null : getCalendarDay(zone, ms);
      const isShown = day === null || (day >= span.first && day <= span.last);
      const at = ms === null ? null : formatIsoSeconds(ms);
      return isShown
        ? [
            {
              ms: ms ?? Number.POSITIVE_INFINITY,
              profile,
              day: day === null ? null : formatIsoDay(day),
              at,
              post,
            },
          ]
        : [];
    }),
  );
  const sorted = found.toSorted((one, other) => (one.ms < other.ms ? -1 : Number(one.ms > other.ms)));
  return sorted.map(({ profile, day, at, post }) => ({ profile, day, at, ...post }));
}

/** What a calendar shows, and for whom. */
interface CalendarFrame {
  span: CalendarSpan;
  zone: LocalClock;
  now: number;
  /** Whether entries name their profiles, since there are several. */
  namesProfile: boolean;
}

/** @param document the whole document, whose posts these are */
export function buildCalendarList(
  posts: readonly CalendarPost[],
  document: Readonly<Record<string, unknown>>,
  frame: CalendarFrame,
): ListView<CalendarPost> {
  const { span, zone, namesProfile } = frame;
  const references = createPostReferences();
  const target: typeof references.target = (row) => {
    const found = references.target(row);
    return found && { ...found, profile: (row as CalendarPost).profile }; // its rows are these
  };
  const words = `${formatCalendarSpan(span)}, ${zone.name}`;
  return {
    kind: 'list',
    document,
    key: 'posts',
    rows: posts,
    columns: buildColumns(frame),
    references: namesProfile ? { ...references, target } : references,
    title: 'Post calendar',
    heading: posts.length === 0 ? words : `${words}: ${countStates(posts)}`,
    calendar: buildGrid(frame),
    empty: `no posts; ${span.unit === 'week' ? '--month shows a month, and "next" the next week' : '"next" shows the next month'}`,
  };
}

/** `2 to approve, 3 scheduled, 9 published` */
function countStates(posts: readonly CalendarPost[]): string {
  const counts = Map.groupBy(posts, (post) => getState(post).word);
  const order = Object.values(STATES).map(({ word }) => word);
  return [...counts]
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([word, { length }]) => `${length} ${word}`)
    .join(', ');
}

function buildGrid({ span, zone, now, namesProfile }: CalendarFrame): CalendarGrid {
  return {
    span,
    today: getCalendarDay(zone, now),
    undated: 'Without a date',
    entry(row) {
      const post = row as CalendarPost; // its rows are these
      const ms = post.at === null ? null : Date.parse(post.at);
      const platforms = post.platforms ?? [];
      return {
        day: ms === null ? null : getCalendarDay(zone, ms),
        time: ms === null ? '' : formatClock({ ...zone.wallAt(ms), second: 0 }),
        state: getState(post),
        owner: namesProfile ? (post.profile ?? 'Primary') : null,
        place: (width) =>
          width === Number.POSITIVE_INFINITY
            ? platforms.map(getLegName).join(', ')
            : fitPlatforms(platforms, width),
        text: post.post ?? '',
      };
    },
  };
}

/** Width of a date: `Fri 18 Dec 09:00`. */
const DATE_WIDTH = 16;
/** For which a narrow terminal has no room. */
const WEEKDAY = /^\w+ /;

/** Columns of the list that narrow terminals, screen readers and files get. */
function buildColumns({ zone, now, namesProfile }: CalendarFrame): readonly Column<CalendarPost>[] {
  const ofPost = POST_COLUMNS.filter(({ name }) => name !== 'created' && name !== 'status');
  const [id, ...others] = ofPost.map((column): Column<CalendarPost> => column);
  const when: Column<CalendarPost> = {
    ...pickMember('at', 'when'),
    show: ({ at }) => (at === null ? 'without a date' : formatShortDate(Date.parse(at), { zone, now })),
    fit: ({ at }) =>
      at === null ? 'no date' : formatShortDate(Date.parse(at), { zone, now }).replace(WEEKDAY, ''),
    keeps: DATE_WIDTH,
    drop: 0,
  };
  const profile: Column<CalendarPost> = {
    ...pickMember('profile', 'profile'),
    placeholder: () => 'Primary',
    role: 'name',
    dataOnly: !namesProfile,
    drop: 0,
  };
  return [
    ...(id === undefined ? [] : [id]),
    when,
    { ...pickMember('status', 'status'), show: (post) => getState(post).word, role: 'status', drop: 1 },
    ...(namesProfile ? [profile] : []),
    ...others,
    ...listDataColumns<CalendarPost>({ day: 'day', created: 'created' }),
    ...(namesProfile ? [] : [profile]),
  ];
}
