import * as z from 'zod';
import { CONTROL } from '../../../facts/control.ts';
import { Plan } from '../../../facts/plans.ts';
import { defineCommand } from '../../command.ts';

export default defineCommand({
  summary: "Set the plan of the sandbox's account, and with it what it may do",
  examples: ['sandbox plan launch', 'sandbox plan enterprise --json'],
  positional: ['name'],
  flags: [],
  input: z.object({ name: Plan.describe('the plan') }),
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
