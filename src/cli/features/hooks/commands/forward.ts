import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { type ForwardReport, type ForwardRunner, startForwarding } from '../../../../receiver/forwarding.ts';
import { describeOwnProcess, startHeartbeat } from '../../../../receiver/heartbeat.ts';
import type { Inbox } from '../../../../receiver/inbox/inbox.ts';
import { openInbox } from '../../../../receiver/inbox/open-inbox.ts';
import { finishUnlessCutShort } from '../../../../receiver/run/end-of-run.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createRecordStream } from '../../../framework/command/record-stream.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import type { Column } from '../../../framework/output/view.ts';
import { ALLOW_HOST } from '../private-addresses.ts';
import {
  ATTEMPT_COLUMNS,
  buildForwardAttemptRecord,
  ForwardAttemptRecord,
} from '../receiver/attempt-record.ts';
import { chooseStore, STORE_FLAGS } from '../receiver/choose-store.ts';
import {
  type ChosenTarget,
  createTargetLabels,
  openTargets,
  RUN_FLAGS,
} from '../receiver/forward-targets.ts';
import { formatFinishing, listAdminNotes } from '../receiver/listen-notes.ts';
import { MEMORY_BYTES, OPERATION } from '../receiver/operation-flags.ts';
import { createReceiverLog } from '../receiver/receiver-log.ts';
import { countInFlight, watchInbox } from '../receiver/run-receiver.ts';
import { openChosenAdmin, readAdminToken } from '../receiver/serve-admin.ts';
import { readReloadedSecrets } from '../reloaded-secrets.ts';

export default defineCommand({
  summary: 'Forward deliveries that listeners have received',
  description: `
Attempts what waits for these targets, as "hooks listen" does by itself, and as long as it runs. Any number of forwarders
may share the work, on one machine or with a Postgres store on many; each delivery is attempted by one of them at a time.
What waits for a target is decided by the listeners: they name the same --forward or --exec, with --no-forward, the events
that it gets, and --ordered. A forwarder that dies loses nothing: within 10 seconds another one attempts again what it had
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
    once: z.boolean().default(false).describe('stop when nothing is due'),
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
    if (flags.log === 'json') io.logAsJson();
    await io.limitMemory(MEMORY_BYTES);
    const isEndless = flags.attempts === undefined && !flags.once;
    io.printing.requireRecords(isEndless);
    const { concurrency, rate, attemptTimeout: deadline } = flags;
    const targets = await openTargets({ ...flags, action: [], type: [], deadline, runsHere: true }, io);
    const labelTarget = createTargetLabels(targets);
    const inbox = await openInbox(await chooseStore(flags, context));
    await requireTargets(inbox, targets);
    const log = createReceiverLog(io, labelTarget);
    const records = createRecordStream<ForwardAttemptRecord>(
      flags.attempts ?? Number.POSITIVE_INFINITY,
      log.logUnprinted,
    );
    const runners: ForwardRunner[] = [];
    let isStopping = false;
    const token = await readReloadedSecrets(
      () => readAdminToken(flags, context),
      () => 'the admin token was read again',
      context,
    );
    token.startReloading(log.add);
    const admin = await openChosenAdmin(
      { ...flags, getAdminToken: () => token.current },
      {
        inbox,
        targets,
        labelTarget,
        runners,
        log,
        getObstacle: () => (isStopping ? 'the forwarder is stopping' : null),
      },
      io,
    );
    const counts = { done: 0, failed: 0 };
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const onReport = (report: ForwardReport) => {
      counts[report.outcome.kind === 'done' ? 'done' : 'failed'] += 1;
      admin?.metrics.addAttempt(report);
      log.logAttempt(report);
      log.logStored();
      records.add(buildForwardAttemptRecord(report, { now: io.now(), labelTarget }));
    };
    await watchInbox(
      inbox,
      targets.map(({ target }) => target),
      runners,
    );
    for (const { target } of targets)
      runners.push(
        startForwarding({
          ...{ target, inbox, concurrency, clock: io.clock, perSecond: rate ?? null },
          ...{ onReport, onFault: log.logFault },
        }),
      );
    const names = targets.map(({ target }) => target.name);
    const own = describeOwnProcess('forwarder', names, await io.ownProcess());
    const heartbeat = startHeartbeat(inbox, own, io.clock);
    io.onEnd(async () => {
      isStopping = true;
      const aborting = new AbortController();
      const release = io.onSecondSignal(() => {
        for (const runner of runners) runner.abort();
        aborting.abort('aborted');
      });
      const finishing = formatFinishing(countInFlight(runners));
      if (finishing !== null) await io.note(finishing);
      const finish = async () => {
        await Promise.all(runners.map((runner) => runner.stop()));
        await heartbeat.stop();
        await inbox.close();
      };
      await finishUnlessCutShort(finish(), aborting.signal, io.clock);
      release();
      await io.note(`forwarded ${counts.done}, ${formatCount(counts.failed, 'attempt')} failed`);
    });
    void records.full.then(close);
    io.signal.addEventListener('abort', () => close(), { once: true });
    let fault: unknown = null;
    if (flags.once)
      void Promise.all(runners.map((runner) => runner.untilIdle()))
        .catch((error: unknown) => {
          fault = error;
        })
        .then(() => close());
    async function* streamBatches() {
      await io.note(`forwarding to ${names.map(labelTarget).join(' and ')}`);
      for (const sentence of listAdminNotes(admin)) await io.note(sentence);
      if (!flags.once) await io.note('press Ctrl-C to stop');
      io.progress(
        () => `forwarding: ${counts.done} done, ${formatCount(counts.failed, 'attempt')} failed so far`,
      );
      yield* records.batches({ closed });
      if (fault !== null) throw fault;
    }
    return {
      view: {
        kind: 'stream',
        live: true,
        endless: isEndless,
        batches: streamBatches(),
        list: (attempts) => ({
          kind: 'list',
          document: { attempts },
          key: 'attempts',
          rows: attempts,
          columns: ATTEMPT_COLUMNS as readonly Column<unknown>[], // of the records of the batches above
          empty: 'nothing was due',
        }),
      },
    };
  },
});

/** @throws CrierError of kind usage without a target, after closing the inbox */
async function requireTargets(inbox: Inbox, targets: readonly ChosenTarget[]): Promise<void> {
  if (targets.length > 0) return;
  const waiting = await inbox.listWaitingTargets().finally(() => inbox.close());
  throw createUsageError(
    'which targets to forward to?',
    waiting.length === 0
      ? 'give them as the listeners do: --forward http://127.0.0.1:3000/hooks, or --exec ./handle-delivery'
      : `give them with --forward or --exec; deliveries wait for ${waiting.map(createTargetLabels([])).join(' and ')}`,
  );
}
