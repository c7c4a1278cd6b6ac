import { setTimeout as pause } from 'node:timers/promises';
import { ASSUMED } from '../../../service/assumed.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { findEarliest, type SandboxClock } from '../../clock.ts';
import { listEndedSince, snapshotOpenDispatches } from '../../store/automations/dispatches.ts';
import type { OutboundJobName, OutboundQueue } from '../outbound-queue/queue.ts';
import { commit, type EnginePorts, getNextDue } from '../ports.ts';
import type { DueRunner, PostCounts } from './due.ts';

/** Maximum wait for a request of another process, which ends or loses its lease by then: one delivery, and one lease. */
const WAIT_MS = LIMITS.webhookAnswerMs + ASSUMED.leaseMs + SECOND_MS;
const POLL_MS = 20;

/** What ran while the clock was advanced. */
export interface AdvanceResult {
  /** Ids of the dispatches that ended meanwhile, in order, in whichever process. */
  readonly ended: readonly string[];
  /** Attempts made in this process, by kind, including those that sent no request. */
  readonly attempts: Readonly<Record<OutboundJobName, number>>;
  /** Posts published in this process, and TikTok ids confirmed. */
  readonly posted: PostCounts;
}

/** A clock, and by how many milliseconds it is advanced. */
export interface AdvanceRequest {
  clock: SandboxClock;
  by: number;
}

interface AdvancePorts extends EnginePorts {
  runner: DueRunner;
  queues: readonly OutboundQueue[];
  /** Whether this process is stopping. */
  hasStopped(): boolean;
}

/**
 * Moves the clock forward, stopping at each moment at which work falls due. That work is run in order, and outbound
 * requests are answered, before the clock moves on. At the end nothing is due, unless another process holds a lease
 * on it for longer than `WAIT_MS`. Concurrent calls add up: each moves the clock by its own share. The call ends
 * early when the clock is set or the sandbox is reset. A running clock also moves by itself meanwhile.
 *
 * @see docs/decisions/0008-one-clock.md
 */
export async function advanceBy(ports: AdvancePorts, request: AdvanceRequest): Promise<AdvanceResult> {
  const { store, runner, queues } = ports;
  const mover = createClockMover(request, ports);
  const doneBefore = countCompleted(queues);
  const postedBefore = runner.countPosts();
  const before = snapshotOpenDispatches(store);
  let seen = '';
  let waitUntil = 0;
  mover.move(() => 0); // from here on, waits of deliveries are exact
  while (!mover.isOver()) {
    await runAllDue(runner, queues, mover);
    const next = findEarliest([getNextDue(ports), ...queues.map((each) => each.nextDue())]);
    const target = mover.getTarget();
    if (next !== null && next <= target) {
      mover.move((now) => next - now);
      continue;
    }
    const others = describeForeignWork(queues, target);
    if (others === '') break;
    if (others !== seen) waitUntil = performance.now() + WAIT_MS;
    else if (performance.now() > waitUntil) break;
    seen = others;
    await pause(POLL_MS);
  }
  mover.move(() => Infinity);
  const doneAfter = countCompleted(queues);
  const posted = runner.countPosts();
  return {
    ended: listEndedSince(store, before),
    attempts: {
      callbacks: doneAfter.callbacks - doneBefore.callbacks,
      deliveries: doneAfter.deliveries - doneBefore.deliveries,
      feeds: doneAfter.feeds - doneBefore.feeds,
    },
    posted: {
      posts: posted.posts - postedBefore.posts,
      confirmations: posted.confirmations - postedBefore.confirmations,
    },
  };
}

type ClockMover = ReturnType<typeof createClockMover>;

/** Moves the clock towards a target. */
function createClockMover({ clock, by }: AdvanceRequest, ports: AdvancePorts) {
  const turn = clock.generation();
  let left = by;
  /**
   * The clock was set, the sandbox was reset, or this process is stopping: this call may not move the clock any more.
   */
  const isOver = () => ports.hasStopped() || clock.generation() !== turn;
  return {
    isOver,
    getTarget: (): number => clock.now() + left,
    /** Moves the clock by `length`, but not past the target. */
    move(length: (now: number) => number) {
      left = commit(ports, 'advance', () => {
        if (isOver()) return left;
        const now = clock.now();
        const step = Math.min(left, Math.max(0, length(now)));
        clock.moveBy(step);
        return left - step;
      });
    },
  };
}

/** Runs what is due now, and what falls due as a result. */
async function runAllDue(
  runner: DueRunner,
  queues: readonly OutboundQueue[],
  mover: ClockMover,
): Promise<void> {
  while (!mover.isOver()) {
    await runner.run();
    for (const each of queues) each.start();
    const busy = queues.filter((each) => each.inFlight > 0);
    if (busy.length === 0) return;
    await Promise.race(busy.map((each) => each.waitForChange()));
  }
}

function countCompleted(queues: readonly OutboundQueue[]): Record<OutboundJobName, number> {
  const done = { callbacks: 0, deliveries: 0, feeds: 0 };
  for (const each of queues) done[each.name] += each.completed;
  return done;
}

/**
 * Describes the requests due by `target` that other processes have in flight. The text changes with every record and
 * claim.
 */
function describeForeignWork(queues: readonly OutboundQueue[], target: number): string {
  return queues
    .flatMap(({ name, listInFlight }) => listInFlight(target).map((one) => `${name} ${one}`))
    .toSorted()
    .join();
}
