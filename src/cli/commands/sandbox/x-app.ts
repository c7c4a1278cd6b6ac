import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { CONTROL } from '../../../facts/control.ts';
import { MINUTE_MS } from '../../../facts/durations.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { formatLimit, Limit } from '../../limit-flag.ts';

export default defineCommand({
  summary: "Limit what the account's own app may still do at X",
  description:
    'All profiles share the app. What was fetched in the last minutes needs no request, and costs nothing.',
  examples: ['sandbox x-app --credits 0', 'sandbox x-app --credits off --rate-limit 2 --json'],
  changes: true,
  flags: [],
  input: z.object({
    credits: defineFlag(Limit.optional().describe('requests that are paid for, or off; none left is 416'), {
      placeholder: 'n',
    }),
    rateLimit: defineFlag(Limit.optional().describe('requests in a window of X, or off; more is 364'), {
      placeholder: 'n',
    }),
  }),
  output: CONTROL.setXApp.answer,
  async run({ credits, rateLimit: rateMax }, { sandbox }) {
    if (credits === undefined && rateMax === undefined) {
      throw createUsageError('nothing is named to be changed', 'give --credits, --rate-limit, or both');
    }
    const order = { ...(credits !== undefined && { credits }), ...(rateMax !== undefined && { rateMax }) };
    const answer = await (await sandbox()).call('setXApp', order);
    return {
      view: {
        kind: 'record',
        document: answer,
        lines: [
          { name: 'credits', title: 'credits', value: answer.credits, shown: formatLimit(answer.credits) },
          {
            name: 'rateMax',
            title: 'requests in a window',
            value: answer.rateMax,
            shown: formatLimit(answer.rateMax),
          },
          {
            name: 'windowMs',
            title: 'window',
            value: answer.windowMs,
            shown: `${answer.windowMs / MINUTE_MS} minutes`,
          },
        ],
      },
    };
  },
});
