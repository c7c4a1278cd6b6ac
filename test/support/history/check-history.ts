import { checkCallbacks, checkDeliveries } from './check-deliveries.ts';
import { checkEffects } from './check-effects.ts';
import { checkHeard } from './check-heard.ts';
import { checkPosts, checkRows, checkRuns } from './check-rows.ts';
import type { History } from './history.ts';

/** What must never be, by name. */
export type FaultKind =
  | 'event lost'
  | 'more than offered'
  | 'row twice'
  | 'ending changed'
  | 'row left over'
  | 'row forgotten'
  | 'DM twice'
  | 'email twice'
  | 'fired within the window'
  | 'effect lost'
  | 'effect of no row'
  | 'delivery twice'
  | 'delivery id twice'
  | 'delivery left over'
  | 'delivered, not received'
  | 'answer forgotten'
  | 'answer made up'
  | 'given up too soon'
  | 'attempted too often'
  | 'attempt out of order'
  | 'attempt heard twice'
  | 'request of no row'
  | 'request astray'
  | 'signature wrong'
  | 'callback twice'
  | 'callback left over'
  | 'text of another source'
  | 'post lost'
  | 'post twice'
  | 'post not sent'
  | 'post left over'
  | 'not looked at'
  | 'file damaged';

export interface HistoryFault {
  readonly kind: FaultKind;
  /** Which one. */
  readonly of: string;
}

/** How it went: no fault, over so and so much. */
export interface Verdict {
  readonly faults: readonly HistoryFault[];
  readonly counts: Readonly<Record<string, number>>;
}

/** How an action ends whose outcome is unknown: its process died between request and response. */
export const UNKNOWN_OUTCOME = /outcome unknown/i;

/**
 * Judges what was recorded while processes were killed at random moments.
 *
 * @see docs/safety.md#T1
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function checkHistory(history: History): Verdict {
  const faults = [
    ...checkRows(history),
    ...checkEffects(history),
    ...checkDeliveries(history),
    ...checkHeard(history),
    ...checkCallbacks(history),
    ...checkPosts(history),
    ...checkRuns(history),
  ];
  return { faults, counts: countsOf(history) };
}

function countsOf(history: History) {
  const { offered, accepted, kills, rows, messages, emails, deliveries, attempts, callbacks, heard } =
    history;
  const { planned, posts } = history;
  const unknown = rows.flatMap(({ results }) =>
    results.filter(({ errorDetails }) => UNKNOWN_OUTCOME.test(errorDetails ?? '')),
  );
  const recorded = deliveries.map(({ type, activityId, actionId }) => `${type} ${activityId} ${actionId}`);
  return {
    offered,
    accepted: accepted.length,
    kills,
    rows: rows.length,
    dms: messages.length,
    emails: emails.length,
    deliveries: deliveries.length,
    delivered: deliveries.filter(({ state }) => state === 'delivered').length,
    attempts: attempts.length,
    cutShort: attempts.filter(({ error }) => error === 'interrupted').length,
    callbacks: callbacks.length,
    callbacksAsked: heard.callbacks.length,
    callbackTexts: callbacks.filter(({ message }) => message !== null).length,
    // Allowed: the service tells at least once.
    repeatedDeliveries: recorded.length - new Set(recorded).size,
    unknownOutcomes: unknown.length,
    planned: planned.length,
    copies: posts.reduce((sum, { copies }) => sum + copies.length, 0),
  };
}
