import * as z from 'zod';
import { CONTROL } from '../../../../facts/control.ts';
import { clockView, STANDS_STILL } from '../../../clock-view.ts';
import { defineCommand } from '../../../command.ts';
import { duration } from '../../../flags.ts';
import { countsText } from '../../../sandbox-status.ts';

export default defineCommand({
  summary: 'Move the clock of the sandbox on, and run everything that falls due',
  description: 'What falls due is run in order, before this ends. A clock that was real stands still then.',
  examples: ['sandbox clock advance 10m', 'sandbox clock advance 16h --json'],
  positional: ['duration'],
  changes: true,
  flags: [],
  input: z.object({ duration: duration().describe('how far, with its unit: 30s, 10m, 16h, 2d') }),
  output: CONTROL.advanceClock.answer,
  async run({ duration }, { sandbox }) {
    const answer = await (await sandbox()).call('advanceClock', { ms: duration });
    const { lines } = clockView(answer);
    const ran = Object.values(answer.ran).some((count) => count > 0)
      ? [{ name: 'ran', title: 'done', value: countsText(answer.ran) }]
      : [];
    return { view: { kind: 'record', document: answer, lines: [...lines, ...ran] }, notes: [STANDS_STILL] };
  },
});
