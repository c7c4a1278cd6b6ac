import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { CONTROL } from '../../../../service/control/control.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { formatLimit, Limit } from '../control-views.ts';
import { defineSandboxChange } from '../define-sandbox-change.ts';

export default defineSandboxChange({
  summary: 'Set the limits of your X app in the sandbox',
  description:
    'All profiles share the app. Data that was read in the last minutes is cached and needs no request.',
  examples: ['sandbox x-app --credits 0', 'sandbox x-app --credits off --rate-limit 2 --json'],
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
  check({ credits, rateLimit }) {
    if (credits === undefined && rateLimit === undefined)
      throw createUsageError('nothing to change', 'add --credits, --rate-limit, or both');
  },
  call: 'setXApp',
  request: ({ credits, rateLimit: rateMax }) => ({ credits, rateMax }),
  lines: ({ credits, rateMax, windowMs }) => [
    { name: 'credits', title: 'credits', value: credits, shown: formatLimit(credits) },
    { name: 'rateMax', title: 'requests in a window', value: rateMax, shown: formatLimit(rateMax) },
    { name: 'windowMs', title: 'window', value: windowMs, shown: `${windowMs / MINUTE_MS} minutes` },
  ],
});
