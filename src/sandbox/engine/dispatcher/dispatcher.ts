import { type DmAnswer, sendDm } from '../../networks/instagram-messages.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import type { Commit } from '../crash-points.ts';
import { createDueTimes } from '../due-times.ts';
import type { EnginePorts } from '../ports.ts';
import { createActionRunner, type DispatchOutcome, type DispatchStep } from './actions.ts';
import { type ClaimedDispatch, createClaims } from './claim.ts';
import { createCompletion } from './complete.ts';
import { createDmLedger } from './dm-quotas.ts';
import { createPlanner } from './plan.ts';
import { createRecovery, revertClaim } from './recover.ts';
import { createDmSender, type PreparedDm } from './send-dm.ts';

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
export type RunDispatches = (options: BatchOptions) => void;

interface DispatcherParts
  extends Pick<EnginePorts, 'store' | 'now' | 'real' | 'random' | 'onFault' | 'onEnded' | 'crashPoint'> {
  readonly commit: Commit;
}

export function createDispatcher({
  store,
  now,
  real,
  random,
  onFault,
  onEnded,
  crashPoint,
  commit,
}: DispatcherParts): RunDispatches {
  const due = createDueTimes({ store, now, real });
  const ledger = createDmLedger(store);
  const completion = createCompletion({ store, random, ledger });
  const sender = createDmSender({ store, random, ledger, completion });
  const plan = createPlanner({ store, ledger, completion });
  const runActions = createActionRunner({ store, random, sender, completion });
  const claims = createClaims({ store, now, real, plan, runActions, sender, completion });
  const recover = createRecovery({ store, now, real, onFault, commit, sender, completion });

  function runBatch({ mayContinue, onOutcome }: BatchOptions, ended: string[]): void {
    let claimed = tryClaimNext();
    while (claimed !== null) {
      const { dispatch, step } = claimed;
      const { current, next } =
        step.kind === 'order'
          ? sendAndRecord({ dispatch, step }, mayContinue)
          : { current: step, next: null };
      if (current.kind === 'order') {
        claimed = { dispatch, step: current };
        continue;
      }
      onOutcome(current.kind);
      if (current.kind === 'ended') ended.push(dispatch.id);
      claimed = next ?? (mayContinue() ? tryClaimNext() : null);
    }
  }

  /** Claims the next dispatch, if any; an internal error while it starts is recovered from. */
  function tryClaimNext(): ClaimedDispatch | null {
    if (!due.isWorkDue() || due.isPostNext()) return null;
    let claimed: Dispatch | undefined;
    try {
      return commit('claimDispatch', () =>
        claims.claimNext((one) => {
          claimed = one;
        }),
      );
    } catch (fault) {
      if (claimed === undefined) throw fault;
      return { dispatch: claimed, step: recover(revertClaim(claimed), { fault }) };
    }
  }

  function sendAndRecord(claimed: ClaimedDispatch<PreparedDm>, mayContinue: () => boolean): SendOutcome {
    let unsentDm: PreparedDm | null = claimed.step;
    try {
      crashPoint?.('before sendDm');
      const answer = commit(
        'acceptDm',
        () => sendIfLeased(claimed),
        () => {
          unsentDm = null;
        },
      );
      crashPoint?.('after sendDm');
      if (answer === 'lost') return { current: { kind: 'lost' }, next: null };
      return recordWithFallback(claimed, answer, mayContinue());
    } catch (fault) {
      return { current: recover(claimed.dispatch, { fault, unsentDm }), next: null };
    }
  }

  /** A process that slept past its lease must not send the DM. @see docs/service/engine.md#ENG-06 */
  function sendIfLeased({ dispatch, step }: ClaimedDispatch<PreparedDm>): DmAnswer | 'lost' {
    return store.dispatches.renewLease(dispatch, real()) ? sendDm(store, step.request, now()) : 'lost';
  }

  /** The error may come from the next dispatch: then this one's answer is recorded separately. */
  function recordWithFallback(
    claimed: ClaimedDispatch<PreparedDm>,
    answer: DmAnswer,
    alsoNext: boolean,
  ): SendOutcome {
    if (alsoNext) {
      try {
        return record(claimed, answer, true);
      } catch (fault) {
        onFault(fault);
      }
    }
    return record(claimed, answer, false);
  }

  function record(claimed: ClaimedDispatch<PreparedDm>, answer: DmAnswer, alsoNext: boolean): SendOutcome {
    return commit('recordDm', () => {
      const current = claims.resumeAfterDm(claimed, answer);
      const mayClaim = alsoNext && current.kind !== 'order' && !due.isPostNext();
      return { current, next: mayClaim ? claims.claimNext() : null };
    });
  }

  return (options) => {
    const ended: string[] = [];
    try {
      store.group(() => runBatch(options, ended));
    } finally {
      for (const id of ended) onEnded?.(id);
    }
  };
}

interface SendOutcome {
  readonly current: DispatchStep;
  /** The next dispatch, if it was claimed in the same transaction. */
  readonly next: ClaimedDispatch | null;
}
