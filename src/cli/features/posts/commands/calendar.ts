import * as z from 'zod';
import {
  findCalendarSpan,
  formatIsoDay,
  getCalendarDay,
  parseCalendarDay,
} from '../../../../domain/time/calendar-days.ts';
import { createLocalClock } from '../../../../domain/time/local-time.ts';
import { createUsageError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import {
  combineProfileFailures,
  formatProfile,
  listProfileServices,
  ProfileAlias,
  readEachProfile,
} from '../../comments/read-profiles.ts';
import { buildCalendarList, CalendarPost, selectCalendarPosts } from '../calendar/calendar-list.ts';
import { readCalendarPosts } from '../calendar/read-calendar.ts';

const DAY_ADVICE = 'write "next", "previous", 2026-10-05, "24 dec", october or 2026-10';

export default defineCommand({
  summary: 'Show the posts of a week or a month on their days',
  description: `
Shows posts on the days on which they are or were published: those that await approval, are scheduled or paused, were
published, and failed. A mark before the time says which, and the last line explains the marks. Posts that await approval
without a date are listed below. Days and times are those of --tz or CRIER_TZ, else of this machine; a week begins on Monday.

A day chooses another week or month: "next", "previous", 2026-10-05, "24 dec", october or 2026-10. A date without its year
is the nearest one. In a month, a day shows its first posts and the number of the others; a week shows all.

A terminal of fewer than 76 columns, --accessible, --wide and other formats get a list. -o html makes a page of it, to send on
or to print. With --all-profiles, the posts of each profile are read with its own key; if some fail, the others are shown, and
the exit code is 3. One request reads 1000 posts of a profile; at most 10 are sent for each.`,
  examples: [
    'posts calendar',
    'posts calendar next --all-profiles',
    'posts calendar --month',
    'posts calendar --month -o html',
    'posts calendar previous --json --fields day,status,platforms,post',
  ],
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  positional: ['day'],
  input: z.object({
    day: defineTextFlag('a day in the week or month to show (default: today)', { placeholder: 'day' }),
    week: defineSwitch('show a week (default, unless the day is a month)', { conflicts: ['month'] }),
    month: defineSwitch('show a month'),
  }),
  output: z.object({
    from: z.string().describe('first day, such as 2026-10-05'),
    to: z.string().describe('last day'),
    timeZone: z.string().describe('the zone of the days'),
    posts: z.array(CalendarPost),
    errors: z
      .array(z.object({ profile: ProfileAlias, message: z.string() }))
      .describe('profiles that could not be read'),
    meta: ListMeta,
  }),
  records: 'posts',
  async run({ day: typed, week, month, allProfiles, concurrency }, { service, io }) {
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this may read several', 'use -o json');
    const day = typed === undefined ? null : parseDay(typed);
    const unit = month || (!week && day?.unit === 'month') ? 'month' : 'week';
    const zone = createLocalClock(io.timeZone);
    const services = await listProfileServices(service, allProfiles);
    const findSpan = (at: number) => {
      const today = getCalendarDay(zone, at);
      const shown = day === null ? today : day.find(today, unit);
      return shown === null ? null : findCalendarSpan(shown, unit);
    };
    // a zone is up to a day ahead of UTC
    const findStart = (at: number) => ((findSpan(at)?.first ?? 0) - 1) * DAY_MS;
    const all = await readEachProfile(
      services,
      async (each) => readCalendarPosts(await each.client(), io.now, findStart),
      { atOnce: concurrency, progress: io.progress },
    );
    const failure = combineProfileFailures(all, 'the posts of the others are shown');
    if (failure !== null && all.every((each) => each.failure !== null)) throw failure;
    const now = all.find(({ value }) => value?.asOf !== undefined)?.value?.asOf ?? io.now();
    const span = findSpan(now);
    if (span === null) throw createUsageError(`there is no day "${typed}"`, DAY_ADVICE);
    const posts = selectCalendarPosts(
      all.flatMap(({ profile, value }) => (value === null ? [] : [{ profile, posts: value.posts }])),
      span,
      zone,
    );
    const cut = all.filter(({ value }) => value?.hasMore === true);
    const document = {
      from: formatIsoDay(span.first),
      to: formatIsoDay(span.last),
      timeZone: zone.name,
      posts,
      errors: all.flatMap(({ profile, failure: fault }) =>
        fault === null ? [] : [{ profile, message: fault.message }],
      ),
      meta: buildListMeta({ limit: null, hasMore: cut.length > 0 }),
    };
    return {
      view: buildCalendarList(posts, document, { span, zone, now, namesProfile: allProfiles }),
      asOf: now,
      notes: cut.map(
        ({ profile, value }) =>
          `only the newest ${value?.posts.length} posts of ${formatProfile(profile)} were read: older ones are missing`,
      ),
      ...(failure !== null && { failure }),
    };
  },
});

/** @throws CrierError of kind usage for a text that is no day */
function parseDay(text: string) {
  const day = parseCalendarDay(text);
  if (day === null) throw createUsageError(`"${text}" is not a day`, DAY_ADVICE);
  return day;
}
