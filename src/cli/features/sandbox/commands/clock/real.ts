import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { listClockLines, listClockNotes } from '../../clock-view.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

export default defineSandboxChange({
  summary: 'Set the sandbox clock to real time',
  description: 'Ends a frozen clock, and one that "sandbox clock advance" moved ahead.',
  examples: ['sandbox clock real', 'sandbox clock real --json'],
  input: z.object({}),
  output: CONTROL.setClock.answer,
  call: 'setClock',
  lookUp: ({ call }) => call('getClock', {}),
  request: () => ({ mode: 'real' }),
  lines: listClockLines,
  notes: (after, before) => listClockNotes(before, after),
});
