import type { Fault, FaultPoint } from '../../service/control/faults.ts';
import { ERRORS } from '../../service/errors.ts';
import type { Platform } from '../../service/platforms.ts';
import { formatFailureMessage } from '../http/service-failure.ts';
import type { Store } from '../store/store.ts';
import type { NetworkFailure } from './check-account.ts';

/** Where an injected fault may apply. */
interface CallPlace {
  readonly endpoint: FaultPoint;
  /** Null for the whole request. */
  readonly network: Platform | null;
}

/** Checks whether an injected fault applies now, and counts it if so. The oldest one that applies is used. */
export function findInjectedFailure(store: Store, { endpoint, network }: CallPlace): NetworkFailure | null {
  // Usually there are no faults, and no transaction is needed.
  if (store.faults.listFor(endpoint, network).length === 0) return null;
  const drawn = store.tryTransaction(() => drawInjectedFailure(store, { endpoint, network }));
  return drawn === null ? findCertainFailure(store, { endpoint, network }) : drawn.result;
}

/**
 * While another process holds the write lock, only faults with a probability of 1 apply, and they are not counted.
 */
function findCertainFailure(store: Store, { endpoint, network }: CallPlace): NetworkFailure | null {
  const fault = store.faults.listFor(endpoint, network).find(({ probability }) => probability >= 1);
  return fault === undefined ? null : toNetworkFailure(fault);
}

/** The same for a caller that holds the transaction. */
export function drawInjectedFailure(store: Store, { endpoint, network }: CallPlace): NetworkFailure | null {
  const fault = store.faults
    .listFor(endpoint, network)
    .find(({ probability }) => drawOccurrence(store, probability));
  if (fault === undefined) return null;
  store.faults.use(fault);
  return toNetworkFailure(fault);
}

function drawOccurrence({ settings }: Store, probability: number): boolean {
  if (probability >= 1) return true;
  const { chance, next } = drawChance(settings.read().randomState);
  settings.change({ randomState: next });
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
    ...(details !== undefined && { details }),
    ...(typeof retryAvailable === 'boolean' && { retryAvailable }),
    ...(code === RELINK && { relink: true }),
  };
}

const TWO_TO_32 = 2 ** 32;

/** A pseudorandom number, and the next state of the generator. */
interface ChanceDraw {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly chance: number;
  readonly next: number;
}

/**
 * Draws a pseudorandom number (splitmix32: a Weyl sequence with a multiplicative mixer), always the same for the same
 * state.
 *
 * @param place state of the generator, a 32-bit integer
 */
export function drawChance(place: number): ChanceDraw {
  const next = (place + 0x9e3779b9) >>> 0;
  let bits = next;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return { chance: ((bits ^ (bits >>> 15)) >>> 0) / TWO_TO_32, next };
}
