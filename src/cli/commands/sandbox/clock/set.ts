import * as z from 'zod';
import { CONTROL, Instant } from '../../../../facts/control.ts';
import { clockView, STANDS_STILL } from '../../../clock-view.ts';
import { defineCommand } from '../../../command.ts';

export default defineCommand({
  summary: 'Set the clock of the sandbox; it then stands still until it is moved',
  examples: ['sandbox clock set 2027-03-02T08:15:00Z', 'sandbox clock set 2027-03-02T09:15:00+01:00 --json'],
  positional: ['time'],
  changes: true,
  flags: [],
  input: z.object({
    time: Instant.describe('the moment, with Z or its distance from UTC, from 1970 up to the year 9999'),
  }),
  output: CONTROL.setClock.answer,
  async run({ time }, { sandbox }) {
    const answer = await (await sandbox()).call('setClock', { mode: 'set', now: time });
    return { view: clockView(answer), notes: [STANDS_STILL] };
  },
});
