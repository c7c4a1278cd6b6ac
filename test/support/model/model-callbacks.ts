import { EXPECTED } from './expected.ts';
import { attemptDue } from './model-deliveries.ts';
import { type DispatchRun, runDispatch } from './model-dispatch.ts';
import { callbackSigner, signatureOf } from './model-secrets.ts';
import type { OutsideOutcome } from './outside.ts';
import type {
  AnsweredCallback,
  ModelBreaker,
  ModelCallback,
  ModelDispatch,
  ModelWaitingCallback,
  ModelWorld,
} from './world.ts';

/** Sends all waiting callbacks; their dispatches continue in order. @returns whether there was any */
function askCallbacks(world: ModelWorld): boolean {
  const rowOf = ({ dispatch }: ModelCallback) => world.dispatches.indexOf(dispatch);
  const waiting = world.waiting.splice(0).toSorted((one, other) => rowOf(one) - rowOf(other));
  // They leave together: what one of them meets does not keep another one from being asked.
  const asked = waiting.map((callback) => ({ callback, outcome: ask(world, callback) }));
  for (const { callback, outcome } of asked) hear(world, callback, outcome);
  for (const { callback, outcome } of asked) {
    world.answered.push({ callback, text: outcome === null ? null : textIn(outcome) });
  }
  return waiting.length > 0;
}

/** @returns null where nothing leaves @see docs/service/callbacks.md#endpoint-rules, #K-04, #K-07 */
function ask(world: ModelWorld, callback: ModelWaitingCallback): OutsideOutcome | null {
  const { profile } = callback.dispatch.automation;
  const signed = signatureOf(world, callbackSigner(world, profile));
  if (signed === null || !mayAsk(world, breakerOf(world, callback))) {
    world.callbacks.keptBack += 1;
    return null;
  }
  world.callbacks.asked += 1;
  world.left.push({ about: { kind: 'callback', callback }, at: world.now, signed });
  return world.outside.callback(callback);
}

function breakerOf({ breakers }: ModelWorld, { url, dispatch }: ModelCallback): ModelBreaker {
  const name = `${dispatch.automation.profile} ${new URL(url).origin}`;
  const breaker = breakers.get(name) ?? { failures: 0, openedAt: null, isTried: false };
  breakers.set(name, breaker);
  return breaker;
}

/** U-36: while it is open none, then one probe. */
function mayAsk({ now }: ModelWorld, breaker: ModelBreaker): boolean {
  if (breaker.openedAt === null) return true;
  if (breaker.isTried || now - breaker.openedAt < EXPECTED.breaker.openMs) return false;
  breaker.isTried = true;
  return true;
}

function hear(world: ModelWorld, callback: ModelCallback, outcome: OutsideOutcome | null): void {
  // What was not sent, or must not be, does not count for the receiver.
  if (outcome === null) return;
  const breaker = breakerOf(world, callback);
  const isTrying = breaker.isTried;
  breaker.isTried = false;
  if (breaker.openedAt !== null && !isTrying) return;
  if (outcome.fault === 'address not allowed') return;
  if (textIn(outcome) !== null) return void Object.assign(breaker, { failures: 0, openedAt: null });
  breaker.failures += 1;
  if (breaker.failures >= EXPECTED.breaker.failures) breaker.openedAt = world.now;
}

/**
 * The text that is used; null where the answer is of no use.
 *
 * @see docs/service/callbacks.md#request
 * @see docs/service/readings.md#U-08, #U-09
 */
function textIn({ status, text, fault }: OutsideOutcome): string | null {
  if (fault !== null || text === null || status === null || status < 200 || status > 299) return null;
  const { min, max } = EXPECTED.textLength;
  const message = messageIn(text);
  if (typeof message !== 'string') return null;
  const length = [...message].length;
  return length < min || length > max ? null : message;
}

function messageIn(text: string): unknown {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}

/**
 * Time moves on, and what falls due by then runs at its time, in its order; what is asked of others is answered before
 * time goes further.
 *
 * @see docs/decisions/0008-one-clock.md
 */
export function modelAdvance(world: ModelWorld, ms: number): void {
  const until = world.now + ms;
  for (let next: number | null = world.now; next !== null && next <= until; next = nextMoment(world)) {
    world.now = Math.max(world.now, next);
    while (runDue(world) || askCallbacks(world) || attemptDue(world));
  }
  world.now = until;
}

function nextMoment({ dispatches, deliveries }: ModelWorld): number | null {
  const moments = [
    ...dispatches.filter(({ status }) => status === 'pending').map(({ dueAt }) => dueAt),
    ...deliveries.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt !== null),
  ];
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Begins the next one that is due, or continues it after an answer. @returns whether there was one */
function runDue(world: ModelWorld): boolean {
  const [next] = world.dispatches
    .filter((each) => mayBegin(world, each) || answerFor(world, each) !== undefined)
    .toSorted((one, other) => one.dueAt - other.dueAt);
  if (next === undefined) return false;
  const answer = answerFor(world, next);
  if (answer === undefined) proceed(world, runDispatch(world, next), null);
  else {
    world.answered.splice(world.answered.indexOf(answer), 1);
    answer.callback.proceed(answer.text);
  }
  return true;
}

function mayBegin(world: ModelWorld, dispatch: ModelDispatch): boolean {
  return dispatch.status === 'pending' && dispatch.dueAt <= world.now && !isHeldUp(world, dispatch);
}

function answerFor({ answered }: ModelWorld, dispatch: ModelDispatch): AnsweredCallback | undefined {
  return answered.find(({ callback }) => callback.dispatch === dispatch);
}

/**
 * Another one of the same automation and person has begun, and not ended.
 *
 * @see docs/service/readings.md#U-15
 */
function isHeldUp({ dispatches }: ModelWorld, { automation, event }: ModelDispatch): boolean {
  return dispatches.some(
    (each) => each.status === 'in_flight' && each.automation === automation && each.event.who === event.who,
  );
}

function proceed(world: ModelWorld, run: DispatchRun, text: string | null): void {
  const { value, done } = run.next(text);
  if (done === true) return;
  world.waiting.push({ ...value, proceed: (answer) => proceed(world, run, answer) });
}
