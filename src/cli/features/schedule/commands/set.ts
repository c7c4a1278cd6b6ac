import * as z from 'zod';
import { createLocalClock, type LocalClock, UTC } from '../../../../domain/time/local-time.ts';
import { createUsageError } from '../../../../errors.ts';
import { PostingScheduleEntry, setAutoSchedule } from '../../../../service/endpoints/auto-schedule.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { rememberShown } from '../../../framework/command/remember-shown.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { describeSlotChange, type TypedSlots, toUtcSlots } from '../local-slots.ts';
import { COMPUTED_NOTE, formatDays, formatSlots, readSchedules } from '../posting-schedules.ts';
import { chooseZone, readSchedule } from '../read-schedule.ts';
import { Days, TITLE, Times } from '../schedule-flags.ts';

export default defineCommand({
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
  changes: true,
  flags: [REMOTE, WRITE],
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
    start: defineFlag(z.string().optional().describe('no slots before this time: "in 2 weeks", or a time'), {
      placeholder: 'time',
    }),
  }),
  output: PostingScheduleEntry.extend(setAutoSchedule.answer.shape),
  async run({ title, time, days, exclude, start, dryRun }, context) {
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
    const slotsInUtc = toUtcSlots({ times: time, days: [...new Set(days)], exclude }, typedClock, from);
    const { schedule: times, daysOfWeek, excludeDates } = slotsInUtc;
    const body = {
      title,
      ...(times.length > 0 && { schedule: [...times] }),
      ...(daysOfWeek.length > 0 && { daysOfWeek: daysOfWeek.toSorted() }),
      ...(excludeDates.length > 0 && { excludeDates: [...excludeDates] }),
      ...(moment !== null && { setStartDate: moment.iso }),
    };
    if (Object.keys(body).length === 1)
      throw createUsageError('nothing to set', 'add --time, such as --time 09:00Z,17:30Z');
    const timeNotes = [
      ...slotsInUtc.notes,
      ...listUtcNotes({ times: time, days, exclude }, { timeZone, chosenZone: io.chosenZone }),
    ];
    if (dryRun)
      return {
        view: buildPlannedView(client.plan(setAutoSchedule, { body })),
        notes: [...timeNotes, ...listChangeNotes(times, clock, from)],
      };
    const answer = await client.call(setAutoSchedule, { body });
    const { schedules, knowsFreeSlots } = await readSchedules(client, now);
    await rememberShown('schedules', [title], context);
    const { change } = await createPrintedCommands(context);
    const set = schedules.find((each) => each.title === title);
    const slots = set?.nextSlots ?? [];
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, ...set },
        lines: [
          { name: 'title', title: 'title', value: answer.body.title ?? title },
          {
            name: 'schedule',
            title: 'times (UTC)',
            value: set?.schedule ?? times,
            shown: (set?.schedule ?? times).join(' '),
          },
          {
            name: 'daysOfWeek',
            title: 'days',
            value: set?.daysOfWeek ?? null,
            shown: formatDays(set?.daysOfWeek ?? null),
          },
          {
            name: 'excludeDates',
            title: 'except',
            value: set?.excludeDates ?? [],
            shown: set?.excludeDates.join(' ') ?? '',
          },
          { name: 'setStartDate', title: 'from', value: set?.setStartDate ?? null, role: 'time' },
          {
            name: 'nextSlots',
            title: `next (${timeZone})`,
            value: slots,
            shown: formatSlots(slots, clock).replaceAll('\n', ', '),
          },
        ],
      },
      raw: answer.bytes,
      notes: [
        ...timeNotes,
        ...listChangeNotes(set?.schedule ?? times, clock, from),
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
