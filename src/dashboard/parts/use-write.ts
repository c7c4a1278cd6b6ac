import { useEffect, useRef, useState } from 'preact/hooks';
import { changes, profile, said } from '../page-store.ts';
import { type CommandResult, describeFault, type Failure, type Run, run } from '../run.ts';

/** A change that was checked, and is about to be made. */
export interface ChangePlan {
  readonly change: Run;
  readonly done: string;
  readonly options: WriteChoices;
  /** Whom it is for, also when another profile is chosen meanwhile. */
  readonly profile: string | null;
  /** What the dry run of its command said. */
  readonly checked: CommandResult<object>;
}

export interface WriteChoices {
  /** Whom it is for (default: the chosen profile). */
  readonly profile?: string | null;
  /** False where the view shows by itself what changed: to read all of it again can take many requests. */
  readonly readsAgain?: boolean;
  /** Gets what the command printed, after it succeeded. */
  onMade?(ran: CommandResult<object>): void;
  /** Gets every answer: after a failure, a part of it may have been made. */
  onAnswered?(ran: CommandResult<object>): void;
}

/** Makes changes: those that others see ask as the command line does, with a dry run whose plan is shown first. */
export interface Write {
  /** Checks a change, and asks. @param done the sentence to show after it */
  ask(change: Run, done: string, options?: WriteChoices): Promise<void>;
  /** Makes the change that was asked about. @returns whether it succeeded */
  confirm(): Promise<boolean>;
  cancel(): void;
  /** Makes a change that can be taken back. @returns whether it succeeded */
  make(change: Run, done: string, options?: WriteChoices): Promise<boolean>;
  readonly plan: ChangePlan | null;
  readonly failure: Failure | null;
  /** The result of the last change, also of one that failed in part. */
  readonly made: CommandResult<object> | null;
  readonly isBusy: boolean;
}

export function useWrite(): Write {
  const [plan, setPlan] = useState<ChangePlan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [made, setMade] = useState<CommandResult<object> | null>(null);
  const [isBusy, setBusy] = useState(false);
  // a second click of the same moment sees the state of before
  const isRunning = useRef(false);
  const markFocus = useReturnedFocus(plan === null && !isBusy);
  const attempt = async (change: Run, alias: string | null): Promise<CommandResult<object> | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    const ran = await run<object>(change, alias).catch((error) => describeLostAnswer(error, change));
    isRunning.current = false;
    setBusy(false);
    setFailure(ran.failure);
    return ran;
  };
  const make = async (change: Run, done: string, options: WriteChoices = {}): Promise<boolean> => {
    const ran = await attempt(change, options.profile === undefined ? profile.value : options.profile);
    if (ran === null) return false;
    setMade(ran);
    if (ran.failure === null) {
      said.value = done;
      options.onMade?.(ran);
    }
    options.onAnswered?.(ran);
    // also after a failure: a part of it may have been made
    if (options.readsAgain !== false || ran.failure !== null) changes.value += 1;
    return ran.failure === null;
  };
  return {
    plan,
    failure,
    made,
    isBusy,
    make,
    cancel: () => setPlan(null),
    async ask(change, done, options = {}) {
      markFocus();
      const alias = options.profile === undefined ? profile.value : options.profile;
      const checked = await attempt({ ...change, input: { ...change.input, dryRun: true } }, alias);
      if (checked?.failure === null) setPlan({ change, done, options, profile: alias, checked });
    },
    async confirm() {
      if (plan === null) return false;
      setPlan(null);
      return make(plan.change, plan.done, { ...plan.options, profile: plan.profile });
    },
  };
}

/**
 * A button that is disabled while its change runs loses the focus: it gets it back afterwards, unless it is elsewhere by then.
 *
 * @returns remembers what has the focus now
 */
function useReturnedFocus(isOver: boolean): () => void {
  const origin = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isOver) return undefined;
    // once the dialog is closed and the button enabled
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) origin.current?.focus();
      origin.current = null;
    });
    return () => clearTimeout(timer);
  }, [isOver]);
  return () => {
    if (document.activeElement instanceof HTMLElement) origin.current = document.activeElement;
  };
}

/** The process may have made a change whose answer did not arrive. */
function describeLostAnswer(error: unknown, { input }: Run): CommandResult<never> & { failure: Failure } {
  const ran = describeFault(error);
  if (input?.['dryRun'] === true) return ran;
  const advice = 'It may have been made: look whether it was before you make it again.';
  return { ...ran, failure: { ...ran.failure, advice } };
}
