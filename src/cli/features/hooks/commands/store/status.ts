import * as z from 'zod';
import { formatCount } from '../../../../../domain/text/lists-and-counts.ts';
import { GONE_MS, isRunning } from '../../../../../receiver/heartbeat.ts';
import type { SeenProcess } from '../../../../../receiver/inbox/inbox.ts';
import { SECOND_MS } from '../../../../../service/durations.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import { describeTarget } from '../../../webhooks/forward-targets.ts';
import { formatOldest, listCountLines, openChosenInbox } from '../../receiver/inbox-records.ts';

const Process = z.strictObject({
  host: z.string(),
  pid: z.int(),
  role: z.enum(['listener', 'forwarder']),
  targets: z.array(z.string()).describe('what it forwards to, or plans for'),
  startedAt: z.string().describe('in UTC'),
  seenSecondsAgo: z.int(),
  isRunning: z
    .boolean()
    .describe(`seen in the last ${GONE_MS / SECOND_MS} seconds, and not ended since on this machine`),
});
type Process = z.infer<typeof Process>;

const Status = z.strictObject({
  kind: z.enum(['SQLite', 'Postgres']),
  address: z.string().describe('path, or URL without a password'),
  version: z.int().describe('of its tables'),
  kept: z.int(),
  waiting: z.int(),
  forwarded: z.int(),
  dead: z.int(),
  repeated: z.int(),
  oldestWaiting: z.string().nullable().describe('when the oldest waiting delivery came, in UTC'),
  targets: z.array(
    z.strictObject({
      target: z.string(),
      waiting: z.int(),
      dead: z.int(),
      oldestWaiting: z.string().nullable(),
    }),
  ),
  processes: z.array(Process).describe('seen in the last 24 hours, and not ended by themselves'),
});

export default defineLocalRead({
  summary: 'Show an inbox and who uses it',
  description: `
Shows where the inbox is, what is in it, and which listeners and forwarders use it. Exits 2 if Postgres has no inbox or
one of another version, 4 if it refuses this user, and 10 if it does not answer.`,
  examples: ['hooks store status', 'hooks store status --store ./inbox.db --json'],
  input: z.object(STORE_FLAGS),
  output: Status,
  async read(flags, context) {
    const { io } = context;
    const inbox = await openChosenInbox(flags, context);
    const { deliveries, oldestWaiting } = await inbox.count({});
    const backlogs = await inbox.listBacklogs();
    const processes: Process[] = [];
    for (const each of await inbox.listProcesses(io.now()))
      processes.push(buildProcess(each, await isRunning(each, io.hasEnded)));
    return {
      ...(await inbox.describe()),
      ...deliveries,
      oldestWaiting: formatOldest(oldestWaiting),
      targets: backlogs.map((each) => ({
        ...each,
        target: describeTarget(each.target),
        oldestWaiting: formatOldest(each.oldestWaiting),
      })),
      processes,
    };
  },
  lines: ({ kind, address, version, targets, processes, ...counts }) => [
    { name: 'kind', title: 'kind', value: kind },
    { name: 'address', title: 'address', value: address },
    { name: 'version', title: 'version', value: version },
    ...listCountLines(counts),
    {
      name: 'targets',
      title: 'targets',
      value: targets,
      parts: targets.map(({ target, waiting, dead }) => ({
        title: 'target',
        shown: `${target}: ${waiting} waiting, ${dead} dead`,
      })),
    },
    {
      name: 'processes',
      title: 'processes',
      value: processes,
      parts: processes.map((each) => ({ title: 'process', shown: describeProcess(each) })),
    },
  ],
});

function buildProcess(
  { host, pid, role, targets, startedAt, seenMs }: SeenProcess,
  isInUse: boolean,
): Process {
  return {
    ...{ host, pid, role, targets: targets.map(describeTarget) },
    startedAt: new Date(startedAt).toISOString(),
    seenSecondsAgo: Math.max(0, Math.round(seenMs / SECOND_MS)),
    isRunning: isInUse,
  };
}

function describeProcess({ host, pid, role, targets, seenSecondsAgo, isRunning: runs }: Process): string {
  const what = targets.length === 0 ? '' : ` for ${formatCount(targets.length, 'target', 'targets')}`;
  const seen = runs ? 'running' : `not seen for ${formatCount(seenSecondsAgo, 'second', 'seconds')}`;
  return `${role}${what} on ${host} (process ${pid}), ${seen}`;
}
