import * as z from 'zod';
import { CONTROL } from '../../../facts/control.ts';
import { Plan } from '../../../facts/plans.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';

export default defineCommand({
  summary: "Set the plan of the sandbox's account, or without a name show it",
  description: 'What the account may do comes with its plan.',
  examples: ['sandbox plan', 'sandbox plan launch', 'sandbox plan enterprise --json'],
  positional: ['name'],
  changes: true,
  flags: [],
  input: z.object({
    name: defineFlag(Plan.optional().describe('the plan; left out, the one it has is shown'), {
      placeholder: 'plan',
    }),
  }),
  output: CONTROL.setPlan.answer,
  async run({ name }, { sandbox }) {
    const { call } = await sandbox();
    const { plan } = name === undefined ? await call('status', {}) : await call('setPlan', { plan: name });
    return {
      view: {
        kind: 'record',
        document: { plan },
        lines: [{ name: 'plan', title: 'plan', value: plan }],
      },
    };
  },
});
