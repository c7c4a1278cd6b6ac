import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { defineCommand } from '../../../shell/command.ts';

export default defineCommand({
  summary: 'Clear injected faults',
  examples: ['sandbox fault clear', 'sandbox fault clear --json'],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({ id: z.int().optional().describe('only this fault, by its id in `sandbox fault list`') }),
  output: CONTROL.clearFaults.answer,
  async run({ id }, { sandbox }) {
    const answer = await (await sandbox.control()).call('clearFaults', id === undefined ? {} : { id });
    return {
      view: {
        kind: 'record',
        document: answer,
        lines: [{ name: 'cleared', title: 'cleared', value: answer.cleared }],
      },
    };
  },
});
