import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import type { ForwardReport } from '../../../../receiver/forwarding.ts';
import { TAKEOVER_MS } from '../../../../receiver/inbox/inbox.ts';
import { type ChosenTarget, createTargetLabels } from '../../../../receiver/run/chosen-targets.ts';
import { runForwarder } from '../../../../receiver/run/run-forwarder.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createRecordStream } from '../../../framework/command/record-stream.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { CLOCK_TIME_COLUMN, formatDuration } from '../../../framework/output/cell.ts';
import { type Column, listDataColumns, pickMember } from '../../../framework/output/view.ts';
import { chooseStore, STORE_FLAGS } from '../../webhooks/choose-store.ts';
import { RUN_FLAGS, readTargets } from '../../webhooks/forward-targets.ts';
import { ALLOW_HOST } from '../../webhooks/private-addresses.ts';
import { readReloadedSecrets } from '../../webhooks/reloaded-secrets.ts';
import { listAdminNotes } from '../receiver/listen-notes.ts';
import {
  closeWhenIdle,
  finishAtEnd,
  limitReceiverMemory,
  OPERATION,
  prepareRun,
  readAdminToken,
} from '../receiver/operation.ts';
import { NUMBER_COLUMN } from '../receiver/received-delivery.ts';

const ForwardAttemptRecord = z.strictObject({
  at: z.string().describe('when it ended, in UTC'),
  number: z.int().describe('of the delivery, in the inbox'),
  target: z.string().describe('its name: of --name, a URL without query and random parts, or exec-1'),
  result: z.enum(['done', 'failed', 'dead']).describe('failed: attempted again; dead: given up'),
  attempt: z.int().describe('1 for the first one: above it, a repetition'),
  status: z.int().nullable().describe('HTTP status or exit code'),
  error: z.string().nullable(),
  ms: z.int(),
  nextAttempt: z.string().nullable().describe('in UTC; null if there is none'),
  action: z.string().nullable(),
  type: z.string().nullable().describe('`subAction` or `type` of the event'),
  hookId: z.string().nullable(),
});
export type ForwardAttemptRecord = z.infer<typeof ForwardAttemptRecord>;

function buildForwardAttemptRecord(
  { job, outcome, ms, again }: ForwardReport,
  { now, labelTarget }: { now: number; labelTarget(name: string): string },
): ForwardAttemptRecord {
  const { number, target, attempt, facts } = job;
  const { kind, status, error } = outcome;
  return {
    at: new Date(now).toISOString(),
    ...{
      number,
      target: labelTarget(target),
      result: kind === 'done' ? 'done' : again === null ? 'dead' : 'failed',
    },
    ...{ attempt, status, error, ms },
    nextAttempt: again === null ? null : new Date(again).toISOString(),
    ...{ action: facts.action, type: facts.type, hookId: facts.hookId },
  };
}

/** Width of the longest result that later rows may have. */
const LEAST_RESULT = 'failed'.length;

const ATTEMPT_COLUMNS: readonly Column<ForwardAttemptRecord>[] = [
  { ...CLOCK_TIME_COLUMN, drop: 3 },
  { ...NUMBER_COLUMN, least: 4 },
  { ...pickMember('result', 'result'), role: 'status', drop: 0, least: LEAST_RESULT },
  { ...pickMember('attempt', 'attempt'), show: ({ attempt }) => String(attempt), align: 'right', drop: 2 },
  { ...pickMember('target', 'target'), flexible: true },
  { ...pickMember('status', 'status'), dataOnly: true },
  { ...pickMember('error', 'error'), role: 'bad', drop: 1 },
  ...listDataColumns<ForwardAttemptRecord>({
    ms: 'ms',
    nextAttempt: 'next attempt',
    action: 'action',
    type: 'type',
    hookId: 'hook id',
  }),
];

export default defineCommand({
  summary: 'Forward deliveries that listeners have received',
  description: `
Attempts what waits for these targets, as "hooks listen" does by itself, and as long as it runs. Any number of forwarders
may share the work, on one machine or with a Postgres store on many; each delivery is attempted by one of them at a time.
What waits for a target is decided by the listeners: they name the same --forward or --exec, with --no-forward, the events
that it gets, and --ordered. A forwarder that dies loses nothing: within ${formatDuration(TAKEOVER_MS)} another one attempts again what it had
begun, marked as a repetition.

With --once it stops when nothing is due now, for a scheduled job. Ctrl-C finishes what is under way, a second one ends at
once. On three machines with one database:

  $ crier hooks store migrate --store postgres://owner@db/crier --grant crier
  $ crier hooks listen --no-forward --forward http://127.0.0.1:3000/hooks --store postgres://crier@db/crier
  $ crier hooks forward --forward http://127.0.0.1:3000/hooks --store postgres://crier@db/crier`,
  examples: [
    'hooks forward --forward http://127.0.0.1:3000/hooks --concurrency 8 --once --json',
    'hooks forward --exec ./handle-delivery --once --json',
  ],
  changes: true,
  flags: [],
  input: z.object({
    ...RUN_FLAGS,
    once: defineSwitch('stop when nothing is due'),
    attempts: defineFlag(z.int().min(1).optional().describe('stop after this number of attempts'), {
      short: 'n',
      placeholder: 'n',
    }),
    ...STORE_FLAGS,
    ...OPERATION,
    allowHost: ALLOW_HOST,
  }),
  output: z.object({ attempts: z.array(ForwardAttemptRecord) }),
  records: 'attempts',
  async run(flags, context) {
    const { io } = context;
    const isEndless = flags.attempts === undefined && !flags.once;
    prepareRun(flags.log, isEndless, io);
    const { concurrency, rate = null, attemptTimeout: deadlineMs, adminPort, adminHost, allowHost } = flags;
    const targets = readTargets(flags);
    const labelTarget = createTargetLabels(targets);
    const store = await chooseStore(flags, context);
    await limitReceiverMemory(store, io);
    const token = await readReloadedSecrets(
      () => readAdminToken(flags, context),
      () => 'the admin token was read again',
      io,
    );
    const records = createRecordStream<ForwardAttemptRecord>(
      flags.attempts ?? Number.POSITIVE_INFINITY,
      (attempts) => forwarder.log.addUnprinted(attempts),
    );
    const forwarder = await runForwarder(
      {
        ...{ store, targets, concurrency, rate, deadlineMs, adminPort, adminHost, allowHost },
        getAdminToken: () => token.current,
        onReport: (report) => records.add(buildForwardAttemptRecord(report, { now: io.now(), labelTarget })),
      },
      io,
    );
    token.startReloading(forwarder.log.add);
    const { counts } = forwarder;
    finishAtEnd(forwarder, io, () =>
      io.note(`forwarded ${counts.forwarded}, ${formatCount(counts.failed, 'attempt')} failed`),
    );
    return {
      view: {
        kind: 'stream',
        live: true,
        endless: isEndless,
        batches: streamAttempts(forwarder, { records, targets, once: flags.once }, io),
        list: (attempts) => ({
          kind: 'list',
          document: { attempts },
          key: 'attempts',
          rows: attempts,
          columns: ATTEMPT_COLUMNS,
          empty: 'nothing was due',
        }),
      },
    };
  },
});

/** Forwards until enough is attempted, the run ends, or, once, nothing is due. */
function streamAttempts(
  { watch, counts, untilIdle }: Awaited<ReturnType<typeof runForwarder>>,
  run: {
    records: ReturnType<typeof createRecordStream<ForwardAttemptRecord>>;
    targets: readonly ChosenTarget[];
    once: boolean;
  },
  io: IoPort,
) {
  const { records, targets, once } = run;
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  void records.full.then(close);
  io.signal.addEventListener('abort', () => close(), { once: true });
  const idle = once ? closeWhenIdle(untilIdle, close) : null;
  async function* streamBatches() {
    await io.note(`forwarding to ${targets.map(({ label }) => label).join(' and ')}`);
    for (const sentence of listAdminNotes(watch)) await io.note(sentence);
    if (!once) await io.note('press Ctrl-C to stop');
    io.progress(
      () => `forwarding: ${counts.forwarded} done, ${formatCount(counts.failed, 'attempt')} failed so far`,
    );
    yield* records.batches({ closed });
    idle?.throwFault();
  }
  return streamBatches();
}
