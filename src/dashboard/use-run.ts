import { useEffect, useState } from 'preact/hooks';
import { changes, profile, receiverChanges, rereads, serviceFailures } from './page-store.ts';
import { type CommandResult, describeFault, type Failure, isOfService, type Run, run } from './run.ts';

/** The result of a command that a view shows; null before the first one. */
export interface Loaded<Document> {
  readonly ran: CommandResult<Document> | null;
  readonly isLoading: boolean;
}

interface LoadedOfProfile<Document> extends Loaded<Document> {
  /** Whom it is of. */
  readonly profile: string | null;
  /** What was asked, as text. */
  readonly asked: string;
}

let reads = 0;

/** How many commands run for views at this moment. */
export function countReads(): number {
  return reads;
}

/**
 * Runs a command that reads, and again when the profile, its input or the account changed. The last result stays
 * meanwhile, and when the service or the process does not answer; but not that of another profile.
 *
 * @param follows false for what takes many requests, of which the service accepts few: a change does not run it again
 */
export function useRun<Document>(asked: Run, { follows = true } = {}): Loaded<Document> {
  const alias = asked.profile === undefined ? profile.value : asked.profile;
  const [loaded, setLoaded] = useState<LoadedOfProfile<Document>>({
    ran: null,
    isLoading: true,
    profile: alias,
    asked: '',
  });
  const [owner] = useState(() => Symbol(asked.command));
  const isOfReceiver = asked.command.startsWith('hooks inbox');
  const followed = follows ? `${changes.value} ${isOfReceiver ? receiverChanges.value : ''}` : '';
  const turn = `${rereads.value} ${followed}`;
  // a text, which is equal to the one before when it asks for the same
  const question = JSON.stringify({ asked, profile: alias, turn });
  useEffect(() => {
    const { asked, profile } = JSON.parse(question) as { asked: Run; profile: string | null }; // written above
    const ending = new AbortController();
    setLoaded((shown) => ({
      ...shown,
      ...{ ran: shown.profile === profile ? shown.ran : null, isLoading: true, profile },
    }));
    reads += 1;
    run<Document>(asked, profile, ending.signal)
      .catch(describeFault)
      .finally(() => {
        reads -= 1;
      })
      .then((ran) => {
        if (ending.signal.aborted) return;
        noteFailure(owner, ran.failure);
        setLoaded((shown) => keepShown(shown, ran, JSON.stringify(asked)));
      });
    return () => ending.abort();
  }, [question]);
  useEffect(() => () => noteFailure(owner, null), [owner]);
  return loaded.profile === alias ? loaded : { ran: null, isLoading: true };
}

/** The frame shows what all reads would fail of, once. @param failure null when the read was answered, or is shown no more */
function noteFailure(owner: symbol, failure: Failure | null): void {
  const isNoted = failure !== null && isOfService(failure);
  if (!isNoted && !serviceFailures.peek().has(owner)) return;
  const next = new Map(serviceFailures.peek());
  if (isNoted) next.set(owner, failure);
  else next.delete(owner);
  serviceFailures.value = next;
}

/** The same result stays the same object, so that nothing is drawn again; a service that does not answer takes nothing away. */
function keepShown<Document>(
  shown: LoadedOfProfile<Document>,
  ran: CommandResult<Document>,
  asked: string,
): LoadedOfProfile<Document> {
  const isUnanswered = ran.document === null && ran.failure !== null && isOfService(ran.failure);
  const isKept = isUnanswered && shown.ran !== null && shown.asked === asked;
  const next = isKept ? { ...ran, document: shown.ran?.document ?? null } : ran;
  const isSame = JSON.stringify(next) === JSON.stringify(shown.ran);
  return { ...shown, ran: isSame ? shown.ran : next, isLoading: false, asked };
}
