import { isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createLocalClock } from '../../../../domain/time/local-time.ts';
import type { TargetBacklog } from '../../../../receiver/inbox/inbox.ts';
import type { RunningReceiver } from '../../../../receiver/run/run-receiver.ts';
import { createBacklogReader, type ReceiverWatch } from '../../../../receiver/run/watch-receiver.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { formatClockTime, formatRelativeTime } from '../../../framework/output/cell.ts';
import { buildWords, formatCommand, formatFlags } from '../../../framework/output/text/shell-command.ts';
import { buildAllowPrivateFlag } from '../../webhooks/private-addresses.ts';
import { describeSecrets, type WebhookSecret } from '../../webhooks/signing-secrets.ts';

export function listStartNotes(
  { url, path, targets, waiting, labelTarget, watch }: RunningReceiver,
  facts: {
    /** Without any, signatures are not checked; the first is registered. */
    secrets: readonly WebhookSecret[];
    registered: readonly string[];
    publicUrl: string | undefined;
    ofSandbox: boolean;
    noForward: boolean;
    programName: string;
  },
): readonly string[] {
  const { secrets, registered, publicUrl, ofSandbox, noForward, programName } = facts;
  const names = targets.map(({ name }) => name);
  const left = waiting.filter((name) => !names.includes(name));
  return [
    `listening for deliveries on ${url}`,
    ...(registered.length > 0
      ? [`registered for ${registered.join(', ')}`, ...(ofSandbox ? [] : listSecretNotes(secrets))]
      : [
          publicUrl === undefined
            ? ofSandbox
              ? formatSandboxNote(url, programName)
              : `it is not registered: deliveries come to your public address with the path ${path}`
            : `register it as ${publicUrl.replace(/\/+$/, '')}${path}`,
        ]),
    describeChecks(secrets),
    describeTargets(names.map(labelTarget), noForward),
    ...left.map((name) => `deliveries wait for ${labelTarget(name)}, which this run does not forward to`),
    ...listAdminNotes(watch),
    'press Ctrl-C to stop',
  ];
}

/** What is accepted, by the secrets that are known. */
export function describeChecks(secrets: readonly WebhookSecret[]): string {
  if (secrets.length === 0) return 'signatures are not checked';
  const checked =
    secrets.length === 1
      ? `signatures are checked with ${describeSecrets(secrets)}`
      : 'two secrets are accepted';
  return `${checked}; unsigned deliveries are refused`;
}

/** @see docs/service/webhooks.md#HOOK-03 */
function listSecretNotes([first]: readonly WebhookSecret[]): readonly string[] {
  return first === undefined
    ? []
    : [
        `the secret of ${first.from} now signs the deliveries of all webhooks of the profile, also after this run`,
      ];
}

function describeTargets(names: readonly string[], noForward: boolean): string {
  if (names.length === 0) return 'deliveries are only kept';
  const all = names.join(' and ');
  return noForward ? `deliveries wait for ${all}: "hooks forward" forwards them` : `forwarding to ${all}`;
}

/** Where health and metrics are, and a warning if other machines can read them. */
export function listAdminNotes({ url }: ReceiverWatch): readonly string[] {
  if (url === null) return [];
  const isOpen = !isLoopback(new URL(url).hostname);
  return [
    `health and metrics are on ${url}/healthz and /metrics`,
    ...(isOpen ? ['other machines can read them with the token'] : []),
  ];
}

/** `480 new, 20 repeated, 0 refused` */
function formatCounts({ new: added, repeated, refused }: RunningReceiver['counts']): string {
  return `${added} new, ${repeated} repeated, ${refused} refused`;
}

export function formatProgress({ counts }: RunningReceiver): string {
  return `waiting for deliveries: ${formatCounts(counts)} so far`;
}

export function formatSummary({ counts, targets }: RunningReceiver): string {
  const { new: added, repeated, refused, forwarded, failed, dead } = counts;
  const givenUp = dead === 0 ? '' : `, ${dead} given up`;
  const sent =
    targets.length === 0
      ? ''
      : `; forwarded ${forwarded}, ${formatCount(failed, 'attempt')} failed${givenUp}`;
  return `received ${added} new, ${repeated} repeated, refused ${refused}${sent}`;
}

function formatSandboxNote(url: string, programName: string): string {
  const start = formatCommand(programName, buildWords`sandbox start ${buildAllowPrivateFlag(url)}`);
  return `the sandbox may not reach this receiver: start it with ${start}, and use ${formatFlags`--port ${new URL(url).port}`}`;
}

/** Minutes without deliveries until a line says so again. */
const AGAIN_MINUTES = 10;

/**
 * Says on a terminal that the receiver still runs, when no delivery came for a minute, and then every ten minutes.
 */
export async function noteWhenQuiet(
  receiver: RunningReceiver,
  { clock, note, chosenZone, signal }: IoPort,
): Promise<void> {
  const readBacklogs = createBacklogReader(receiver.inbox, clock);
  const zone = chosenZone === null ? null : createLocalClock(chosenZone);
  const countAll = () => {
    const { counts } = receiver;
    return counts.new + counts.repeated + counts.refused;
  };
  let seen = countAll();
  let minutes = 0;
  for (;;) {
    await clock.sleep(MINUTE_MS, signal);
    const now = countAll();
    minutes = now === seen ? minutes + 1 : 0;
    seen = now;
    if (minutes !== 1 && (minutes === 0 || minutes % AGAIN_MINUTES !== 0)) continue;
    const time = formatClockTime(clock.now(), clock.now(), zone);
    const backlog = await readBacklogs().then(
      (backlogs) => formatBacklog(backlogs, clock.now()),
      () => 'the store does not answer',
    );
    await note(
      `${time}  quiet for ${formatCount(minutes, 'minute')}: ${formatCounts(receiver.counts)} so far; ${backlog}`,
    );
  }
}

/** `12 waiting, the oldest came 3m ago` */
function formatBacklog(backlogs: readonly TargetBacklog[], now: number): string {
  const waiting = backlogs.reduce((sum, each) => sum + each.waiting, 0);
  const oldest = Math.min(...backlogs.flatMap(({ oldestWaiting }) => oldestWaiting ?? []));
  if (waiting === 0) return 'none waiting';
  return `${waiting} waiting, the oldest came ${formatRelativeTime(Math.min(oldest, now), now)}`;
}
