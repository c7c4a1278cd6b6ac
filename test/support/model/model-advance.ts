import { askCallbacks } from './model-callbacks.ts';
import { attemptDue } from './model-deliveries.ts';
import { type DispatchRun, runDispatch } from './model-dispatch.ts';
import type { AnsweredCallback, ModelDispatch, ModelWorld } from './world.ts';

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
  if (answer === undefined) goOn(world, runDispatch(world, next), null);
  else {
    world.answered.splice(world.answered.indexOf(answer), 1);
    answer.callback.goOn(answer.text);
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

function goOn(world: ModelWorld, run: DispatchRun, text: string | null): void {
  const { value, done } = run.next(text);
  if (done === true) return;
  world.waiting.push({ ...value, goOn: (answer) => goOn(world, run, answer) });
}
