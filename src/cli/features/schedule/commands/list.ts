import * as z from 'zod';
import { createLocalClock, UTC } from '../../../../domain/time/local-time.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { rememberShown } from '../../../framework/command/remember-shown.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { describeSlotChange } from '../local-slots.ts';
import {
  COMPUTED_NOTE,
  readSchedules,
  SCHEDULE_COLUMNS,
  TitledPostingSchedule,
} from '../posting-schedules.ts';

export default defineCommand({
  summary: 'List posting schedules and their next free slots',
  description: `
"posts create --auto-schedule <title>" publishes at the next slot. The times of a schedule are in UTC; slots are shown in the
time zone of --tz or CRIER_TZ (default: the machine's) and in UTC. --wide also shows excluded dates and the start.`,
  before: [
    'schedule set --time 09:00Z,17:30Z --days mon-fri',
    'schedule set Weekend --time 11:00Z --days sat,sun',
  ],
  examples: [
    'schedule list',
    'schedule list --wide --tz Europe/Oslo',
    'schedule list --jq ".schedules[].nextSlots[0]"',
  ],
  flags: [REMOTE, READ_PROFILES],
  input: z.object({}),
  output: z.looseObject({ schedules: z.array(TitledPostingSchedule), meta: ListMeta }),
  records: 'schedules',
  async run(_input, context) {
    const { service, io } = context;
    const client = await service.client();
    const now = () => readServiceTime(async () => client, context);
    const { schedules, knowsFreeSlots, answer } = await readSchedules(client, now);
    await rememberShown(
      'schedules',
      schedules.map(({ title }) => title),
      context,
    );
    const { change } = await createPrintedCommands(context);
    const times = [...new Set(schedules.flatMap(({ schedule }) => schedule))];
    const clock = createLocalClock(io.timeZone);
    const note =
      times.length === 0 || clock.name === UTC ? null : describeSlotChange(times, clock, await now());
    return {
      view: {
        kind: 'list',
        document: { schedules, meta: buildListMeta({ hasMore: false, limit: null }) },
        key: 'schedules',
        rows: schedules,
        columns: SCHEDULE_COLUMNS,
        empty: 'no posting schedule is set',
        notesEmpty: true,
      },
      ...(answer !== null && { raw: answer.bytes }),
      notes: [...(note === null ? [] : [note]), ...(knowsFreeSlots ? [] : [COMPUTED_NOTE])],
      commands:
        schedules.length > 0 ? [] : [{ lead: 'to set one', line: change`schedule set --time 09:00Z` }],
    };
  },
});
