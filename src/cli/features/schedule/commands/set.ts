import * as z from 'zod';
import { createLocalClock, type LocalClock, UTC } from '../../../../domain/time/local-time.ts';
import { createUsageError } from '../../../../errors.ts';
import { PostingScheduleEntry, setAutoSchedule } from '../../../../service/endpoints/auto-schedule.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { rememberShown } from '../../../framework/command/remember-shown.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../../framework/output/view.ts';
import { describeSlotChange, type TypedSlots, toUtcSlots } from '../local-slots.ts';
import {
  COMPUTED_NOTE,
  formatDays,
  formatSlots,
  readSchedules,
  type TitledPostingSchedule,
} from '../posting-schedules.ts';
import { chooseZone, readSchedule } from '../read-schedule.ts';
import { Days, TITLE, Times } from '../schedule-flags.ts';

export default defineChange({
  summary: 'Set the times of a posting schedule',
  description: `
A schedule is a set of times on days of the week, in UTC; "posts create --auto-schedule <title>" publishes a post at the next
one that no other post took. --time replaces the schedule of this title as a whole; without it, only what the other flags name
changes. Posts that are scheduled keep their times.

--time 09:00 with --tz or CRIER_TZ is a time of that zone, whose days and --exclude move with it (00:30 on Monday in Oslo is on
Sunday in UTC); 09:00Z, and 09:00 without --tz, are in UTC. Slots are at the same time in UTC all year, so they move by an hour
where clocks change for summer: a note says from which day on. The next slots are printed in the time zone of --tz or
CRIER_TZ (default: the machine's).`,
  examples: [
    'schedule set --time 09:00Z,17:30Z',
    'schedule set Weekend --time 11:00Z --days sat,sun --exclude 2026-12-26',
    'schedule set --time 09:00 --days mon-fri --tz Europe/Oslo',
    'schedule set --time 09:00Z --days mon-fri --start "in 2 weeks" --json',
    'schedule set --time 09:00Z --dry-run',
  ],
  positional: ['title'],
  validationCode: 101,
  input: z.object({
    title: TITLE,
    time: defineFlag(Times.default([]).describe('times of the day, UTC or of --tz, separated by commas'), {
      placeholder: 'hh:mm',
    }),
    days: defineFlag(Days.default([]).describe('days: mon,wed or mon-fri or weekend (default: every day)'), {
      placeholder: 'days',
    }),
    exclude: defineFlag(
      z.array(z.iso.date('must be a date such as 2026-12-24')).default([]).describe('date without posts'),
      { placeholder: 'date' },
    ),
    start: defineTextFlag('no slots before this time: "in 2 weeks", or a time', { placeholder: 'time' }),
  }),
  output: PostingScheduleEntry.extend(setAutoSchedule.answer.shape),
  call: setAutoSchedule,
  forProfiles: true,
  async prepare({ title, time, days, exclude, start, dryRun }, context) {
    const { service, io } = context;
    const client = await service.client({ writes: !dryRun, sends: { row: setAutoSchedule } });
    const now = () => readServiceTime(async () => client, context);
    const timeZone = chooseZone(undefined, io);
    const moment =
      start === undefined ? null : readSchedule(start, { now: await now(), timeZone, from: 'start' });
    const clock = createLocalClock(timeZone);
    // in UTC nothing depends on the day
    const from = moment?.ms ?? (timeZone === UTC ? io.now() : await now());
    const typedClock = io.chosenZone === null ? null : clock;
    const slots = toUtcSlots({ times: time, days: [...new Set(days)], exclude }, typedClock, from);
    const { schedule, daysOfWeek, excludeDates } = slots;
    const body = {
      title,
      ...(schedule.length > 0 && { schedule: [...schedule] }),
      ...(daysOfWeek.length > 0 && { daysOfWeek: daysOfWeek.toSorted() }),
      ...(excludeDates.length > 0 && { excludeDates: [...excludeDates] }),
      ...(moment !== null && { setStartDate: moment.iso }),
    };
    if (Object.keys(body).length === 1)
      throw createUsageError('nothing to set', 'add --time, such as --time 09:00Z,17:30Z');
    const notes = [
      ...slots.notes,
      ...listUtcNotes({ times: time, days, exclude }, { timeZone, chosenZone: io.chosenZone }),
    ];
    return { body, times: schedule, notes, now, clock, from };
  },
  request: (_input, { body }) => ({ body }),
  planNotes: (_input, { times, notes, clock, from }) => [...notes, ...listChangeNotes(times, clock, from)],
  async show(answer, { title }, run) {
    const { client, io, made } = run;
    const { schedules, knowsFreeSlots } = await readSchedules(client, made.now);
    await rememberShown('schedules', [title], run);
    const { change } = await createPrintedCommands(run);
    const set = schedules.find((each) => each.title === title);
    return {
      view: {
        kind: 'record',
        document: { ...answer, ...set },
        lines: listScheduleLines(answer.title ?? title, set, { ...made, timeZone: io.timeZone }),
      },
      notes: [
        ...made.notes,
        ...listChangeNotes(set?.schedule ?? made.times, made.clock, made.from),
        ...(knowsFreeSlots ? [] : [COMPUTED_NOTE]),
      ],
      commands: [
        {
          lead: 'to publish at the next slot',
          line: change`posts create --platform bluesky --text "New in" --auto-schedule ${title}`,
        },
      ],
    };
  },
});

/** @param times those that were set, if the service does not list the schedule */
function listScheduleLines(
  title: string,
  set: TitledPostingSchedule | undefined,
  { times, clock, timeZone }: { times: readonly string[]; clock: LocalClock; timeZone: string },
): readonly RecordLine[] {
  const { schedule = times, daysOfWeek = null, excludeDates = [], setStartDate = null } = set ?? {};
  const nextSlots = set?.nextSlots ?? [];
  return [
    { name: 'title', title: 'title', value: title },
    { name: 'schedule', title: 'times (UTC)', value: schedule, shown: schedule.join(' ') },
    { name: 'daysOfWeek', title: 'days', value: daysOfWeek, shown: formatDays(daysOfWeek) },
    { name: 'excludeDates', title: 'except', value: excludeDates, shown: excludeDates.join(' ') },
    { name: 'setStartDate', title: 'from', value: setStartDate, role: 'time' },
    {
      name: 'nextSlots',
      title: `next (${timeZone})`,
      value: nextSlots,
      shown: formatSlots(nextSlots, clock).replaceAll('\n', ', '),
    },
  ];
}

function listChangeNotes(schedule: readonly string[], clock: LocalClock, from: number): readonly string[] {
  const note = describeSlotChange(schedule, clock, from);
  return note === null ? [] : [note];
}

/** Says what is in UTC although it has no Z, to people who live elsewhere. */
function listUtcNotes(
  { times, days, exclude }: TypedSlots,
  { timeZone, chosenZone }: { timeZone: string; chosenZone: string | null },
): readonly string[] {
  if (timeZone === UTC) return [];
  if (chosenZone === null)
    return times.some(({ isUtc }) => !isUtc)
      ? [`times are in UTC; to type them in your time zone, add ${formatFlags`--tz ${timeZone}`}`]
      : [];
  const hasDays = days.length > 0 || exclude.length > 0;
  return hasDays && times.every(({ isUtc }) => isUtc) ? ['days and dates are those of UTC'] : [];
}
