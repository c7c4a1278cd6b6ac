import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { STORE_FLAGS } from '../../receiver/choose-store.ts';
import { describeTarget } from '../../receiver/forward-targets.ts';
import { FILLED_INBOX, openChosenInbox, readFilter, SELECTION } from '../../receiver/inbox-records.ts';

const Stats = z.strictObject({
  kept: z.int().describe('deliveries without a target'),
  waiting: z.int().describe('deliveries that a target has not got'),
  forwarded: z.int().describe('deliveries that all targets have got'),
  dead: z.int().describe('deliveries that a target was given up for'),
  repeated: z.int().describe('deliveries that repeat another one'),
  oldestWaiting: z.string().nullable().describe('when the oldest waiting delivery came, in UTC'),
  waitingTargets: z.array(z.string()).describe('targets that something waits for'),
  refused: z.record(z.string(), z.int()).describe('refused requests by reason, since the inbox was created'),
});

export default defineCommand({
  summary: 'Count received deliveries by their state',
  before: FILLED_INBOX,
  examples: ['hooks inbox stats --sandbox', 'hooks inbox stats --since 24h --sandbox --json'],
  flags: [],
  input: z.object({ ...SELECTION, ...STORE_FLAGS }),
  output: Stats,
  async run(flags, context) {
    const { io } = context;
    const inbox = await openChosenInbox(flags, context);
    const { deliveries, oldestWaiting, refused } = await inbox.count(readFilter(flags, io));
    const waitingTargets = (await inbox.listWaitingTargets()).map(describeTarget);
    const oldest = oldestWaiting === null ? null : new Date(oldestWaiting).toISOString();
    const { kept, waiting, forwarded, dead, repeated } = deliveries;
    return {
      view: {
        kind: 'record',
        document: {
          ...{ kept, waiting, forwarded, dead, repeated },
          oldestWaiting: oldest,
          waitingTargets: [...waitingTargets],
          refused: { ...refused },
        },
        lines: [
          { name: 'kept', title: 'kept', value: kept },
          { name: 'waiting', title: 'waiting', value: waiting },
          { name: 'forwarded', title: 'forwarded', value: forwarded },
          { name: 'dead', title: 'dead', value: dead },
          { name: 'repeated', title: 'repeated', value: repeated },
          { name: 'oldestWaiting', title: 'oldest waiting', value: oldest, role: 'time' },
          {
            name: 'waitingTargets',
            title: 'waiting for',
            value: [...waitingTargets],
            shown: waitingTargets.join(', '),
          },
          { name: 'refused', title: 'refused', value: { ...refused }, shown: formatReasons(refused) },
        ],
      },
    };
  },
});

function formatReasons(refused: Readonly<Record<string, number>>): string {
  const each = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  return each.length === 0 ? '0' : each.join(', ');
}
