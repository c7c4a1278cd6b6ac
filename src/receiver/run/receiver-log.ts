import type { Clock } from '../../clock.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { getErrorMessage } from '../../errors.ts';
import { SECOND_MS } from '../../service/durations.ts';
import type { DeliveryFacts } from '../delivery-facts.ts';
import type { ForwardReport } from '../forwarding.ts';
import type { ReceiverReport } from '../receiver-endpoint.ts';
import type { LostRecords } from './received-reports.ts';

/** What happens in a receiver, as `--log json` names it. */
export const RECEIVER_EVENTS = {
  started: 'it listens: url, path, targets',
  note: 'any other message',
  'delivery.received':
    'number, hookId, action, type, verdict (new, repeated), repeats, source, ms; traceId with a collector',
  'delivery.refused': 'reason, status, ms',
  'delivery.forwarded': 'number, target, attempt, status, ms; traceId with a collector',
  'attempt.failed': 'number, target, attempt, status, error, ms, again (when it is attempted again)',
  'delivery.dead': 'the same: it is not attempted again',
  'program.output': 'a line that a program of --exec printed: number, target, line',
  'target.failing': 'the first failure of a target: target, error',
  'target.working': 'it succeeds again: target',
  'target.gave-up':
    'deliveries given up in the second before, each of them logged then: target, error, count',
  'secrets.read': 'the secrets were read again after SIGHUP, and are used from now on',
  'secrets.failing': 'they could not be read after SIGHUP, and those of before are still used: error',
  'store.failing': 'deliveries cannot be stored or forwarded: error',
  'store.working': 'they can again',
  'connections.refused': 'more were open than may be: count, since the last one of these',
  'collector.failing': 'the collector of OpenTelemetry does not take spans or metrics: error',
  'collector.working': 'it takes them again',
  'history.taken': 'deliveries of the history were taken in: count',
  'history.failing': 'the history cannot be read now: error',
  'webhook.registered': 'it is registered: actions, url',
  'webhook.restored': 'what --register did is taken back',
  'output.behind': 'the reader of stdout does not keep up; what it misses is read from the inbox later',
  'output.caught-up': 'it has all records',
  'output.incomplete': 'a record lacks its event or its explanation, which cannot be read: number, error',
  'output.lost': 'records that it will not get: refused, deliveries, attempts',
  'log.dropped': 'the reader of stderr did not keep up: count',
  stopped: 'the end: new, repeated, refused, forwarded, failed, dead',
  ended: 'why it ended: message, kind, exitCode',
} as const;

export type ReceiverEvent = keyof typeof RECEIVER_EVENTS;

export interface ReceiverLogEntry {
  /** How bad it is: `warn` may pass by itself, `error` needs attention. */
  readonly level: 'info' | 'warn' | 'error';
  readonly event: ReceiverEvent;
  /** The sentence for people; null for what only programs read. */
  readonly message: string | null;
  /** What it is about: ids, counts and names, but nothing that people wrote. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

export type ReceiverLog = ReturnType<typeof createReceiverLog>;

/**
 * Reports what a receiver does.
 *
 * @param labelTarget how a target is named, as of `createTargetLabels`
 * @param getTraceId the trace of a delivery; null without a collector
 */
export function createReceiverLog(
  world: LogWorld,
  labelTarget: (name: string) => string,
  getTraceId: (hookId: string) => string | null,
) {
  const describeTrace = ({ hookId }: DeliveryFacts): Record<string, string> => {
    const traceId = hookId === null ? null : getTraceId(hookId);
    return traceId === null ? {} : { traceId };
  };
  const add = (entry: ReceiverLogEntry) => world.log(entry);
  const targets = createTargetLog(world);
  let fault: string | null = null;
  return {
    add,
    /** Why the store failed last; null while it works. */
    get fault() {
      return fault;
    },
    /** The store failed: reported once, and again when it fails in another way. */
    addFault(cause: unknown): void {
      const error = getErrorMessage(cause);
      if (error === fault) return;
      fault = error;
      const message = `deliveries cannot be stored or forwarded now: ${error}`;
      void add({ level: 'error', event: 'store.failing', message, fields: { error } });
    },
    clearFault(): void {
      if (fault === null) return;
      fault = null;
      void add({ level: 'info', event: 'store.working', message: 'deliveries are stored again' });
    },
    /** A request and its result; people get it in the table. */
    addReport(report: ReceiverReport): void {
      const trace = report.kind === 'taken' ? describeTrace(report.arrived.facts) : {};
      void add(addFields(describeReport(report), trace));
    },
    addAttempt(report: ForwardReport): void {
      const { job, outcome, again } = report;
      const name = labelTarget(job.target);
      const isDead = outcome.error !== null && again === null;
      const message = isDead ? targets.describeDead(job.number, name, outcome.error ?? '') : null;
      void add({ ...addFields(describeAttempt(report, name), describeTrace(job.facts)), message });
      targets.reportChange(name, outcome.error, isDead);
    },
    /** The collector of OpenTelemetry; null when it takes what is sent again. */
    addCollectorFault(error: string | null): void {
      if (error === null)
        void add({ level: 'info', event: 'collector.working', message: 'the collector works again' });
      else {
        const message = `the collector takes no spans or metrics: ${error}`;
        void add({ level: 'warn', event: 'collector.failing', message, fields: { error } });
      }
    },
    /** A connection was refused, because too many are open: reported at once, and then once in a while. */
    addDrop: createDropLog(world),
    addBehind: (isBehind: boolean) => void add(isBehind ? BEHIND : CAUGHT_UP),
    addLost: (lost: LostRecords) => void add(describeLost(lost)),
    /** The content of a delivery or a request could not be read for its record. */
    addUnreadable: (report: ReceiverReport, cause: unknown) => void add(describeUnreadable(report, cause)),
    /** Attempts that could not be printed, because the reader of the output was too far behind. */
    addUnprinted(attempts: number): void {
      const message = `the output lacks ${formatCount(attempts, 'attempt')}: it was not read for too long`;
      void add({ level: 'warn', event: 'output.lost', message, fields: { attempts } });
    },
  };
}

function addFields<Entry extends Omit<ReceiverLogEntry, 'message'>>(
  entry: Entry,
  fields: NonNullable<ReceiverLogEntry['fields']>,
): Entry {
  return { ...entry, fields: { ...entry.fields, ...fields } };
}

interface LogWorld {
  log(entry: ReceiverLogEntry): Promise<void>;
  readonly clock: Clock;
  /** The end of the run: nothing waits for its time any more. */
  readonly signal: AbortSignal;
}

/** Refused connections get at most one sentence in this time. */
const DROPS_EVERY_MS = 10 * SECOND_MS;

/** The first is reported at once, those of the time after it together. */
function createDropLog({ log, clock, signal }: LogWorld): () => void {
  let count = 0;
  let isWaiting = false;
  async function report(): Promise<void> {
    isWaiting = true;
    while (count > 0) {
      const message = `${formatCount(count, 'connection')} refused: too many are open; let the proxy before it keep fewer`;
      void log({ level: 'warn', event: 'connections.refused', message, fields: { count } });
      count = 0;
      await clock.sleep(DROPS_EVERY_MS, signal).catch(() => {}); // at the end of the run, at once
    }
    isWaiting = false;
  }
  return () => {
    count += 1;
    if (!isWaiting) void report();
  };
}

/** Deliveries that are given up get at most one sentence in this time for each target. */
const DEAD_EVERY_MS = SECOND_MS;

interface ReportedTarget {
  /** The last failure; null while it works. */
  error: string | null;
  /** When a delivery that was given up was last reported, by the monotonic clock. */
  deadAt: number;
  /** Given up since then; reported at the end of that time. */
  unreported: number;
}

function createTargetLog({ log, clock, signal }: LogWorld) {
  const targets = new Map<string, ReportedTarget>();

  function getTarget(name: string): ReportedTarget {
    const known = targets.get(name) ?? { error: null, deadAt: Number.NEGATIVE_INFINITY, unreported: 0 };
    targets.set(name, known);
    return known;
  }

  async function reportOthers(name: string, error: string): Promise<void> {
    await clock.sleep(DEAD_EVERY_MS, signal).catch(() => {}); // at the end of the run, at once
    const target = getTarget(name);
    const count = target.unreported;
    Object.assign(target, { deadAt: clock.steady(), unreported: 0 });
    const others = formatCount(count, 'other delivery is', 'other deliveries are');
    const message = `${others} given up for ${name}: ${error}`;
    void log({ level: 'error', event: 'target.gave-up', message, fields: { target: name, error, count } });
  }

  return {
    /** @returns null when another one was reported a moment ago */
    describeDead(number: number, name: string, error: string): string | null {
      const target = getTarget(name);
      if (target.unreported === 0 && clock.steady() - target.deadAt >= DEAD_EVERY_MS) {
        target.deadAt = clock.steady();
        return `delivery ${number} is given up for ${name}: ${error}`;
      }
      target.unreported += 1;
      if (target.unreported === 1) void reportOthers(name, error);
      return null;
    },
    /** Reports that a target begins to fail, fails in another way, or works again. */
    reportChange(name: string, error: string | null, isDead: boolean): void {
      const target = getTarget(name);
      if (target.error === error) return;
      target.error = error;
      const fields = { target: name };
      if (error === null) {
        void log({ level: 'info', event: 'target.working', message: `${name} works again`, fields });
        return;
      }
      // what is given up has a sentence of its own
      const message = isDead ? null : `${name} fails: ${error}; its deliveries are attempted again`;
      void log({ level: 'warn', event: 'target.failing', message, fields: { ...fields, error } });
    },
  };
}

const BEHIND: ReceiverLogEntry = {
  level: 'warn',
  event: 'output.behind',
  message: 'the output is not read: deliveries are kept in the inbox, and printed when it is read again',
};

const CAUGHT_UP: ReceiverLogEntry = {
  level: 'info',
  event: 'output.caught-up',
  message: 'the output is read again, and has all deliveries up to now',
};

function describeLost({ refused, deliveries }: LostRecords): ReceiverLogEntry {
  const parts = [
    ...(refused > 0 ? [formatCount(refused, 'refused request')] : []),
    ...(deliveries > 0 ? [formatCount(deliveries, 'delivery')] : []),
  ];
  const message = `the output lacks ${parts.join(' and ')}: it was not read for too long`;
  return { level: 'warn', event: 'output.lost', message, fields: { refused, deliveries } };
}

function describeUnreadable(report: ReceiverReport, cause: unknown): ReceiverLogEntry {
  const number = report.kind === 'taken' ? report.number : null;
  const what = number === null ? 'a refused request' : `the event of delivery ${number}`;
  const error = getErrorMessage(cause);
  const message = `${what} cannot be printed: ${error}`;
  return { level: 'error', event: 'output.incomplete', message, fields: { number, error } };
}

function describeReport(report: ReceiverReport): ReceiverLogEntry {
  const ms = Math.round(report.ms);
  if (report.kind === 'refused') {
    const { fault: reason, status } = report;
    return { level: 'warn', event: 'delivery.refused', message: null, fields: { reason, status, ms } };
  }
  const { number, repeats, arrived } = report;
  const { action, type, hookId } = arrived.facts;
  const verdict = repeats === null ? 'new' : 'repeated';
  const fields = { number, hookId, action, type, verdict, repeats, source: arrived.source, ms };
  return { level: 'info', event: 'delivery.received', message: null, fields };
}

function describeAttempt(
  { job: { number, attempt }, outcome: { status, error }, ms, again }: ForwardReport,
  target: string,
): Omit<ReceiverLogEntry, 'message'> {
  const fields = { number, target, attempt, status, ms };
  if (error === null) return { level: 'info', event: 'delivery.forwarded', fields };
  if (again === null) return { level: 'error', event: 'delivery.dead', fields: { ...fields, error } };
  const next = new Date(again).toISOString();
  return { level: 'warn', event: 'attempt.failed', fields: { ...fields, error, again: next } };
}
