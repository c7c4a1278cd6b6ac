import * as z from 'zod';
import { CONTROL } from '../../../facts/control.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { formatLimit, Limit } from '../../limit-flag.ts';

export default defineCommand({
  summary: 'Limit the DMs that automations of the sandbox send, or show the limits',
  description: `
Past the DMs of a day a row ends as rate_limited; past the conversations of a month a DM to a new person fails; past the
DMs of an hour the rest waits.`,
  examples: [
    'sandbox dm-limits',
    'sandbox dm-limits --per-month 2',
    'sandbox dm-limits --per-day off --json',
  ],
  changes: true,
  flags: [],
  input: z.object({
    perDay: defineFlag(Limit.optional().describe('over all profiles; off for what the plan says'), {
      placeholder: 'n',
    }),
    perDayOfProfile: defineFlag(
      Limit.optional().describe('of each profile; off for as many as all together'),
      {
        placeholder: 'n',
      },
    ),
    perMonth: defineFlag(
      Limit.optional().describe(
        'conversations of an account in a calendar month, or off; what answers a comment is sent all the same',
      ),
      { placeholder: 'n' },
    ),
    perHour: defineFlag(
      Limit.refine((most) => most !== 0, 'must be 1 at least, or off')
        .optional()
        .describe("of an account; off for the network's own pace"),
      { placeholder: 'n' },
    ),
  }),
  output: CONTROL.setDmLimits.answer,
  async run(limits, { sandbox }) {
    const { call } = await sandbox();
    const named = Object.entries(limits).filter(([, value]) => value !== undefined);
    const document =
      named.length === 0 ? (await call('status', {})).limits.dms : await call('setDmLimits', limits);
    const { perDay, perDayOfProfile, perMonth, perHour } = document;
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'perDay', title: 'DMs a day', value: perDay },
          { name: 'perDayOfProfile', title: 'of each profile', value: perDayOfProfile },
          {
            name: 'perMonth',
            title: 'conversations a month',
            value: perMonth,
            shown: formatLimit(perMonth),
          },
          { name: 'perHour', title: 'DMs an hour', value: perHour },
        ],
      },
    };
  },
});
