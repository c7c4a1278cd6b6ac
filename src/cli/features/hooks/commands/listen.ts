import * as z from 'zod';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { FORWARD_LIFE_MS, MOST_ROUNDS } from '../../../../receiver/forwarding.ts';
import { HOUR_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import type { OutputFormat } from '../../../framework/output/formats.ts';
import type { RecordTally } from '../../../framework/output/view.ts';
import { startDashboard } from '../../dashboard/start-dashboard.ts';
import { LISTEN_INPUT } from '../receiver/listen-flags.ts';
import { formatProgress, noteWhenQuiet } from '../receiver/listen-notes.ts';
import { closeWhenIdle, prepareRun } from '../receiver/operation.ts';
import {
  createRecordBuilder,
  RECEIVED_COLUMNS,
  RECEIVED_TALLY,
  ReceivedRecord,
} from '../receiver/received-delivery.ts';
import { startListening } from '../receiver/start-listening.ts';

export default defineCommand({
  summary: 'Receive webhook deliveries, and forward them',
  description: `
Listens on 127.0.0.1; a tunnel or a reverse proxy leads there. The signature is checked on the raw bytes. Then the body,
its hook id and the key of its payload are stored on disk, the request is answered with 200, and everything else comes
after that. A delivery that repeats another one is answered with 200 too, kept as a repetition, and not forwarded.

--forward forwards each delivery to a URL, with its own headers, and --exec to a program: one process for each, with the
body on standard input, CRIER_ACTION, CRIER_TYPE, CRIER_HOOK_ID, CRIER_PERSON, CRIER_POST, CRIER_DELIVERY and
CRIER_ATTEMPT in its environment; exit code 0 is success, and what it prints is shown line by line on standard error.
Events before the target select what it gets: --forward automations,messageRead=http://127.0.0.1:3000/hooks. A failed
attempt is repeated, up to ${MOST_ROUNDS} times in ${Math.round(FORWARD_LIFE_MS / HOUR_MS)} hours; a target that answers 4xx other than ${joinWithAnd(RETRIED_CLIENT_ERRORS.map(String))} is
not asked again. Forwarding is at least once: Crier-Attempt and CRIER_ATTEMPT are above 1 for a repetition. "crier hooks
inbox" lists all deliveries, and forwards them again. Without a target they are only kept.

With --store postgres://…, listeners and forwarders on any number of machines share one inbox and its path; see
"crier hooks store migrate". With --no-forward, this one only stores what is to be forwarded where, by the same flags, and
"crier hooks forward" forwards it, here or elsewhere.

When it starts, and after the machine slept, it catches up from the service's history; --no-catch-up leaves that. With
--from-history it does so every minute, and needs no public address; --once does it once, for a scheduled job. The history
has neither the signatures nor the order of the deliveries, and goes back ${LIMITS.hookHistoryMonths} months.

--register registers --public-url with the path for these actions, as long as it runs; with --sandbox, it registers
itself for automations without being asked. Ctrl-C finishes what is under way, a second one ends at once. Nothing is lost
if it is killed; its registration is removed on the next run. SIGHUP (kill -HUP) reads its secrets again: with two
--secret-file, the old and the new one are accepted during a rotation.

--host listens on another address, in a container for instance, and needs a secret; --allow-host receiver:8787 accepts
requests for that name, and then no others but for addresses.

On a terminal, each delivery gets a line, or each second if there are too many to read; a line now and then says that it
is quiet. Elsewhere each delivery is printed; what a slow reader misses is read from the inbox again. --admin-port serves
/healthz and /metrics, --log json makes messages lines of JSON: "crier help receiver" tells how to run it in production.
--open shows what it receives in the browser, as "dashboard" does.`,
  examples: [
    'hooks listen --from-history --once --unsigned --json',
    'hooks listen --forward http://127.0.0.1:3000/hooks',
    'hooks listen --exec ./handle-delivery --action automations -o ndjson',
  ],
  changes: true,
  flags: [REMOTE],
  input: LISTEN_INPUT,
  output: z.object({ deliveries: z.array(ReceivedRecord) }),
  records: 'deliveries',
  async run(flags, context) {
    const { io } = context;
    const isEndless = flags.requests === undefined && !flags.once;
    prepareRun(flags.log, isEndless, io);
    const { receiver, notes, explain } = await startListening(flags, context);
    if (flags.open) {
      const options = { isOpened: true, receiver: flags, view: 'hooks?part=receiver' };
      const { link } = await startDashboard(options, context);
      await io.note(`look at it in the browser: ${link}`);
    }
    const idle = flags.once ? closeWhenIdle(receiver.untilIdle, receiver.listener.close) : null;
    const buildRecord = createRecordBuilder({
      explain,
      withEvent: io.printing.filter !== null || !WITHOUT_EVENTS.includes(io.printing.format),
      onUnreadable: receiver.log.addUnreadable,
    });
    async function* streamBatches() {
      const names = receiver.targets.map(({ label }) => label);
      const fields = { url: receiver.url, path: receiver.path, targets: names };
      const [first = '', ...others] = notes;
      await receiver.log.add({ level: 'info', event: 'started', message: first, fields });
      for (const sentence of others) await io.note(sentence);
      io.progress(() => formatProgress(receiver));
      if (io.printing.isTerminal && io.printing.format === 'table')
        void noteWhenQuiet(receiver, io).catch(() => {}); // ended
      for await (const results of receiver.reports.batches(receiver.listener)) yield results.map(buildRecord);
      idle?.throwFault();
    }
    return {
      view: {
        kind: 'stream',
        live: true,
        endless: isEndless,
        batches: streamBatches(),
        tally: RECEIVED_TALLY as RecordTally<unknown>, // of the same records
        list: (received) => ({
          kind: 'list',
          document: { deliveries: received },
          key: 'deliveries',
          rows: received,
          columns: RECEIVED_COLUMNS,
          empty: 'no deliveries',
        }),
      },
    };
  },
});

const WITHOUT_EVENTS: readonly OutputFormat[] = ['table', 'tsv', 'csv'];
