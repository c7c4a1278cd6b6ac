import { type DmAnswer, sendDm } from '../../networks/instagram-messages.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import { commit } from '../crash-points.ts';
import { type Engine, isWorkDue } from '../engine.ts';
import { isPostNext } from '../scheduler/posts.ts';
import {
  type ClaimedDispatch,
  claimNextDispatch,
  type DispatchOutcome,
  type DispatchStep,
  resumeAfterDm,
} from './claim.ts';
import { recoverDispatch, revertClaim } from './recover.ts';
import type { PreparedDm } from './send-dm.ts';

/** Outcome of `runNextDispatch`. */
export type NextDispatchOutcome = 'nothing is due' | DispatchOutcome['kind'];

/** Runs the next due dispatch until it ends or waits; none while a post is due before it. */
export function runNextDispatch(engine: Engine): NextDispatchOutcome {
  let ran: NextDispatchOutcome = 'nothing is due';
  runDispatches(engine, {
    mayContinue: () => false,
    onOutcome(kind) {
      ran = kind;
    },
  });
  return ran;
}

interface BatchOptions {
  /** Asked before each further dispatch. */
  mayContinue(): boolean;
  /** Called for each dispatch that ended or waits. */
  onOutcome(kind: DispatchOutcome['kind']): void;
}

/**
 * Runs the dispatches that are due before the next post, one by one. Local work is done in the transaction that
 * records it; DMs are sent between transactions, and an answer is recorded together with the next claim. The
 * simulated network lives in the same file, so that a power failure affects both alike. Ended dispatches are reported
 * after the group commit.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function runDispatches(engine: Engine, series: BatchOptions): void {
  const ended: string[] = [];
  try {
    engine.store.group(() => runBatch(engine, series, ended));
  } finally {
    for (const id of ended) engine.onEnded?.(id);
  }
}

function runBatch(engine: Engine, { mayContinue, onOutcome }: BatchOptions, ended: string[]): void {
  let claimed = tryClaimNext(engine);
  while (claimed !== null) {
    const { dispatch, step } = claimed;
    const { current, next } =
      step.kind === 'order'
        ? sendAndRecord(engine, { dispatch, step }, mayContinue)
        : { current: step, next: null };
    if (current.kind === 'order') {
      claimed = { dispatch, step: current };
      continue;
    }
    onOutcome(current.kind);
    if (current.kind === 'ended') ended.push(dispatch.id);
    claimed = next ?? (mayContinue() ? tryClaimNext(engine) : null);
  }
}

/** Claims the next dispatch, if any; an internal error while it starts is recovered from. */
function tryClaimNext(engine: Engine): ClaimedDispatch | null {
  if (!isWorkDue(engine) || isPostNext(engine)) return null;
  let claimed: Dispatch | undefined;
  try {
    return commit(engine, 'claimDispatch', () =>
      claimNextDispatch(engine, (one) => {
        claimed = one;
      }),
    );
  } catch (fault) {
    if (claimed === undefined) throw fault;
    return { dispatch: claimed, step: recoverDispatch(engine, revertClaim(claimed), { fault }) };
  }
}

interface SendOutcome {
  readonly current: DispatchStep;
  /** The next dispatch, if it was claimed in the same transaction. */
  readonly next: ClaimedDispatch | null;
}

function sendAndRecord(
  engine: Engine,
  claimed: ClaimedDispatch<PreparedDm>,
  mayGoOn: () => boolean,
): SendOutcome {
  let notAsked: PreparedDm | null = claimed.step;
  try {
    engine.crashPoint?.('before sendDm');
    const answer = commit(
      engine,
      'acceptDm',
      () => sendIfLeased(engine, claimed),
      () => {
        notAsked = null;
      },
    );
    engine.crashPoint?.('after sendDm');
    if (answer === 'lost') return { current: { kind: 'lost' }, next: null };
    const record = (alsoNext: boolean) =>
      commit(engine, 'recordDm', (): SendOutcome => {
        const same = resumeAfterDm(engine, claimed, answer);
        const mayTake = alsoNext && same.kind !== 'order' && !isPostNext(engine);
        return { current: same, next: mayTake ? claimNextDispatch(engine) : null };
      });
    return recordWithFallback(engine, record, mayGoOn());
  } catch (fault) {
    return { current: recoverDispatch(engine, claimed.dispatch, { fault, unsentDm: notAsked }), next: null };
  }
}

/** A process that slept past its lease must not send the DM. @see docs/service/engine.md#ENG-06 */
function sendIfLeased(
  { store, now, real }: Engine,
  { dispatch, step }: ClaimedDispatch<PreparedDm>,
): DmAnswer | 'lost' {
  return store.dispatches.renewLease(dispatch, real()) ? sendDm(store, step.request, now()) : 'lost';
}

/** The error may come from the next dispatch: then this one's answer is recorded separately. */
function recordWithFallback(
  engine: Engine,
  record: (alsoNext: boolean) => SendOutcome,
  alsoNext: boolean,
): SendOutcome {
  if (!alsoNext) return record(false);
  try {
    return record(true);
  } catch (fault) {
    engine.onFault(fault);
    return record(false);
  }
}
