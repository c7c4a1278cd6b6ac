import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { CONTROL } from '../../../../service/control/control.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { formatLimit, Limit } from '../control-views.ts';

export default defineCommand({
  summary: 'Set the limits of your X app in the sandbox',
  description:
    'All profiles share the app. Data that was read in the last minutes is cached and needs no request.',
  examples: ['sandbox x-app --credits 0', 'sandbox x-app --credits off --rate-limit 2 --json'],
  changes: true,
  flags: [],
  input: z.object({
    credits: defineFlag(
      Limit.optional().describe('paid requests left, or off; 0 makes requests fail with 416'),
      {
        placeholder: 'n',
      },
    ),
    rateLimit: defineFlag(
      Limit.optional().describe('requests per window, or off; above it requests fail with 364'),
      {
        placeholder: 'n',
      },
    ),
  }),
  output: CONTROL.setXApp.answer,
  async run({ credits, rateLimit: rateMax }, { sandbox }) {
    if (credits === undefined && rateMax === undefined) {
      throw createUsageError('nothing to change', 'add --credits, --rate-limit, or both');
    }
    const order = { ...(credits !== undefined && { credits }), ...(rateMax !== undefined && { rateMax }) };
    const answer = await (await sandbox.control()).call('setXApp', order);
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
