import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { buildClockView } from '../../clock-view.ts';

export default defineCommand({
  summary: 'Show the time of the sandbox clock',
  examples: ['sandbox clock now', 'sandbox clock now --json'],
  flags: [],
  input: z.object({}),
  output: CONTROL.getClock.answer,
  async run(_input, { sandbox }) {
    return { view: buildClockView(await (await sandbox.control()).call('getClock', {})) };
  },
});
