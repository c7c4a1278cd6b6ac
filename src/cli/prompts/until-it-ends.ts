import type { ReadStream, WriteStream } from 'node:tty';
import { CrierError } from '../../errors.ts';
import { EndOfAnswers } from './prompts.ts';

/** A terminal that is typed at and drawn on. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Ends a question that waits. */
  readonly signal: AbortSignal;
}

/**
 * Runs one prompt to its end. Its reader pauses the input when it closes: while the prompt still waits, that is the end
 * of all answers, of which it would not hear itself. The reader also pauses when the program is brought back after
 * Ctrl-Z, and then goes on.
 */
export async function untilItEnds<Value>(
  terminal: Terminal,
  prompt: (around: Terminal) => Promise<Value>,
): Promise<Value> {
  const closed = new AbortController();
  const { input } = terminal;
  const look = () =>
    setImmediate(() => {
      if (input.isRaw) input.resume();
      else closed.abort();
    });
  input.on('pause', look);
  try {
    return await prompt({ ...terminal, signal: AbortSignal.any([terminal.signal, closed.signal]) });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new CrierError('interrupted', 'interrupted');
    if (terminal.signal.aborted) throw terminal.signal.reason;
    throw closed.signal.aborted ? new EndOfAnswers() : error;
  } finally {
    input.off('pause', look);
    input.pause(); // a reader that was brought back does not, and an open input keeps the program alive
  }
}
