import { HOUR_MS, SECOND_MS } from '../../../src/service/durations.ts';
import type { HistoryFault } from './check-history.ts';
import type { HeardDelivery, HeardEntry, History, HistoryAttempt, SecretSince } from './history.ts';
import { WAYS } from './ways.ts';

/**
 * For so long after a change the former secret signs beside the new one.
 *
 * @see docs/service/webhooks.md#signature
 */
const GRACE_S = (24 * HOUR_MS) / SECOND_MS;

/** What a receiver got is what was recorded, signed, in order, and nothing else. */
export function checkHeard(history: History): readonly HistoryFault[] {
  const { heard, secrets } = history;
  return [
    ...heard.strays.map((of) => ({ kind: 'request astray' as const, of })),
    ...unsigned(heard, secrets),
    ...disordered(heard.deliveries),
    ...unwritten(history),
  ];
}

/** @see docs/service/webhooks.md#HOOK-10, #W-07; docs/service/callbacks.md#CBK-06 */
function unsigned({ deliveries, callbacks }: HeardEntry, secrets: readonly SecretSince[]): HistoryFault[] {
  const requests = [
    ...deliveries.map((each) => ({ ...each, of: each.deliveryId })),
    ...callbacks.map((each) => ({ ...each, of: each.key })),
  ];
  return requests
    .filter(({ signed, timeStamp }) => {
      const isRight = signersIn(timeStamp, secrets).some(
        ({ main, second }) => signed.main === main && signed.second === second,
      );
      return signed.at !== timeStamp || !isRight;
    })
    .map(({ of }) => ({ kind: 'signature wrong', of }));
}

/** In the second of a change it may be those before. */
function signersIn(time: number, secrets: readonly SecretSince[]) {
  const isOfChange = secrets.some(({ since }) => since === time);
  return [signersAt(time, secrets), ...(isOfChange ? [signersAt(time - 1, secrets)] : [])];
}

function signersAt(time: number, secrets: readonly SecretSince[]): { main: string; second: string } {
  const now = secrets.findLast(({ since }) => since <= time);
  if (now === undefined) return { main: 'none', second: 'none' };
  const before = secrets[secrets.indexOf(now) - 1];
  const isInGrace = before !== undefined && time - now.since < GRACE_S;
  return isInGrace ? { main: before.name, second: now.name } : { main: now.name, second: 'none' };
}

/** Each attempt has a higher number than the one before. @see docs/service/webhooks.md#HOOK-09 */
function disordered(heard: readonly HeardDelivery[]): HistoryFault[] {
  const numbers = new Map<string, number>();
  return heard.flatMap(({ hookId, attempt }) => {
    const before = numbers.get(hookId) ?? -1;
    numbers.set(hookId, Math.max(before, attempt));
    if (attempt > before) return [];
    return [{ kind: 'attempt heard twice' as const, of: `${hookId} ${attempt}` }];
  });
}

/** What is written down of an attempt is what was heard of it, and the other way round. */
function unwritten({ heard, attempts }: History): HistoryFault[] {
  const written = new Map(attempts.map((each) => [each.deliveryId, each]));
  const known = new Set(heard.deliveries.map(({ deliveryId }) => deliveryId));
  return [
    ...heard.deliveries
      .filter((each) => !isOfRow(each, written.get(each.deliveryId)))
      .map(({ deliveryId }) => ({ kind: 'request of no row' as const, of: deliveryId })),
    ...attempts
      .filter(({ status, deliveryId }) => status !== null && !known.has(deliveryId))
      .map(({ deliveryId }) => ({ kind: 'answer made up' as const, of: deliveryId })),
  ];
}

/** One that died before it could write the answer down has none; another one is none that was given. */
function isOfRow({ hookId, attempt, way }: HeardDelivery, row: HistoryAttempt | undefined): boolean {
  if (row?.hookId !== hookId || row.attempt !== attempt) return false;
  return row.status === null || row.status === WAYS[way].status;
}
