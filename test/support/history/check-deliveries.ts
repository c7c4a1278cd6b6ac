import type { FaultKind, HistoryFault } from './check-history.ts';
import type { History, HistoryAttempt, HistoryDelivery, HistoryResult } from './history.ts';
import { callbackText } from './receiver-plan.ts';
import { repeated } from './repeated.ts';
import { WAYS } from './ways.ts';

/**
 * Thirteen attempts are all that a schedule has.
 *
 * @see docs/service/readings.md#U-04
 * @see docs/service/webhooks.md#W-02
 */
const TRIES = 13;
const OK = 200;

/** All that is known of one delivery. */
interface CheckedDelivery {
  readonly row: HistoryDelivery;
  /** As they were written down, in their order. */
  readonly attempts: readonly HistoryAttempt[];
  /** Numbers of the attempts that the receiver took. */
  readonly taken: readonly number[];
}

/**
 * Each delivery ended as the receiver answered, and was sent no more often than that takes.
 *
 * @see docs/service/webhooks.md#W-01
 */
export function checkDeliveries(history: History): readonly HistoryFault[] {
  const { deliveries, looks, attempts } = history;
  const ids = attempts.map(({ deliveryId }) => deliveryId);
  return [
    ...looks
      .flatMap(({ lateDeliveries }) => lateDeliveries)
      .map((of) => ({ kind: 'delivery left over' as const, of })),
    ...repeated(deliveries.map(({ hookId }) => hookId)).map((of) => ({
      kind: 'delivery twice' as const,
      of,
    })),
    ...repeated(ids).map((of) => ({ kind: 'delivery id twice' as const, of })),
    ...listRecorded(history).flatMap(faultsOf),
  ];
}

function listRecorded({ deliveries, attempts, heard }: History): readonly CheckedDelivery[] {
  const written = Map.groupBy(attempts, ({ hookId }) => hookId);
  const taken = Map.groupBy(
    heard.deliveries.filter(({ way }) => WAYS[way].isTaken),
    ({ hookId }) => hookId,
  );
  return deliveries.map((row) => ({
    row,
    attempts: written.get(row.hookId) ?? [],
    taken: (taken.get(row.hookId) ?? []).map(({ attempt }) => attempt),
  }));
}

function faultsOf(recorded: CheckedDelivery): readonly HistoryFault[] {
  const { row, attempts } = recorded;
  const kinds = [
    endOf(recorded),
    isInOrder(attempts) ? null : 'attempt out of order',
    tooOften(recorded),
  ] as const;
  return kinds.flatMap((kind) => (kind === null ? [] : [{ kind, of: row.hookId }]));
}

/** How it ended, where it should have ended otherwise. */
function endOf({ row, attempts, taken }: CheckedDelivery): FaultKind | null {
  if (row.state === 'waiting') return 'delivery left over';
  if (row.state === 'delivered') {
    // The last word on it: what was taken before, from one who died of it, is not it.
    return taken.includes(attempts.length - 1) ? null : 'delivered, not received';
  }
  if (taken.length > 0) return 'answer forgotten';
  return attempts.some(isFinal) || triesOf(attempts) >= TRIES ? null : 'given up too soon';
}

const isInOrder = (attempts: readonly HistoryAttempt[]): boolean =>
  attempts.every(({ attempt }, place) => attempt === place);

/** It was sent again after an answer that had ended it, and that was recorded. */
function tooOften({ attempts }: CheckedDelivery): FaultKind | null {
  const isOver = attempts.slice(0, -1).some((attempt) => isFinal(attempt) || isTaken(attempt));
  return isOver || triesOf(attempts) > TRIES ? 'attempted too often' : null;
}

/** What a death cut short is no try of the schedule. */
const triesOf = (attempts: readonly HistoryAttempt[]): number =>
  attempts.filter(({ error }) => error !== 'interrupted').length;

const isTaken = ({ status, error }: HistoryAttempt): boolean => status === OK && error === null;

/** The one client error in the plan that is not tried again. */
const isFinal = ({ status }: HistoryAttempt): boolean => status === WAYS['status 404'].status;

/**
 * Each callback was sent once at most, and the DM has its result.
 *
 * @see docs/service/callbacks.md#CBK-02, #CBK-05, #CBK-07, #K-06
 */
export function checkCallbacks(history: History): readonly HistoryFault[] {
  const { callbacks, heard } = history;
  const keys = new Set(callbacks.map(({ key }) => key));
  return [
    ...repeated(heard.callbacks.map(({ key }) => key)).map((of) => ({ kind: 'callback twice' as const, of })),
    ...callbacks
      .filter(({ state }) => state !== 'answered')
      .map(({ key }) => ({ kind: 'callback left over' as const, of: key })),
    ...heard.callbacks
      .filter(({ key }) => !keys.has(key))
      .map(({ key }) => ({ kind: 'request of no row' as const, of: key })),
    ...wrongTexts(history),
  ];
}

/** The text that was received is the callback's where the row says so, and the template anywhere else. */
function wrongTexts(history: History): HistoryFault[] {
  const { messages, rows, callbacks, heard } = history;
  const results = new Map(
    rows.flatMap(({ id, results: each }) =>
      each.map((result): readonly [string, HistoryResult] => [`${id}:${result.actionId}`, result]),
    ),
  );
  const recorded = new Map(callbacks.map(({ key, message }) => [key, message]));
  const answered = new Set(heard.callbacks.filter(({ way }) => WAYS[way].hasText).map(({ key }) => key));
  return messages
    .filter(({ key, text }) => {
      const result = results.get(key);
      if (result?.messageSource !== 'callback') return text !== result?.template;
      return text !== callbackText(key) || recorded.get(key) !== text || !answered.has(key);
    })
    .map(({ key }) => ({ kind: 'text of another source', of: key }));
}
