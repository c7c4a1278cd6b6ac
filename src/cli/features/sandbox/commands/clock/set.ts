import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { Instant } from '../../../../../service/times.ts';
import { parseTime } from '../../../../framework/input/time/since.ts';
import { listClockLines, listClockNotes } from '../../clock-view.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

export default defineSandboxChange({
  summary: 'Set and freeze the sandbox clock',
  description: `
For tests, in which nothing may depend on how fast they run. Until "sandbox clock real", the clock only moves by "sandbox
clock advance" and by --run of "sandbox engage": nothing falls due by itself, also while a server runs.`,
  examples: ['sandbox clock set 2027-03-02T08:15:00Z', 'sandbox clock set 2027-03-02 --json'],
  positional: ['time'],
  input: z.object({
    time: z
      .string()
      .superRefine((text, context) => {
        const { error } = Instant.safeParse(toInstant(text, null));
        for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
      })
      .describe('time with an offset, or a day or time of --tz (default: UTC); from 1970 to 9999'),
  }),
  output: CONTROL.setClock.answer,
  call: 'setClock',
  lookUp: ({ call }) => call('getClock', {}),
  request: ({ time }, _before, { io }) => ({ mode: 'set', now: toInstant(time, io.chosenZone) }),
  lines: listClockLines,
  notes: (after, before) => listClockNotes(before, after),
});

/** @returns the text itself when it is no time */
function toInstant(text: string, zone: string | null): string {
  const ms = parseTime(text, zone);
  return ms === null ? text : new Date(ms).toISOString();
}
