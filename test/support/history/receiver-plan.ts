import { chooser, oneOf } from '../terminal/scripted-prompts.ts';
import type { AnswerWay } from './ways.ts';

const GOOD = ['ok', 'ok', 'ok', 'ok', 'drip', 'too much'] as const satisfies readonly AnswerWay[];

/** After each of them it is tried again. */
const BAD = [
  'status 503',
  'status 503',
  'status 500',
  'status 429',
  'status 408',
  'redirect',
  'hang',
  'reset before the head',
  'reset in the head',
  'reset in the body',
  'not http',
] as const satisfies readonly AnswerWay[];

/** From this attempt on a receiver takes what it ever takes: no delivery that was taken once may be lost later. */
const TAKEN_BY = 5;
const IN_A_HUNDRED = 100;

/**
 * How an attempt of a delivery is answered: most are taken at once, some after a few failures, a few are refused for
 * good, and a few never taken.
 */
export function plannedDelivery(seed: string, { hookId, attempt }: PlannedAttempt): AnswerWay {
  const fate = chooser(`${seed} ${hookId}`)(IN_A_HUNDRED);
  const choose = chooser(`${seed} ${hookId} ${attempt}`);
  if (fate < 2) return oneOf(choose, BAD);
  if (fate < 5) return attempt === 0 ? oneOf(choose, BAD) : 'status 404';
  const isTaken = fate >= 30 || attempt >= TAKEN_BY || choose(2) === 0;
  return oneOf(choose, isTaken ? GOOD : BAD);
}

interface PlannedAttempt {
  readonly hookId: string;
  readonly attempt: number;
}

/** How a callback is answered: it is asked once, so that each failure is the last word. */
export function plannedCallback(seed: string, key: string): AnswerWay {
  const choose = chooser(`${seed} ${key}`);
  if (choose(IN_A_HUNDRED) < 70) return oneOf(choose, ['ok', 'ok', 'ok', 'drip']);
  return oneOf(choose, [...BAD, 'status 404', 'too much', 'not json']);
}

/** What a callback returns when it answers: another text for each caller. */
export const callbackText = (key: string): string => `A text for ${key}, and for {{platform}} as it stands.`;
