import { ERRORS } from '../facts/errors.ts';
import type { Fault, FaultPoint } from '../facts/fault.ts';
import type { Platform } from '../facts/platforms.ts';
import { drawChance } from '../rules/draw-chance.ts';
import type { NetworkFailure } from './networks/network-failure.ts';
import { sentenceOf } from './service-failure.ts';
import type { Store } from './store/store.ts';

/** Where a call stands when somebody's order to fail may meet it. */
interface Place {
  readonly endpoint: FaultPoint;
  /** Null: the whole request. */
  readonly network: Platform | null;
}

/**
 * Looks whether somebody ordered a failure that comes now, and counts it when it does. Of several the oldest
 * that comes is taken.
 */
export function orderedFailure(store: Store, { endpoint, network }: Place): NetworkFailure | null {
  // No order is the rule, and needs no transaction.
  if (store.faults.on(endpoint, network).length === 0) return null;
  const drawn = store.tryTransaction(() => drawFailure(store, { endpoint, network }));
  return drawn === null ? certainFailure(store, { endpoint, network }) : drawn.result;
}

/** While another process holds the write lock, what comes each time comes, and is not counted. */
function certainFailure(store: Store, { endpoint, network }: Place): NetworkFailure | null {
  const fault = store.faults.on(endpoint, network).find(({ probability }) => probability >= 1);
  return fault === undefined ? null : failureWith(fault);
}

/** The same for a caller who holds the transaction. */
export function drawFailure(store: Store, { endpoint, network }: Place): NetworkFailure | null {
  const fault = store.faults.on(endpoint, network).find(({ probability }) => comes(store, probability));
  if (fault === undefined) return null;
  store.faults.use(fault);
  return failureWith(fault);
}

function comes({ settings }: Store, probability: number): boolean {
  if (probability >= 1) return true;
  const { chance, next } = drawChance(settings.read().chance);
  settings.change({ chance: next });
  return chance < probability;
}

const RELINK = 161;

/** @see docs/service/errors.md#ERR-05 */
function failureWith({ code, variant }: Fault): NetworkFailure {
  const fact = ERRORS[code];
  const form = variant === null ? undefined : fact?.variants?.[variant];
  const { retryAvailable, details } = { ...fact, ...form };
  return {
    code,
    message: sentenceOf(code),
    ...(details !== undefined && { details }),
    ...(typeof retryAvailable === 'boolean' && { retryAvailable }),
    ...(code === RELINK && { relink: true }),
  };
}
