import { useState } from 'preact/hooks';
import { changes, profile, said } from '../page-store.ts';
import { describeFault, type Failure, type Run, run } from '../run.ts';

/** A change that was checked, and is about to be made. */
interface ChangePlan {
  readonly change: Run;
  readonly done: string;
}

/** Makes changes: those that others see ask as the command line does, with a dry run whose plan is shown first. */
export interface Write {
  /** Checks a change, and asks. @param done the sentence to show after it */
  ask(change: Run, done: string): Promise<void>;
  /** Makes the change that was asked about. @returns whether it succeeded */
  confirm(): Promise<boolean>;
  cancel(): void;
  /** Makes a change that can be taken back. @returns whether it succeeded */
  make(change: Run, done: string): Promise<boolean>;
  readonly plan: ChangePlan | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
}

export function useWrite(): Write {
  const [plan, setPlan] = useState<ChangePlan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (change: Run): Promise<boolean> => {
    setBusy(true);
    const { failure } = await run<object>(change, profile.value).catch(describeFault);
    setBusy(false);
    setFailure(failure);
    return failure === null;
  };
  const make = async (change: Run, done: string): Promise<boolean> => {
    const isMade = await attempt(change);
    if (isMade) said.value = done;
    // also after a failure: a part of it may have been made
    changes.value += 1;
    return isMade;
  };
  return {
    plan,
    failure,
    isBusy,
    make,
    cancel: () => setPlan(null),
    async ask(change, done) {
      const isFine = await attempt({ ...change, input: { ...change.input, dryRun: true } });
      if (isFine) setPlan({ change, done });
    },
    async confirm() {
      if (plan === null) return false;
      setPlan(null);
      return make(plan.change, plan.done);
    },
  };
}
