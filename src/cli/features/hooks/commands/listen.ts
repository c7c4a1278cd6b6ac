import * as z from 'zod';
import { formatUrlHost, isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import { FORWARD_LIFE_MS, MOST_ROUNDS } from '../../../../receiver/forwarding.ts';
import { runReceiver } from '../../../../receiver/run/run-receiver.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS, HOUR_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { RETRIED_CLIENT_ERRORS } from '../../../../service/webhooks.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { isSandbox } from '../../../framework/command/sandbox/sandbox-control.ts';
import {
  createDurationSchema,
  defineFlag,
  defineTextFlag,
  REMOTE,
} from '../../../framework/input/flags/flags.ts';
import type { OutputFormat } from '../../../framework/output/formats.ts';
import type { RecordTally } from '../../../framework/output/view.ts';
import { refuseWebhook } from '../../webhooks/own-webhooks.ts';
import { ALLOW_HOST, refuseUrl } from '../../webhooks/private-addresses.ts';
import { readReloadedSecrets, requireSameChecks } from '../../webhooks/reloaded-secrets.ts';
import {
  buildNoSecretError,
  readSigningSecrets,
  SECRET_FILES,
  type WebhookSecret,
} from '../../webhooks/signing-secrets.ts';
import { readHistory } from '../read-history.ts';
import { chooseStore, STORE_FLAGS } from '../receiver/choose-store.ts';
import { createExplainer } from '../receiver/explain-refusal.ts';
import { RUN_FLAGS, readTargets } from '../receiver/forward-targets.ts';
import { noteWhenQuiet } from '../receiver/heartbeat.ts';
import {
  describeChecks,
  formatFinishing,
  formatProgress,
  formatSummary,
  listStartNotes,
} from '../receiver/listen-notes.ts';
import {
  type AdminFlags,
  createPortSchema,
  MEMORY_BYTES,
  OPERATION,
  readAdminToken,
} from '../receiver/operation-flags.ts';
import {
  createRecordBuilder,
  RECEIVED_COLUMNS,
  RECEIVED_TALLY,
  ReceivedRecord,
} from '../receiver/received-delivery.ts';
import { registerReceiver } from '../receiver/register-while-listening.ts';

/** How long hook ids are remembered, and deliveries kept, as a flag has it. */
const CLAIM_TIME = `${ASSUMED.receiverClaimMs / DAY_MS}d`;

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

When it starts, it catches up from the service's history; --no-catch-up leaves that. With --from-history it does so every
minute, and needs no public address; --once does it once, for a scheduled job. The history has neither the signatures nor
the order of the deliveries, and goes back ${LIMITS.hookHistory.months} months.

--register registers --public-url with the path for these actions, as long as it runs; with --sandbox, it registers
itself for automations without being asked. Ctrl-C finishes what is under way, a second one ends at once. Nothing is lost
if it is killed; its registration is removed on the next run. SIGHUP (kill -HUP) reads its secrets again: with two
--secret-file, the old and the new one are accepted during a rotation.

--host listens on another address, in a container for instance, and needs a secret; --allow-host receiver:8787 accepts
requests for that name, and then no others but for addresses.

On a terminal, each delivery gets a line, or each second if there are too many to read; a line now and then says that it
is quiet. Elsewhere each delivery is printed; what a slow reader misses is read from the inbox again. --admin-port serves
/healthz and /metrics, --log json makes messages lines of JSON: "crier help receiver" tells how to run it in production.`,
  examples: [
    'hooks listen --from-history --once --unsigned --json',
    'hooks listen --forward http://127.0.0.1:3000/hooks',
    'hooks listen --exec ./handle-delivery --action automations -o ndjson',
  ],
  changes: true,
  flags: [REMOTE],
  input: z.object({
    port: defineFlag(createPortSchema().default(0).describe('port to listen on; 0 picks a free port'), {
      placeholder: 'n',
    }),
    host: defineTextFlag('address to listen on; another than this machine needs a secret', {
      placeholder: 'address',
    }),
    allowHost: ALLOW_HOST,
    path: defineFlag(
      z
        .string()
        .regex(/^\/?[\w.~-][\w./~-]*$/, 'must have only letters, digits and . / ~ _ -')
        .optional()
        .describe('path of deliveries (default: one that cannot be guessed, the same in each run)'),
      { placeholder: 'path' },
    ),
    secretFile: SECRET_FILES,
    unsigned: z.boolean().default(false).describe('accept deliveries without checking signatures'),
    tolerance: defineFlag(
      createDurationSchema()
        .refine(
          (ms) => ms <= ASSUMED.receiverClaimMs,
          `must be at most ${CLAIM_TIME}, as long as hook ids are remembered`,
        )
        .prefault(CLAIM_TIME)
        .describe('refuse deliveries that were signed longer ago'),
      { placeholder: 'duration' },
    ),
    ...RUN_FLAGS,
    action: defineFlag(z.array(z.string()).default([]).describe('forward only deliveries of these actions'), {
      placeholder: 'action',
      offers: 'webhook action',
    }),
    type: defineFlag(z.array(z.string()).default([]).describe('forward only events of these kinds'), {
      placeholder: 'event',
      offers: 'webhook event',
    }),
    ordered: defineFlag(
      z.enum(['person', 'post']).optional().describe('forward in order of arrival for each person or post'),
      { placeholder: 'by' },
    ),
    noForward: z
      .boolean()
      .default(false)
      .describe('only plan it: "hooks forward" does it, here or elsewhere'),
    publicUrl: defineTextFlag('where the service reaches this receiver, such as the address of a tunnel', {
      placeholder: 'url',
    }),
    register: defineFlag(
      z.array(z.string()).default([]).describe('register for these actions while it runs'),
      {
        placeholder: 'action',
        offers: 'webhook action',
      },
    ),
    fromHistory: z.boolean().default(false).describe('take deliveries from the history of the service'),
    once: z.boolean().default(false).describe('with --from-history: stop when nothing more is due'),
    noCatchUp: defineFlag(
      z.boolean().default(false).describe('do not ask for what came since the last run'),
      { conflicts: ['fromHistory'] },
    ),
    keep: defineFlag(
      createDurationSchema()
        .prefault(CLAIM_TIME)
        .describe('how long to keep deliveries that are not waiting'),
      { placeholder: 'duration' },
    ),
    ...STORE_FLAGS,
    ...OPERATION,
    requests: defineFlag(z.int().min(1).optional().describe('stop after this number of requests'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({ deliveries: z.array(ReceivedRecord) }),
  records: 'deliveries',
  async run(flags, context) {
    const { io, service } = context;
    if (flags.log === 'json') io.logAsJson();
    await io.limitMemory(MEMORY_BYTES);
    const isEndless = flags.requests === undefined && !flags.once;
    io.printing.requireRecords(isEndless);
    const { choice } = await service.choose();
    const callsService = flags.register.length > 0 || flags.fromHistory;
    const hasService = callsService || choice.kind === 'service' || !choice.isUnasked;
    const ofSandbox = hasService && isSandbox(choice);
    refuseRegistration(flags, ofSandbox);
    const held = await readReloadedSecrets(
      (former: ReceiverSecrets | null) => readReceiverSecrets(flags, former, context),
      ({ signing }) => describeChecks(signing),
      io,
    );
    const secrets = held.current.signing;
    const [configured] = secrets;
    if (configured !== undefined && flags.unsigned)
      throw createUsageError(
        `--unsigned would accept deliveries of anyone, but the secret of ${configured.from} is set`,
        `omit --unsigned to check signatures, or ${describeRemoval(configured.from)}`,
      );
    if (configured === undefined && !flags.unsigned && !ofSandbox) {
      throw addAdvice(buildNoSecretError('hooks listen'), 'to accept deliveries of anyone, add --unsigned');
    }
    refuseOpenHost(flags.host, configured === undefined);
    const client = hasService
      ? await service.client({ writes: flags.register.length > 0 || ofSandbox })
      : null;
    const store = await chooseStore(flags, context, { callsService });
    const toleranceMs = ofSandbox ? null : flags.tolerance;
    const getSecrets = () => held.current.signing.map(({ secret }) => secret);
    const receiver = await runReceiver(
      {
        ...flags,
        ...{ store, toleranceMs, getSecrets },
        path: flags.path?.replace(/^\/?/, '/') ?? null,
        targets: readTargets(flags),
        getAdminToken: () => held.current.adminToken,
        rate: flags.rate ?? null,
        deadlineMs: flags.attemptTimeout,
        keepMs: flags.keep,
        most: flags.requests ?? Number.POSITIVE_INFINITY,
      },
      io,
    );
    held.startReloading(receiver.log.add);
    io.onEnd(async () => {
      const release = io.onSecondSignal(receiver.abort);
      const finishing = formatFinishing(receiver.countInFlight());
      if (finishing !== null) await io.note(finishing);
      await receiver.stop();
      release();
      const message = formatSummary(receiver);
      await receiver.log.add({ level: 'info', event: 'stopped', message, fields: receiver.counts });
    });
    await receiver.catchUp(
      client === null || flags.noCatchUp
        ? null
        : { read: () => readHistory(client), isFollowed: flags.fromHistory, isOnce: flags.once },
    );
    const isAsked = flags.register.length > 0;
    const actions = isAsked ? flags.register : ofSandbox ? ['automations'] : [];
    const secret = secrets[0]?.secret ?? null;
    let isRegistered = false;
    if (client !== null && actions.length > 0)
      isRegistered = await registerReceiver(client, actions, { receiver, flags, secret }, context).catch(
        (error: unknown) => {
          if (isAsked || !(error instanceof CrierError) || error.kind !== 'rejected') throw error;
          return false; // the note at the start says how the sandbox may reach it
        },
      );
    const notes = listStartNotes(receiver, {
      secrets,
      registered: isRegistered ? actions : [],
      newSecretFrom: secrets[0]?.from ?? null,
      publicUrl: flags.publicUrl,
      waiting: receiver.waiting,
      ofSandbox,
      noForward: flags.noForward,
      programName: io.programName,
    });
    let fault: unknown = null;
    if (flags.once)
      void receiver
        .untilIdle()
        .catch((error: unknown) => {
          fault = error;
        })
        .then(receiver.listener.close);
    const buildRecord = createRecordBuilder({
      explain: createExplainer({ getSecrets, toleranceMs }, io.clock),
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
        void noteWhenQuiet(receiver, context, io.signal).catch(() => {}); // ended
      for await (const results of receiver.reports.batches(receiver.listener)) yield results.map(buildRecord);
      if (fault !== null) throw fault;
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

/** Formats that print columns. */
const WITHOUT_EVENTS: readonly OutputFormat[] = ['table', 'tsv', 'csv'];

interface ListenFlags {
  register: readonly string[];
  publicUrl?: string | undefined;
  fromHistory: boolean;
  once: boolean;
  noCatchUp: boolean;
}

function refuseRegistration(
  { register, publicUrl, fromHistory, once }: ListenFlags,
  ofSandbox: boolean,
): void {
  if (once && !fromHistory)
    throw createUsageError('--once needs --from-history', 'or use --requests to stop after some deliveries');
  if (publicUrl !== undefined) refuseUrl(publicUrl, 'https://hooks.example.com', '--public-url');
  if (register.length > 0 && publicUrl === undefined && !ofSandbox)
    throw createUsageError(
      '--register needs --public-url: the service cannot reach this machine by its own address',
      'give the address of a tunnel or a reverse proxy: --public-url https://hooks.example.com',
    );
  for (const action of register) refuseWebhook({ action }, { anyAction: false });
}

/** What a receiver needs of secrets. */
interface ReceiverSecrets {
  signing: readonly WebhookSecret[];
  /** Of health and metrics. */
  adminToken: string | null;
}

/** @throws CrierError of kind usage when one cannot be read, or is blank */
async function readReceiverSecrets(
  flags: { secretFile: readonly string[] } & AdminFlags,
  former: ReceiverSecrets | null,
  context: CommandContext,
): Promise<ReceiverSecrets> {
  context.settings.forget(); // a context may have the secret
  const signing = await readSigningSecrets(flags.secretFile, context);
  const adminToken = await readAdminToken(flags, context);
  if (former !== null) {
    requireSameChecks(former.signing.length > 0, signing.length > 0);
    requireSameChecks(former.adminToken !== null, adminToken !== null);
  }
  return { signing, adminToken };
}

/** @throws CrierError of kind usage when other machines could send deliveries that no secret proves */
function refuseOpenHost(host: string | undefined, isUnsigned: boolean): void {
  if (host === undefined || !isUnsigned || isLoopback(formatUrlHost(host))) return;
  throw createUsageError(
    `other machines could send deliveries to ${host}, and no secret is set to check them`,
    'set one with --secret-file or CRIER_WEBHOOK_SECRET, or omit --host',
  );
}

/** How a secret is removed. @param from its source, as in {@link WebhookSecret} */
function describeRemoval(from: string): string {
  if (from.includes('--secret-file')) return 'omit --secret-file';
  return from.startsWith('CRIER_') ? `unset ${from}` : 'run "crier config unset webhook-secret"';
}
