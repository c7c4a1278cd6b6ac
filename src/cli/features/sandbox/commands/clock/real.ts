import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { buildClockView, listClockNotes } from '../../clock-view.ts';

export default defineCommand({
  summary: 'Set the sandbox clock to real time',
  description: 'Ends a frozen clock, and one that "sandbox clock advance" moved ahead.',
  examples: ['sandbox clock real', 'sandbox clock real --json'],
  changes: true,
  flags: [],
  input: z.object({}),
  output: CONTROL.setClock.answer,
  async run(_input, { sandbox }) {
    const { call } = await sandbox.control();
    const before = await call('getClock', {});
    const answer = await call('setClock', { mode: 'real' });
    return { view: buildClockView(answer), notes: listClockNotes(before, answer) };
  },
});
