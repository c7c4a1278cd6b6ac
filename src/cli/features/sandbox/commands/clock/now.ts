import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { listClockLines } from '../../clock-view.ts';

export default defineLocalRead({
  summary: 'Show the time of the sandbox clock',
  examples: ['sandbox clock now', 'sandbox clock now --json'],
  input: z.object({}),
  output: CONTROL.getClock.answer,
  read: async (_input, { sandbox }) => (await sandbox.control()).call('getClock', {}),
  lines: listClockLines,
});
