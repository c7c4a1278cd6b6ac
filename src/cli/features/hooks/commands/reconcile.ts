import * as z from 'zod';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS, MINUTE_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  REMOTE,
} from '../../../framework/input/flags/flags.ts';
import { buildSinceSchema } from '../../../framework/input/time/since.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { buildWords, crier } from '../../../framework/output/text/shell-command.ts';
import { STORE_FLAGS } from '../../webhooks/choose-store.ts';
import { describeTarget } from '../../webhooks/forward-targets.ts';
import { addScheme } from '../../webhooks/private-addresses.ts';
import { type Difference, findDifferences } from '../reconcile/find-differences.ts';
import { FINDING_COLUMNS, type FindingKind, ReconcileFinding } from '../reconcile/finding.ts';
import {
  fetchMissing,
  isFetchable,
  openInboxes,
  planFetch,
  type ReadSources,
  readSources,
} from '../reconcile/reconcile.ts';

const SHORTEST_LATE_MS = MINUTE_MS;

const Compared = z.strictObject({
  history: z.int().describe('deliveries of the history'),
  inbox: z.int().describe('deliveries of the inboxes, without repetitions'),
  expected: z.int().describe('events that the activity expects'),
  automations: z.int().describe('automations whose activity was read'),
  rows: z.int().describe('rows of activity'),
});

const Counts = z.record(z.string(), z.int());

export default defineCommand({
  summary: 'Compare history, inbox and activity, to find losses',
  description: `
Holds three sources against each other, for the events of a span of time: the history of the service, the inbox of "crier
hooks listen", and the activity of all automations that fire a webhook. Exits 11 if it finds an error.

"missing" is an event that the history lists, or that the activity expects, and the inbox does not have: automation.triggered
of each fire_webhook that was queued (HOOK-15, HOOK-19), and automation.completed of each dispatch whose fire_webhook asks for it with
sendCompletedEvent (HOOK-15 to HOOK-18). "refused" is one that the receiver refused with a client error, which ends it (HOOK-06), and a count of what the inbox
has refused. "doubled" was taken in twice as new: its claim had expired, or two inboxes have it (HOOK-12, HOOK-13). "late" was
received more than --late after the event.

With --all, also what is only information: "waiting", which the service still sends, and "unordered", which came before an
earlier event, on which nothing may depend (HOOK-21).

--fetch takes in what the history has of the missing and refused ones, through the same claims as "crier hooks listen
--from-history". They are kept, and forwarded only with --forward or --exec: by a "crier hooks listen" with the same targets.

The output names what cannot be compared. The history has neither signatures nor the order, may lack results, and is of one
profile. The activity goes back ${LIMITS.activityLookbackMs / DAY_MS} days; of skipped rows nothing is expected, since they do not say why they were skipped. What was taken in is known by
its claims, which are kept ${ASSUMED.receiverClaimMs / DAY_MS} days, or as long as --keep of the receiver. automation.completed is best effort (HOOK-26).`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
    'hooks listen --from-history --once --unsigned --sandbox',
  ],
  examples: [
    'hooks reconcile --sandbox',
    'hooks reconcile --since 7d --all --sandbox --json',
    'hooks reconcile --since 2h --action automations --fetch --sandbox',
  ],
  changes: true,
  flags: [REMOTE],
  input: z.object({
    since: defineFlag(
      buildSinceSchema()
        .prefault('24h')
        .describe('only events since then: 2h, 7d, yesterday, a day or a time'),
      { placeholder: 'time' },
    ),
    until: defineFlag(
      buildSinceSchema().optional().describe('only events before then: 2h, yesterday, a day or a time'),
      { placeholder: 'time' },
    ),
    action: defineFlag(z.array(z.string()).default([]).describe('only events of these actions'), {
      placeholder: 'action',
      offers: 'webhook action',
    }),
    late: defineFlag(
      createDurationSchema()
        .refine((ms) => ms >= SHORTEST_LATE_MS, `must be at least ${formatDuration(SHORTEST_LATE_MS)}`)
        .prefault('1h')
        .describe('report what was received longer after its event'),
      { placeholder: 'duration' },
    ),
    all: defineSwitch('also list what is only information'),
    fetch: defineSwitch('take in what is missing, from the history'),
    forward: defineFlag(
      z.array(z.string()).default([]).describe('with --fetch: forward it to this URL, on this machine'),
      { placeholder: 'url' },
    ),
    exec: defineFlag(z.array(z.string()).default([]).describe('with --fetch: forward it to this program'), {
      placeholder: 'command',
    }),
    store: defineFlag(
      z.array(z.string()).default([]).describe('inbox, a file or postgres://… (default: as "hooks listen")'),
      { placeholder: 'file or url' },
    ),
    storePasswordFile: STORE_FLAGS.storePasswordFile,
  }),
  output: z.object({
    since: z.string().describe('in UTC'),
    until: z.string().describe('in UTC'),
    problems: z.int().describe('findings that are errors, and were not taken in'),
    counts: Counts.describe('findings of each kind, also those that are only information'),
    compared: Compared,
    limits: z.array(z.string()).describe('what could not be compared'),
    findings: z.array(ReconcileFinding),
  }),
  records: 'findings',
  async run(flags, context) {
    const { io, service } = context;
    const plan = planFetch(flags);
    const client = await service.client();
    const inboxes = await openInboxes(flags, context);
    const now = await readServiceTime(async () => client, { service, io });
    const span = {
      since: flags.since.inZone(io.chosenZone).resolve(now),
      until: flags.until?.inZone(io.chosenZone).resolve(now) ?? Number.POSITIVE_INFINITY,
    };
    if (span.since >= span.until)
      throw createUsageError('--until is not after --since', 'give a later --until');
    const hasOneClock = Math.abs(now - io.now()) <= ASSUMED.maxClockSkewMs;
    const read = await readSources(
      client,
      { inboxes, span, now, hasOneClock, actions: flags.action },
      context,
    );
    const differences = findDifferences(read.sources, { now, lateMs: hasOneClock ? flags.late : null });
    const findings = flags.fetch
      ? await fetchMissing(differences, { inbox: inboxes[0].inbox, plan, now: io.now })
      : differences.map(({ finding }) => finding);
    const problems = findings.filter(({ isProblem, fetched }) => isProblem && fetched === null);
    const shown = flags.all ? findings : findings.filter(({ isProblem }) => isProblem);
    const until = Number.isFinite(span.until) ? span.until : now;
    return {
      view: {
        kind: 'list',
        document: {
          since: new Date(span.since).toISOString(),
          until: new Date(until).toISOString(),
          problems: problems.length,
          counts: countKinds(findings),
          compared: read.compared,
          limits: [...read.limits],
          findings: shown,
        },
        key: 'findings',
        rows: shown,
        columns: FINDING_COLUMNS,
        empty: 'nothing is missing, refused, doubled or late',
      },
      asOf: now,
      notes: [
        formatCompared(read.compared),
        ...read.limits,
        ...listHiddenNotes(findings, flags.all),
        ...listFetchNotes(findings, flags),
      ],
      ...(problems.length > 0 && {
        failure: new CrierError(
          'differs',
          `${formatCount(problems.length, 'error')}: ${formatKinds(problems)}`,
          { http: null, ...(canFetch(differences, findings) && { advice: FETCH_ADVICE }) },
        ),
      }),
    };
  },
});

const FETCH_ADVICE = 'to take in what the history has of them, add --fetch';

function canFetch(differences: readonly Difference[], findings: readonly ReconcileFinding[]): boolean {
  return differences.some(
    ({ history }, place) =>
      isFetchable(history) && findings[place]?.fetched === null && findings[place].isProblem,
  );
}

function countKinds(findings: readonly ReconcileFinding[]): Readonly<Record<FindingKind, number>> {
  const count = (kind: FindingKind) => findings.filter(({ finding }) => finding === kind).length;
  return {
    missing: count('missing'),
    refused: count('refused'),
    doubled: count('doubled'),
    late: count('late'),
    waiting: count('waiting'),
    unordered: count('unordered'),
  };
}

/** `2 missing, 1 late` */
function formatKinds(findings: readonly ReconcileFinding[]): string {
  const counts = Object.entries(countKinds(findings)).filter(([, count]) => count > 0);
  return counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function formatCompared({ history, inbox, expected }: ReadSources['compared']): string {
  return `compared ${formatCount(history, 'delivery')} of the history, ${inbox} of the inbox, and ${formatCount(expected, 'event')} that the activity expects`;
}

function listHiddenNotes(findings: readonly ReconcileFinding[], isAll: boolean): readonly string[] {
  const hidden = findings.filter(({ isProblem }) => !isProblem);
  return isAll || hidden.length === 0 ? [] : [`only information: ${formatKinds(hidden)}; --all lists them`];
}

function listFetchNotes(
  findings: readonly ReconcileFinding[],
  { forward, exec, store }: Readonly<Record<'forward' | 'exec' | 'store', readonly string[]>>,
): readonly string[] {
  const numbers = findings.flatMap(({ fetched }) => fetched ?? []);
  if (numbers.length === 0) return [];
  const taken = `${formatCount(numbers.length, 'delivery')} taken in from the history`;
  const targets = [...forward.map(addScheme), ...exec].map(describeTarget);
  const [first] = store; // they are taken in there
  const inStore = first === undefined ? [] : buildWords`--store ${first}`;
  return [
    targets.length === 0
      ? `${taken}, and kept: "${crier`hooks inbox forward ${inStore}`}" forwards them`
      : `${taken}: "${crier`hooks listen ${inStore}`}" forwards them to ${joinWithAnd(targets)}`,
  ];
}
