import * as z from 'zod';
import { formatBytes } from '../../../domain/text/format-bytes.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { SandboxState } from '../../../service/control/control.ts';
import { RETENTION } from '../../../service/control/retention.ts';
import { ADD_ONS, AddOn } from '../../../service/plans.ts';
import { buildClockLine, listFrozenNotes } from '../../framework/command/sandbox/describe-clock.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { formatFlags } from '../../framework/output/text/shell-command.ts';
import type { RecordLine, RecordView } from '../../framework/output/view.ts';

/** State of this machine's sandbox, as `sandbox status` and `sandbox start` print it. */
export const SandboxStatus = z.strictObject({
  running: z.boolean().describe('whether a process serves it; commands also use it without one'),
  address: z.string().nullable(),
  apiKey: z.string().describe('key of this sandbox, valid nowhere else'),
  pid: z.int().nullable(),
  memory: z.boolean().describe('whether its data is lost when it stops'),
  ...SandboxState.omit({ limits: true, file: true }).shape,
  log: z
    .string()
    .nullable()
    .describe("path of the server's log, which is created at its first fault; null without a server"),
  dms: SandboxState.shape.limits.shape.dms.describe('limits of DMs by automations, and the number sent'),
});
export type SandboxStatus = z.infer<typeof SandboxStatus>;

export async function readSandboxStatus({ call, connection }: SandboxControl): Promise<SandboxStatus> {
  const { limits, file: _file, ...state } = await call('status', {});
  const { server, credentials } = connection;
  return {
    running: server !== null,
    address: server?.address ?? null,
    apiKey: credentials.apiKey,
    pid: server?.pid ?? null,
    memory: server?.memory ?? false,
    ...state,
    log: connection.log ?? null,
    dms: limits.dms,
  };
}

export function buildStatusView(status: SandboxStatus): RecordView {
  const { running, address, apiKey, pid, plan, clock, automations, dms } = status;
  const { due, oldestDue, upcoming, sent, held, allowed, people, lastFault, log } = status;
  return {
    kind: 'record',
    document: status,
    lines: [
      { name: 'running', title: 'served', value: running ? 'yes' : 'no' },
      { name: 'address', title: 'address', value: address },
      { name: 'apiKey', title: 'API key', value: apiKey },
      { name: 'pid', title: 'process', value: pid },
      { name: 'memory', title: 'data', value: formatData(status) },
      { name: 'plan', title: 'plan', value: plan },
      ...listSentence('addOns', 'without', formatMissingAddOns(status.addOns)),
      buildClockLine(clock),
      { name: 'automations', title: 'automations', value: formatActive(automations) },
      { name: 'dms', title: 'DMs today', value: formatDms(dms) },
      ...listSentence('waiting', 'DMs waiting', formatWaiting(dms)),
      { name: 'due', title: 'due now', value: formatCounts(due) },
      ...listSentence(
        'oldestDue',
        'oldest due',
        oldestDue === null ? '' : `since ${oldestDue.dueAt}, ${oldestDue.ageMs / 1_000} s late`,
      ),
      { name: 'upcoming', title: 'upcoming', value: formatUpcoming(upcoming), role: 'sentence' },
      ...(held.length === 0 ? [] : [{ name: 'held', title: 'held back', value: formatBlocked(held) }]),
      { name: 'sent', title: 'sent', value: formatSent(sent) },
      {
        name: 'allowed',
        title: 'may reach',
        value: allowed.join(' '),
        shown: allowed.length === 0 ? 'public addresses' : formatAllowed(allowed),
      },
      ...listSentence(
        'people',
        'no DMs to',
        people.map(({ username, messageRequests }) => `${username} (${messageRequests})`).join(', '),
      ),
      ...listSentence('lastFault', 'last fault', lastFault === null ? '' : formatFault(lastFault)),
      ...(log === null ? [] : [{ name: 'log', title: 'log', value: log }]),
    ],
  };
}

function formatData({ memory, bytes }: SandboxStatus): string {
  return `${memory ? 'in memory, lost when it stops' : 'kept'}, ${formatBytes(bytes)}`;
}

/** Nothing falls due on a frozen clock, and nothing is removed without a request: both are reported. */
export function listStatusNotes({ clock, bytes }: SandboxStatus): readonly string[] {
  const frozen = listFrozenNotes(clock);
  if (bytes < RETENTION.largeBytes) return frozen;
  return [
    ...frozen,
    `the data of the sandbox is large, ${formatBytes(bytes)}: "crier sandbox prune" removes old activity, messages and deliveries`,
  ];
}

function formatActive({ max, active }: SandboxStatus['automations']): string {
  return `active: ${formatCounts(active)}; at most ${max} each`;
}

/** @see docs/service/readings.md#U-17, #U-41, #U-42: of these numbers only the hourly limit is documented */
function formatDms({ perDay, perDayOfProfile, perMonth, perHour, sentToday }: SandboxStatus['dms']): string {
  const ofProfile = perDayOfProfile === perDay ? '' : `, ${perDayOfProfile} of each profile`;
  const month = perMonth === null ? '' : `; ${perMonth} conversations a month`;
  return `sent: ${formatCounts(sentToday)}; at most ${perDay} a day${ofProfile}, ${perHour} an hour${month}`;
}

/** Queued DMs, and when the hourly limit lets the first one be sent. */
function formatWaiting({ waiting, perHour }: SandboxStatus['dms']): string {
  return waiting
    .map(({ profile, dms, next }) =>
      next === null
        ? `${dms} ${profile}`
        : `${dms} ${profile}, by the hourly limit (${perHour} of ${perHour} used), the first until ${next}`,
    )
    .join('; ');
}

function formatFault({ time, text, traceId, count }: NonNullable<SandboxStatus['lastFault']>): string {
  const times = count === 1 ? '' : `, ${count} times`;
  return `${time}, trace id ${traceId}${times}: ${text}`;
}

function formatUpcoming({ next, ...counts }: SandboxStatus['upcoming']): string {
  return next === null ? formatCounts(counts) : `${formatCounts(counts)}, the first at ${next}`;
}

function formatBlocked(held: SandboxStatus['held']): string {
  return held
    .map(
      ({ address, deliveries }) =>
        `${formatCounts({ deliveries })}, for ${formatFlags`--allow-private ${address}`}`,
    )
    .join('; ');
}

/** Repeats the risk that the user has accepted. @see docs/safety.md#S9 */
function formatAllowed(allowed: SandboxStatus['allowed']): string {
  return `${allowed.join(', ')} (by --allow-private: private addresses, also by http), and public addresses`;
}

/** Formats what was processed and sent; each attempt of a delivery counts. */
export function formatSent(counts: Readonly<Record<string, number>>): string {
  const { dispatches = 0, posts = 0, confirmations = 0, deliveries = 0, feeds = 0, ...others } = counts;
  return formatCounts({
    dispatches,
    posts,
    confirmations,
    'delivery attempts': deliveries,
    ...others,
    'readings of feeds': feeds,
  });
}

/** Formats counts by kind. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).filter(([, count]) => count > 0);
  return named.length === 0 ? 'nothing' : named.map(formatKind).join(', ');
}

const ONE: Readonly<Record<string, string>> = {
  callbacks: 'callback',
  confirmations: 'confirmation',
  deliveries: 'delivery',
  'delivery attempts': 'delivery attempt',
  dispatches: 'dispatch',
  feeds: 'feed',
  posts: 'post',
  'readings of feeds': 'reading of a feed',
};

function formatKind([kind, count]: readonly [string, number]): string {
  const of = kind === 'confirmations' ? 'tiktok ' : '';
  return formatCount(count, `${of}${ONE[kind] ?? kind}`, `${of}${kind}`);
}

/** A new sandbox has all add-ons, so that only missing ones are shown. */
function formatMissingAddOns(addOns: SandboxStatus['addOns']): string {
  const missing = AddOn.options.filter((each) => !addOns[each]);
  return missing.map((each) => ADD_ONS[each].name).join(', ');
}

/** A line that is left out where there is nothing to say. */
function listSentence(name: string, title: string, value: string): readonly RecordLine[] {
  return value === '' ? [] : [{ name, title, value, role: 'sentence' }];
}
