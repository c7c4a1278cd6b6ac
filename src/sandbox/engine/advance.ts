import { setTimeout as pause } from 'node:timers/promises';
import { ASSUMED } from '../../facts/assumed.ts';
import { SECOND_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { findEarliest } from '../../rules/find-earliest.ts';
import type { SandboxClock } from '../clock.ts';
import { commit } from './commit.ts';
import { type Engine, getNextDueTime } from './engine.ts';
import type { OutboundJobName, OutboundQueue } from './outbound-queue.ts';
import { runDue } from './run-due.ts';

/** How long to wait for the same that other processes work on: a delivery may take so long, and so may a lease. */
const WAIT_MS = LIMITS.webhookAnswerMs + ASSUMED.leaseMs + SECOND_MS;
const POLL_MS = 20;

/** What came of it. */
interface AdvanceResult {
  /** The ids of the dispatches that ended meanwhile, in order, whoever ran them. */
  readonly ended: readonly string[];
  /** How many attempts were made here, by their kind: also those that nothing left for. */
  readonly errands: Readonly<Record<OutboundJobName, number>>;
  /** How many posts were published here, and of how many tiktok told the id. */
  readonly posted: Engine['posted'];
}

/**
 * Moves a set clock on by so much, and on its way to each moment at which something falls due; that is run, in order,
 * and what is asked of others is answered, before the clock goes further. At the end nothing is due that was due up to
 * there, unless another process works on it for too long. Several at once add up: each moves the clock by its own share,
 * from wherever the others have left it. When the clock is set meanwhile, or all begins anew, it ends.
 *
 * @param by in milliseconds
 * @see docs/decisions/0008-one-clock.md
 */
export async function advanceBy(
  engine: Engine,
  { clock, by }: { readonly clock: SandboxClock; readonly by: number },
): Promise<AdvanceResult> {
  const { store } = engine;
  const way = createClockMover(engine, clock, by);
  const errands = await engine.outboundQueues();
  const doneBefore = countCompleted(errands);
  const postedBefore = { ...engine.posted };
  const before = store.dispatches.snapshotOpen();
  let seen: string | null = null;
  let waitUntil = Infinity;
  way.move(() => 0); // a real clock stops
  while (!way.isOver()) {
    if (await runAllDue(engine, errands, way)) seen = null;
    const next = findEarliest([getNextDueTime(engine), ...errands.map((each) => each.nextDue())]);
    const target = way.getTarget();
    if (next !== null && next <= target) {
      way.move((now) => next - now);
      seen = null;
      continue;
    }
    const others = describeForeignWork(engine, errands, target);
    if (others === '') break;
    if (others !== seen) waitUntil = performance.now() + WAIT_MS;
    else if (performance.now() > waitUntil) break;
    seen = others;
    await pause(POLL_MS);
  }
  way.move(() => Infinity);
  const doneAfter = countCompleted(errands);
  return {
    ended: store.dispatches.listEndedSince(before),
    errands: {
      callbacks: doneAfter.callbacks - doneBefore.callbacks,
      deliveries: doneAfter.deliveries - doneBefore.deliveries,
    },
    posted: {
      posts: engine.posted.posts - postedBefore.posts,
      confirmations: engine.posted.confirmations - postedBefore.confirmations,
    },
  };
}

/** The way of a clock to where it is to be. */
interface ClockMover {
  /** Somebody else set the clock, or began all anew, or this process is to end: it is not ours to move any more. */
  isOver(): boolean;
  getTarget(): number;
  /** Moves it on, but not past the end. */
  move(length: (now: number) => number): void;
}

function createClockMover(engine: Engine, clock: SandboxClock, by: number): ClockMover {
  const turn = clock.generation();
  let left = by;
  const isOver = () => engine.hasStopped() || clock.generation() !== turn;
  return {
    isOver,
    getTarget: () => clock.now() + left,
    move(length) {
      left = commit(engine, 'advance', () => {
        if (isOver()) return left;
        const now = clock.now();
        const step = Math.min(left, Math.max(0, length(now)));
        clock.moveTo(now + step);
        return left - step;
      });
    },
  };
}

/** Runs what is due now, and what falls due by that. @returns whether there was anything */
async function runAllDue(
  engine: Engine,
  errands: readonly OutboundQueue[],
  way: ClockMover,
): Promise<boolean> {
  let hasRun = false;
  while (!way.isOver()) {
    const ran = await runDue(engine);
    for (const each of errands) each.start();
    const underway = errands.filter((each) => each.inFlight > 0);
    hasRun ||= ran.dispatches > 0 || underway.length > 0;
    if (underway.length === 0) return hasRun;
    await Promise.race(underway.map((each) => each.waitForChange()));
  }
  return hasRun;
}

function countCompleted(errands: readonly OutboundQueue[]): Record<OutboundJobName, number> {
  const done = { callbacks: 0, deliveries: 0 };
  for (const each of errands) done[each.name] += each.completed;
  return done;
}

/** What others work on of that which falls due up to then; another text when something of it was written down. */
function describeForeignWork(
  { store, real }: Engine,
  errands: readonly OutboundQueue[],
  target: number,
): string {
  const end = store.dispatches.getNextLeaseEnd({ now: target, real: real() });
  const underway = errands.flatMap(({ name, listInFlight }) =>
    listInFlight(target).map((one) => `${name} ${one}`),
  );
  return [...(end === null ? [] : [`dispatches ${end}`]), ...underway.toSorted()].join();
}
