import type { Fault, FaultPoint } from '../../service/control/faults.ts';
import { ERRORS } from '../../service/errors.ts';
import type { Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { formatFailureMessage } from '../http/service-failure.ts';
import { changeSettings, listFaultsFor, readSettings, useFault } from '../store/settings.ts';
import type { NetworkFailure } from './check-account.ts';

/** Where an injected fault may apply. */
interface CallPlace {
  endpoint: FaultPoint;
  /** Null for the whole request. */
  network: Platform | null;
}

/** Checks whether an injected fault applies now, and counts it if so. The oldest one that applies is used. */
export function findInjectedFailure(
  store: Database,
  { endpoint, network }: CallPlace,
): NetworkFailure | null {
  // Usually there are no faults, and no transaction is needed.
  if (listFaultsFor(store, endpoint, network).length === 0) return null;
  const drawn = store.tryTransaction(() => drawInjectedFailure(store, { endpoint, network }));
  return drawn === null ? findCertainFailure(store, { endpoint, network }) : drawn.result;
}

/**
 * While another process holds the write lock, only faults with a probability of 1 apply, and they are not counted.
 */
function findCertainFailure(store: Database, { endpoint, network }: CallPlace): NetworkFailure | null {
  const fault = listFaultsFor(store, endpoint, network).find(({ probability }) => probability >= 1);
  return fault === undefined ? null : toNetworkFailure(fault);
}

/** The same for a caller that holds the transaction. */
export function drawInjectedFailure(
  store: Database,
  { endpoint, network }: CallPlace,
): NetworkFailure | null {
  const fault = listFaultsFor(store, endpoint, network).find(({ probability }) =>
    drawOccurrence(store, probability),
  );
  if (fault === undefined) return null;
  useFault(store, fault);
  return toNetworkFailure(fault);
}

function drawOccurrence(store: Database, probability: number): boolean {
  if (probability >= 1) return true;
  const { chance, next } = drawChance(readSettings(store).randomState);
  changeSettings(store, { randomState: next });
  return chance < probability;
}

const RELINK = 161;

/** @see docs/service/errors.md#ERR-05 */
function toNetworkFailure({ code, variant }: Fault): NetworkFailure {
  const fact = ERRORS[code];
  const form = variant === null ? undefined : fact?.variants?.[variant];
  const { retryAvailable, details } = { ...fact, ...form };
  return {
    code,
    message: formatFailureMessage(code),
    details,
    ...(typeof retryAvailable === 'boolean' && { retryAvailable }),
    ...(code === RELINK && { relink: true }),
  };
}

const TWO_TO_32 = 2 ** 32;

/**
 * Draws a pseudorandom number (splitmix32: a Weyl sequence with a multiplicative mixer), always the same for the same
 * state.
 *
 * @param place state of the generator, a 32-bit integer
 * @returns a number from 0 (inclusive) to 1 (exclusive), and the next state
 */
export function drawChance(place: number): { chance: number; next: number } {
  const next = (place + 0x9e3779b9) >>> 0;
  let bits = next;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return { chance: ((bits ^ (bits >>> 15)) >>> 0) / TWO_TO_32, next };
}

export interface RecordedFault {
  /** Identifies the kind: the same for each occurrence. */
  readonly traceId: string;
  readonly text: string;
  readonly count: number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly time: number;
}

/** Maximum number of kinds that are kept; the one that did not occur for the longest time is dropped. */
const MOST_KINDS = 200;
const TEXT_CHARACTERS = 500;

/** Internal faults of one process. */
export function createFaultRegister(newTraceId: () => string, now: () => number) {
  const kinds = new Map<string, RecordedFault>();
  let last: RecordedFault | null = null;
  return {
    /** Counts a fault. Faults of a known kind keep its trace id, so that each id leads to a report. */
    record(error: unknown): RecordedFault {
      const kind = getFaultKind(error);
      const before = kinds.get(kind);
      const fault: RecordedFault = {
        traceId: before?.traceId ?? newTraceId(),
        text: formatFault(error),
        count: (before?.count ?? 0) + 1,
        time: readTime(now) ?? before?.time ?? 0,
      };
      kinds.delete(kind);
      kinds.set(kind, fault);
      const [oldest] = kinds.keys();
      if (kinds.size > MOST_KINDS && oldest !== undefined) kinds.delete(oldest);
      last = fault;
      return fault;
    },
    last: (): RecordedFault | null => last,
  };
}

/** The clock itself may have failed. */
function readTime(now: () => number): number | null {
  try {
    return now();
  } catch {
    return null;
  }
}

function formatFault(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, TEXT_CHARACTERS);
}

/** Faults with the same place in the code and the same message, except for numbers, are of one kind. */
function getFaultKind(error: unknown): string {
  const place = error instanceof Error ? /^ +at .*$/m.exec(error.stack ?? '')?.[0] : '';
  return `${formatFault(error).replaceAll(/\d+/g, '#')} ${place ?? ''}`;
}
