import { useEffect, useState } from 'preact/hooks';
import { changes, profile } from './page-store.ts';
import { type CommandResult, describeFault, type Run, run } from './run.ts';

/** The result of a command that a view shows; null before the first one. */
export interface Loaded<Document> {
  readonly ran: CommandResult<Document> | null;
  readonly isLoading: boolean;
}

/** Runs a command that reads, and again when the profile, its input or the account changed. The last result stays meanwhile. */
export function useRun<Document>(asked: Run): Loaded<Document> {
  const [loaded, setLoaded] = useState<Loaded<Document>>({ ran: null, isLoading: true });
  // a text, which is equal to the one before when it asks for the same
  const question = JSON.stringify({ asked, profile: profile.value, turn: changes.value });
  useEffect(() => {
    const { asked, profile } = JSON.parse(question) as { asked: Run; profile: string | null }; // written above
    const ending = new AbortController();
    setLoaded(({ ran }) => ({ ran, isLoading: true }));
    run<Document>(asked, profile, ending.signal)
      .catch(describeFault)
      .then((ran) => ending.signal.aborted || setLoaded({ ran, isLoading: false }));
    return () => ending.abort();
  }, [question]);
  return loaded;
}
