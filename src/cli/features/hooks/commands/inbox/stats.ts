import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import { describeTarget } from '../../../webhooks/forward-targets.ts';
import {
  FILLED_INBOX,
  formatOldest,
  listCountLines,
  openChosenInbox,
  readFilter,
  SELECTION,
} from '../../receiver/inbox-records.ts';

export default defineLocalRead({
  summary: 'Count received deliveries by their state',
  before: FILLED_INBOX,
  examples: ['hooks inbox stats --sandbox', 'hooks inbox stats --since 24h --sandbox --json'],
  input: z.object({ ...SELECTION, ...STORE_FLAGS }),
  output: z.strictObject({
    kept: z.int().describe('deliveries without a target'),
    waiting: z.int().describe('deliveries that a target has not got'),
    forwarded: z.int().describe('deliveries that all targets have got'),
    dead: z.int().describe('deliveries that a target was given up for'),
    repeated: z.int().describe('deliveries that repeat another one'),
    oldestWaiting: z.string().nullable().describe('when the oldest waiting delivery came, in UTC'),
    waitingTargets: z.array(z.string()).describe('targets that something waits for'),
    refused: z
      .record(z.string(), z.int())
      .describe('refused requests by reason, since the inbox was created'),
  }),
  async read(flags, context) {
    const inbox = await openChosenInbox(flags, context);
    const { deliveries, oldestWaiting, refused } = await inbox.count(readFilter(flags, context.io));
    return {
      ...deliveries,
      oldestWaiting: formatOldest(oldestWaiting),
      waitingTargets: (await inbox.listWaitingTargets()).map(describeTarget),
      refused: { ...refused },
    };
  },
  lines: ({ waitingTargets, refused, ...counts }) => [
    ...listCountLines(counts),
    {
      name: 'waitingTargets',
      title: 'waiting for',
      value: waitingTargets,
      shown: waitingTargets.join(', '),
    },
    { name: 'refused', title: 'refused', value: refused, shown: formatReasons(refused) },
  ],
});

function formatReasons(refused: Readonly<Record<string, number>>): string {
  const each = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  return each.length === 0 ? '0' : each.join(', ');
}
