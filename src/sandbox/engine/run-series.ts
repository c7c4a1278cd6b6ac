import { type DmAnswer, sendDm } from '../networks/instagram-messages.ts';
import type { Dispatch } from '../store/dispatches.ts';
import { commit } from './commit.ts';
import { type Engine, isWorkDue } from './engine.ts';
import { recoverDispatch, revertClaim } from './recover-dispatch.ts';
import { goOnWith, type Held, type Rest, type Step, takeUp } from './run-dispatch.ts';
import { isPostNext } from './run-posts.ts';
import type { Ordered } from './send-dm.ts';

/** What came of running the next dispatch. */
export type Ran = 'nothing is due' | Rest['kind'];

/** Runs the next dispatch that is due until it has ended, or has to wait; none while a post comes before it. */
export function runNext(engine: Engine): Ran {
  let ran: Ran = 'nothing is due';
  runSeries(engine, {
    mayGoOn: () => false,
    onRest(kind) {
      ran = kind;
    },
  });
  return ran;
}

interface Series {
  /** Asked before each further one. */
  mayGoOn(): boolean;
  /** Hears of each that ended, or has to wait. */
  onRest(kind: Rest['kind']): void;
}

/**
 * Runs the dispatches that are due before the next post, one after the other. Everything that is local is done in the
 * transaction that writes it down, and the network is asked between two of them; what it said is written down in one
 * with the beginning of the next. The simulated network is in the same file: whatever a loss of power takes, it takes of
 * both. What ended is told of when all of it is on the disk.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function runSeries(engine: Engine, series: Series): void {
  const ended: string[] = [];
  try {
    engine.store.group(() => runOneByOne(engine, series, ended));
  } finally {
    for (const id of ended) engine.onEnded?.(id);
  }
}

function runOneByOne(engine: Engine, { mayGoOn, onRest }: Series, ended: string[]): void {
  let held = takeNext(engine);
  while (held !== null) {
    const { taken, step } = held;
    const { same, next } =
      step.kind === 'order' ? ask(engine, { taken, step }, mayGoOn) : { same: step, next: null };
    if (same.kind === 'order') {
      held = { taken, step: same };
      continue;
    }
    onRest(same.kind);
    if (same.kind === 'ended') ended.push(taken.id);
    held = next ?? (mayGoOn() ? takeNext(engine) : null);
  }
}

/** Takes up the next one, if there is one; a fault of our own on the way is its own. */
function takeNext(engine: Engine): Held | null {
  if (!isWorkDue(engine) || isPostNext(engine)) return null;
  let taken: Dispatch | undefined;
  try {
    return commit(engine, 'take', () =>
      takeUp(engine, (one) => {
        taken = one;
      }),
    );
  } catch (fault) {
    if (taken === undefined) throw fault;
    return { taken, step: recoverDispatch(engine, revertClaim(taken), { fault }) };
  }
}

interface Asked {
  readonly same: Step;
  /** The next one, if it was taken up in the same transaction. */
  readonly next: Held | null;
}

function ask(engine: Engine, held: Held<Ordered>, mayGoOn: () => boolean): Asked {
  let notAsked: Ordered | null = held.step;
  try {
    engine.crashPoint?.('before sendDm');
    const answer = commit(
      engine,
      'acceptance',
      () => acceptance(engine, held),
      () => {
        notAsked = null;
      },
    );
    engine.crashPoint?.('after sendDm');
    if (answer === 'lost') return { same: { kind: 'lost' }, next: null };
    const record = (alsoNext: boolean) =>
      commit(engine, 'result', (): Asked => {
        const same = goOnWith(engine, held, answer);
        const mayTake = alsoNext && same.kind !== 'order' && !isPostNext(engine);
        return { same, next: mayTake ? takeUp(engine) : null };
      });
    return withoutFaultOfNext(engine, record, mayGoOn());
  } catch (fault) {
    return { same: recoverDispatch(engine, held.taken, { fault, unsentDm: notAsked }), next: null };
  }
}

/**
 * Who slept so long that another process took the dispatch does not ask the network any more.
 *
 * @see docs/service/engine.md#ENG-06
 */
function acceptance({ store, now, real }: Engine, { taken, step }: Held<Ordered>): DmAnswer | 'lost' {
  return store.dispatches.keep(taken, real()) ? sendDm(store, step.order, now()) : 'lost';
}

/** What fails may be the next one's: what is known of this one is then written down alone. */
function withoutFaultOfNext(engine: Engine, record: (alsoNext: boolean) => Asked, alsoNext: boolean): Asked {
  if (!alsoNext) return record(false);
  try {
    return record(true);
  } catch (fault) {
    engine.onFault(fault);
    return record(false);
  }
}
