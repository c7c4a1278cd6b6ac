import { randomBytes } from 'node:crypto';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { type ForwardReport, type ForwardRunner, startForwarding } from '../../../receiver/forwarding.ts';
import type { Inbox } from '../../../receiver/inbox/inbox.ts';
import { openInbox } from '../../../receiver/inbox/open-inbox.ts';
import { keepInbox } from '../../../receiver/keep-inbox.ts';
import {
  createReceiverEndpoint,
  DELIVERY_BODY_BYTES,
  type ReceiverFault,
  type ReceiverReport,
} from '../../../receiver/receiver-endpoint.ts';
import type { SignatureCheck, SignatureFault } from '../../../receiver/verify-signature.ts';
import type { Uses } from '../../context/context.ts';
import type { HttpListener } from '../../context/listener.ts';
import { explainSignatureFault } from '../explain-signature-fault.ts';
import { type ChosenTarget, createForwardPlan, type ForwardFlags, openTargets } from './forward-targets.ts';
import type { ExplainFault } from './received-delivery.ts';
import { createReceivedStream, type LostRecords, type ReceivedStream } from './received-stream.ts';

export interface ReceiverSettings extends ForwardFlags {
  readonly port: number;
  /** Null for the one of the last run, or a new one that cannot be guessed. */
  readonly path: string | null;
  /** The inbox, a path. */
  readonly store: string;
  readonly secrets: readonly string[];
  /** As in `ReceiverOptions`. */
  readonly toleranceMs: number | null;
  readonly keep: number;
  readonly concurrency: number;
  readonly rate: number | null;
  /** Ends after this number of records. */
  readonly most: number;
}

/** A receiver that takes in deliveries and forwards them. */
export interface RunningReceiver {
  readonly inbox: Inbox;
  /** On this machine. */
  readonly url: string;
  readonly path: string;
  readonly targets: readonly ChosenTarget[];
  readonly listener: HttpListener;
  readonly records: ReceivedStream;
  readonly plan: ReturnType<typeof createForwardPlan>;
  readonly counts: Readonly<ReceiverCounts>;
  /** Takes a report, also of deliveries that came another way. */
  report(report: ReceiverReport): void;
  /** Starts to note that it runs, and to remove what is old: called when what came before is taken in. */
  startUpkeep(): void;
  /** Resolves when nothing is to be forwarded now. */
  untilIdle(): Promise<void>;
  /** Takes nothing more, finishes what is under way, and closes the inbox. */
  stop(): Promise<void>;
  /** Ends what is under way, so that `stop` returns. */
  abort(): void;
}

/** What the receiver has done since it started. */
interface ReceiverCounts {
  new: number;
  repeated: number;
  refused: number;
  forwarded: number;
  failed: number;
}

type ReceiverPorts = Uses<{ io: 'listen' | 'outbound' | 'runWithInput' | 'clock' | 'note' }>['io'];

/**
 * Starts a receiver. It is ready when its promise resolves: a request to its own address came back.
 *
 * @throws CrierError of kind usage when the port, the inbox or a target cannot be used
 */
export async function startReceiver(settings: ReceiverSettings, io: ReceiverPorts): Promise<RunningReceiver> {
  const targets = await openTargets(settings, io);
  const inbox = await openInbox(settings.store);
  const path = settings.path ?? (await readPath(inbox));
  const probePath = `/${randomBytes(16).toString('hex')}`;
  const { clock } = io;
  const counts: ReceiverCounts = { new: 0, repeated: 0, refused: 0, forwarded: 0, failed: 0 };
  const plan = createForwardPlan(targets, settings.ordered);
  const faults = createFaultNotes(io);
  const refusals = countRefusals(inbox, faults.tell);
  const records = createReceivedStream({
    inbox,
    most: settings.most,
    explain: createExplainer(settings, clock),
    onBehind: faults.tellBehind,
    onLost: faults.tellLost,
  });
  const runners: ForwardRunner[] = [];
  const report = (each: ReceiverReport) => {
    if (each.kind === 'refused') {
      counts.refused += 1;
      refusals.add(each.fault, each.receivedAt);
    } else {
      counts[each.repeats === null ? 'new' : 'repeated'] += 1;
      for (const runner of runners) runner.wake();
    }
    records.add(each);
  };
  const endpoint = createReceiverEndpoint({
    path,
    probePath,
    secrets: settings.secrets,
    toleranceMs: settings.toleranceMs,
    clock,
    inbox,
    planForwardings: plan,
    onReport: report,
    onFault: faults.tell,
  });
  const listener = await io.listen({ port: settings.port, bodyBytes: DELIVERY_BODY_BYTES, answer: endpoint });
  await requireAnswer(`http://127.0.0.1:${listener.port}${probePath}`, io);
  void records.full.then(listener.close);
  for (const { target } of targets) runners.push(startRunner(target));
  const upkeep = new AbortController();
  let keeping: Promise<void> | null = null;

  function startRunner(target: ChosenTarget['target']): ForwardRunner {
    const { concurrency, rate: perSecond } = settings;
    const onReport = (each: ForwardReport) => {
      counts[each.outcome.kind === 'done' ? 'forwarded' : 'failed'] += 1;
      faults.tellTarget(each);
    };
    return startForwarding({ target, inbox, clock, concurrency, perSecond, onReport, onFault: faults.tell });
  }

  return {
    ...{ inbox, path, targets, listener, records, plan, counts, report },
    url: `http://127.0.0.1:${listener.port}${path}`,
    startUpkeep() {
      const { keep: keepMs, toleranceMs } = settings;
      const parts = { inbox, clock, keepMs, claimMs: toleranceMs ?? 0, onFault: faults.tell };
      keeping ??= keepInbox(parts, upkeep.signal);
    },
    untilIdle: async () => void (await Promise.all(runners.map((runner) => runner.untilIdle()))),
    async stop() {
      await listener.close();
      await Promise.all(runners.map((runner) => runner.stop()));
      upkeep.abort('stopped');
      await keeping;
      await refusals.flush();
      await inbox.close();
    },
    abort: () => {
      for (const runner of runners) runner.abort();
    },
  };
}

/** The path that was registered keeps working in later runs, and is that of all listeners of the inbox. */
async function readPath(inbox: Inbox): Promise<string> {
  return (await inbox.readMark('path')) ?? inbox.ensureMark('path', `/${randomBytes(16).toString('hex')}`);
}

const PROBE_MS = 5_000;

/** @throws CrierError of kind unavailable when the address does not answer as this receiver */
async function requireAnswer(url: string, { outbound }: Pick<ReceiverPorts, 'outbound'>): Promise<void> {
  const client = await outbound([new URL(url).host]);
  const request = { url, headers: {}, body: new Uint8Array(), deadlineMs: PROBE_MS, answerBytes: 1_024 };
  const { status, fault } = await client.post(request);
  if (status === 204) return;
  throw new CrierError(
    'unavailable',
    `the receiver does not answer at its own address: ${fault ?? `status ${status}`}`,
    {
      http: null,
      advice: 'something on this machine intercepts local connections; try another --port',
    },
  );
}

interface RefusalCounter {
  add(reason: ReceiverFault, at: number): void;
  flush(): Promise<void>;
}

/** Counts refused requests. A flood of them costs one write at a time. */
function countRefusals(
  inbox: Pick<Inbox, 'countRefusals'>,
  onFault: (error: unknown) => void,
): RefusalCounter {
  let waiting = new Map<string, number>();
  let writing: Promise<void> | null = null;
  let latest = 0;
  const write = async () => {
    while (waiting.size > 0) {
      const counted = waiting;
      waiting = new Map();
      await inbox.countRefusals(counted, latest).catch(onFault);
    }
    writing = null;
  };
  return {
    add(reason, at) {
      waiting.set(reason, (waiting.get(reason) ?? 0) + 1);
      latest = at;
      writing ??= write();
    },
    flush: async () => (await writing) ?? undefined,
  };
}

/** Explaining an invalid signature is slow, so a flood of forged requests must not cause it each time. */
const EXPLAIN_EVERY_MS = 1_000;

const REASONS: Readonly<Partial<Record<ReceiverFault, string>>> = {
  'not a POST request': 'deliveries use POST',
  'from a browser': 'sent by a page in a browser',
  'too large': `the body is larger than ${DELIVERY_BODY_BYTES.toLocaleString('en-US')} bytes`,
  'not JSON': 'the body is not a JSON object',
  'not stored': 'it could not be stored; the service sends it again',
};

function createExplainer(
  { secrets: [first, ...others], toleranceMs }: Pick<ReceiverSettings, 'secrets' | 'toleranceMs'>,
  clock: ReceiverPorts['clock'],
): ExplainFault {
  let next = Number.NEGATIVE_INFINITY;
  return (fault, received) => {
    const known = REASONS[fault];
    if (known !== undefined) return known;
    const now = clock.steady();
    if (first === undefined || received === null || now < next)
      return `the signature is not valid (${fault})`;
    next = now + EXPLAIN_EVERY_MS;
    const checking: SignatureCheck = {
      secrets: [first, ...others],
      now: clock.now(),
      toleranceMs: toleranceMs ?? Number.POSITIVE_INFINITY,
    };
    return explainSignatureFault(received, checking, fault as SignatureFault).message; // the others are known reasons
  };
}

/** Notes about what fails: once, and again when it works or fails in another way. */
function createFaultNotes({ note }: Pick<ReceiverPorts, 'note'>): {
  tell(error: unknown): void;
  tellTarget(report: ForwardReport): void;
  tellBehind(isBehind: boolean): void;
  tellLost(lost: LostRecords): void;
} {
  let told = '';
  const failing = new Map<string, string>();
  const say = (sentence: string) => void note(sentence).catch(() => {}); // its reader has gone
  return {
    tell(error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message === told) return;
      told = message;
      say(`deliveries cannot be stored or forwarded now: ${message}`);
    },
    tellBehind: (isBehind) =>
      say(
        isBehind
          ? 'the output is not read: deliveries are kept in the inbox, and printed when it is read again'
          : 'the output is read again, and has all deliveries up to now',
      ),
    tellLost({ refused, deliveries }) {
      if (refused > 0) say(`${formatCount(refused, 'refused request')} could not be printed`);
      if (deliveries > 0)
        say(
          `${formatCount(deliveries, 'delivery', 'deliveries')} could not be printed; use "hooks inbox export"`,
        );
    },
    tellTarget({ job: { target, number }, outcome: { kind, error }, again }) {
      const before = failing.get(target);
      if (error === null) {
        if (failing.delete(target)) say(`${target} works again`);
        return;
      }
      if (kind === 'refused' || again === null) say(`delivery ${number} is given up for ${target}: ${error}`);
      if (before === error) return;
      failing.set(target, error);
      if (again !== null) say(`${target} fails: ${error}; its deliveries are attempted again`);
    },
  };
}
