import type { ActionType } from '../../../src/service/actions.ts';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import { type HistoryFault, UNKNOWN_OUTCOME } from './check-history.ts';
import type { Effect, History } from './history.ts';
import { repeated } from './repeated.ts';

/**
 * What left did so once, within a window too, and what is reported to have left did.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function checkEffects(history: History): readonly HistoryFault[] {
  const { messages, emails } = history;
  return [
    ...repeated(messages.map(({ key }) => key)).map((of) => ({ kind: 'DM twice' as const, of })),
    ...repeated(emails.map(({ key }) => key)).map((of) => ({ kind: 'email twice' as const, of })),
    ...withinWindows(history),
    ...lost(history),
    ...unaccounted(history),
  ];
}

/** An effect, with whose it is. */
interface FiredEffect extends Effect {
  readonly actionId: string;
  /** The action and its recipient: what a window is for. */
  readonly forWhom: string;
}

/**
 * The same action, for the same person, sooner than its window allows.
 *
 * @see docs/service/engine.md#D-05, #D-06, #ENG-06
 */
function withinWindows({ messages, emails, rows, windows }: History): HistoryFault[] {
  const recipients = new Map(rows.map(({ id, recipientId }) => [id, recipientId]));
  const once = new Map([...messages, ...emails].map((effect) => [effect.key, effect]));
  const fired = [...once.values()].map((effect): FiredEffect => {
    const { activityId, actionId } = partsOf(effect.key);
    return { ...effect, actionId, forWhom: `${actionId} ${recipients.get(activityId)}` };
  });
  return [...Map.groupBy(fired, ({ forWhom }) => forWhom).values()].flatMap((each) => {
    const inOrder = each.toSorted((one, other) => one.at - other.at);
    return inOrder
      .filter(({ at, actionId }, place) => {
        const before = inOrder[place - 1];
        return before !== undefined && at - before.at < (windows[actionId] ?? 0) * MINUTE_MS;
      })
      .map(({ key }) => ({ kind: 'fired within the window' as const, of: key }));
  });
}

function partsOf(key: string): { readonly activityId: string; readonly actionId: string } {
  const end = key.lastIndexOf(':');
  return { activityId: key.slice(0, end), actionId: key.slice(end + 1) };
}

/** What left, by the type of the action that had it leave. */
function leftOf({
  messages,
  emails,
  deliveries,
}: History): Readonly<Record<ActionType, ReadonlySet<string>>> {
  return {
    send_dm: new Set(messages.map(({ key }) => key)),
    send_email: new Set(emails.map(({ key }) => key)),
    fire_webhook: new Set(
      deliveries
        .filter(({ type }) => type === 'automation.triggered')
        .map(({ activityId, actionId }) => `${activityId}:${actionId}`),
    ),
  };
}

/** Its result says `sent`, and nothing left. */
function lost(history: History): HistoryFault[] {
  const left = leftOf(history);
  return history.rows.flatMap(({ id, results }) =>
    results
      .filter(({ status, type, actionId }) => status === 'sent' && !left[type].has(`${id}:${actionId}`))
      .map(({ actionId }) => ({ kind: 'effect lost' as const, of: `${id}:${actionId}` })),
  );
}

/** It left, and its result does not say so: allowed where the result is an unknown outcome. */
function unaccounted(history: History): HistoryFault[] {
  const accounted = history.rows.flatMap(({ id, results }) =>
    results
      .filter(({ status, errorDetails }) => status === 'sent' || UNKNOWN_OUTCOME.test(errorDetails ?? ''))
      .map(({ type, actionId }) => `${type} ${id}:${actionId}`),
  );
  const known = new Set(accounted);
  return Object.entries(leftOf(history)).flatMap(([type, keys]) =>
    [...keys]
      .filter((key) => !known.has(`${type} ${key}`))
      .map((key) => ({ kind: 'effect of no row' as const, of: `${type} ${key}` })),
  );
}
