import * as z from 'zod';
import { CONTROL } from '../../../service/control/control.ts';
import { Plan } from '../../../service/plans.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';

export default defineCommand({
  summary: "Show or set the plan of the sandbox's account",
  description: 'The plan decides which features the account has.',
  examples: ['sandbox plan', 'sandbox plan launch', 'sandbox plan enterprise --json'],
  positional: ['name'],
  changes: true,
  flags: [],
  input: z.object({
    name: defineFlag(Plan.optional().describe('plan to set (default: show the current one)'), {
      placeholder: 'plan',
    }),
  }),
  output: CONTROL.setPlan.answer,
  async run({ name }, { sandbox }) {
    const { call } = await sandbox.control();
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
