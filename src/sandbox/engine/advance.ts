import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../facts/durations.ts';
import { earliest } from '../../rules/earliest.ts';
import type { SandboxClock } from '../clock.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';
import type { ErrandName, Errands } from './errands.ts';
import { runDue } from './run-due.ts';

/** How long to wait for what other processes work on: by then their leases have ended, if they died. */
const WAIT_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 20;

/** What came of it. */
interface Advanced {
  /** The ids of the dispatches that ended meanwhile, in order, whoever ran them. */
  readonly ended: readonly string[];
  /** How many requests left here, by their kind. */
  readonly errands: Readonly<Record<ErrandName, number>>;
}

/**
 * Moves a set clock on by so much, and on its way to each moment at which something falls due; that is run, in order,
 * and what is asked of others is answered, before the clock goes further. At the end nothing is due that was due up to
 * there, unless another process works on it for too long. Several at once add up: each moves the clock by its own share,
 * from wherever the others have left it.
 *
 * @param by in milliseconds
 * @see architecture.md, decision 8
 */
export async function advanceBy(
  engine: Engine,
  { clock, by }: { readonly clock: SandboxClock; readonly by: number },
): Promise<Advanced> {
  const { store } = engine;
  const errands = await engine.errands();
  const doneBefore = doneOf(errands);
  let left = by;
  const move = (length: (now: number) => number) =>
    commit(engine, 'advance', () => {
      const now = clock.now();
      const step = Math.min(left, Math.max(0, length(now)));
      clock.set(now + step);
      return left - step;
    });
  const before = store.dispatches.unendedRows();
  let waitUntil: number | null = null;
  left = move(() => 0); // a real clock stops
  for (;;) {
    if (await runAll(engine, errands)) waitUntil = null;
    const next = earliest([
      store.dispatches.nextDue(engine.real()),
      ...errands.map((each) => each.nextDue()),
    ]);
    const target = clock.now() + left;
    if (next !== null && next <= target) {
      left = move((now) => next - now);
      waitUntil = null;
    } else if (isDone(engine, errands, target)) break;
    else {
      waitUntil ??= performance.now() + WAIT_MS;
      if (performance.now() > waitUntil) break;
      await pause(LOOK_EVERY_MS);
    }
  }
  move(() => left);
  const doneAfter = doneOf(errands);
  return {
    ended: store.dispatches.endedOf(before),
    errands: {
      callbacks: doneAfter.callbacks - doneBefore.callbacks,
      deliveries: doneAfter.deliveries - doneBefore.deliveries,
    },
  };
}

/** Runs what is due now, and what falls due by that. @returns whether there was anything */
async function runAll(engine: Engine, errands: readonly Errands[]): Promise<boolean> {
  let hasRun = false;
  for (;;) {
    const ran = await runDue(engine);
    for (const each of errands) each.begin();
    const underway = errands.filter((each) => each.underway > 0);
    hasRun ||= ran.dispatches > 0 || underway.length > 0;
    if (underway.length === 0) return hasRun;
    await Promise.race(underway.map((each) => each.change()));
  }
}

function doneOf(errands: readonly Errands[]): Record<ErrandName, number> {
  const done = { callbacks: 0, deliveries: 0 };
  for (const each of errands) done[each.name] += each.done;
  return done;
}

/** Nobody else works on what falls due up to then. */
function isDone({ store, real }: Engine, errands: readonly Errands[], target: number): boolean {
  const ends = [
    store.dispatches.nextLeaseEnd({ now: target, real: real() }),
    ...errands.map((each) => each.nextLeaseEnd(target)),
  ];
  return earliest(ends) === null;
}
