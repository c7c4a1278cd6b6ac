import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../facts/durations.ts';
import type { SandboxClock } from '../clock.ts';
import { commit, type Engine } from './engine.ts';
import { runDue } from './run-due.ts';

/** How long to wait for what other processes work on: by then their leases have ended, if they died. */
const WAIT_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 20;

/** What came of it. */
interface Advanced {
  /** The ids of the dispatches that ended meanwhile, in order, whoever ran them. */
  readonly ended: readonly string[];
}

/**
 * Moves a set clock on by so much, and on its way to each moment at which something falls due; that is run, in order,
 * before the clock goes further. At the end nothing is due that was due up to there, unless another process works on it
 * for too long. Several at once add up: each moves the clock by its own share, from wherever the others have left it.
 *
 * @param by in milliseconds
 * @see architecture.md, decision 8
 */
export async function advanceBy(
  engine: Engine,
  { clock, by }: { readonly clock: SandboxClock; readonly by: number },
): Promise<Advanced> {
  const { store } = engine;
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
    const ran = await runDue(engine);
    if (ran.dispatches > 0) waitUntil = null;
    const next = store.dispatches.nextDue(engine.real());
    const target = clock.now() + left;
    if (next !== null && next <= target) {
      left = move((now) => next - now);
      waitUntil = null;
    } else if (isDone(engine, target)) break;
    else {
      waitUntil ??= performance.now() + WAIT_MS;
      if (performance.now() > waitUntil) break;
      await pause(LOOK_EVERY_MS);
    }
  }
  move(() => left);
  return { ended: store.dispatches.endedOf(before) };
}

/** Nobody else works on what falls due up to then. */
function isDone({ store, real }: Engine, target: number): boolean {
  return store.dispatches.nextLeaseEnd({ now: target, real: real() }) === null;
}
