import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { formatLimit, Limit } from '../control-views.ts';

export default defineLocalChange({
  summary: 'Show or set the DM limits of sandbox automations',
  description: `
Above the daily cap, a row ends as rate_limited. Above the monthly quota, a DM to a new person fails. Above the hourly
rate, DMs wait.`,
  examples: [
    'sandbox dm-limits',
    'sandbox dm-limits --per-month 2',
    'sandbox dm-limits --per-day off --json',
  ],
  input: z.object({
    perDay: defineFlag(Limit.optional().describe('daily cap over all profiles; off: the limit of the plan'), {
      placeholder: 'n',
    }),
    perDayOfProfile: defineFlag(
      Limit.optional().describe('daily cap of each profile; off: the cap over all profiles'),
      {
        placeholder: 'n',
      },
    ),
    perMonth: defineFlag(
      Limit.optional().describe(
        'conversations of an account a month, or off; replies to comments are exempt',
      ),
      { placeholder: 'n' },
    ),
    perHour: defineFlag(
      Limit.refine((most) => most !== 0, 'must be at least 1, or off')
        .optional()
        .describe("hourly rate of an account; off: the network's own rate"),
      { placeholder: 'n' },
    ),
  }),
  output: CONTROL.setDmLimits.answer,
  async change(limits, { sandbox }) {
    const { call } = await sandbox.control();
    const isChange = Object.values(limits).some((limit) => limit !== undefined);
    return isChange ? call('setDmLimits', limits) : (await call('status', {})).limits.dms;
  },
  lines: ({ perDay, perDayOfProfile, perMonth, perHour }) => [
    { name: 'perDay', title: 'DMs a day', value: perDay },
    { name: 'perDayOfProfile', title: 'of each profile', value: perDayOfProfile },
    { name: 'perMonth', title: 'conversations a month', value: perMonth, shown: formatLimit(perMonth) },
    { name: 'perHour', title: 'DMs an hour', value: perHour },
  ],
});
