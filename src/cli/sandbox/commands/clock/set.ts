import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { Instant } from '../../../../service/times.ts';
import { defineCommand } from '../../../shell/command.ts';
import { parseTime } from '../../../time/since.ts';
import { buildClockView, listClockNotes } from '../../clock-view.ts';

export default defineCommand({
  summary: 'Set and freeze the sandbox clock',
  examples: ['sandbox clock set 2027-03-02T08:15:00Z', 'sandbox clock set 2027-03-02 --json'],
  positional: ['time'],
  changes: true,
  flags: [],
  input: z.object({
    time: z
      .string()
      .transform((text) => {
        const moment = parseTime(text);
        return moment === null ? text : new Date(moment).toISOString();
      })
      .pipe(Instant)
      .describe('time with Z or a UTC offset, or a day (UTC); from 1970 to 9999'),
  }),
  output: CONTROL.setClock.answer,
  async run({ time }, { sandbox }) {
    const { call } = await sandbox.control();
    const before = await call('getClock', {});
    const answer = await call('setClock', { mode: 'set', now: time });
    return { view: buildClockView(answer), notes: listClockNotes(before, answer) };
  },
});
