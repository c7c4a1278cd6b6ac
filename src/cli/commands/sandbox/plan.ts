import * as z from 'zod';
import { CONTROL } from '../../../facts/control.ts';
import { Plan } from '../../../facts/plans.ts';
import { defineCommand } from '../../command.ts';
import { written } from '../../flags.ts';

export default defineCommand({
  summary: "Set the plan of the sandbox's account, and with it what it may do",
  examples: ['sandbox plan launch', 'sandbox plan enterprise --json'],
  positional: ['name'],
  changes: true,
  flags: [],
  input: z.object({ name: written(Plan.describe('the plan'), { placeholder: 'plan' }) }),
  output: CONTROL.setPlan.answer,
  async run({ name }, { sandbox }) {
    const answer = await (await sandbox()).call('setPlan', { plan: name });
    return {
      view: {
        kind: 'record',
        document: answer,
        lines: [{ name: 'plan', title: 'plan', value: answer.plan }],
      },
    };
  },
});
