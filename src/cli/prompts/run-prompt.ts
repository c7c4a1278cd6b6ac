import type { ReadStream, WriteStream } from 'node:tty';
import { CrierError } from '../../errors.ts';
import type { EditKey } from './edit-text.ts';
import { EndOfAnswers } from './prompts.ts';

/** A terminal that is typed at and drawn on. */
export interface PromptTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Ends a question that waits. */
  readonly signal: AbortSignal;
}

/**
 * Runs one prompt to its end. Its reader pauses the input when it closes: while the prompt still waits, that is the end
 * of all answers, of which it would not hear itself. The reader also pauses when the program is brought back after
 * Ctrl-Z, and then goes on.
 *
 * @param endsAtCtrlD also where keys were typed before: readline keeps them, unseen, and then deletes one of them
 */
export async function runPrompt<Value>(
  terminal: PromptTerminal,
  prompt: (around: PromptTerminal) => Promise<Value>,
  { endsAtCtrlD = false }: { readonly endsAtCtrlD?: boolean } = {},
): Promise<Value> {
  const closed = new AbortController();
  const { input } = terminal;
  const look = () =>
    setImmediate(() => {
      if (input.isRaw) input.resume();
      else closed.abort();
    });
  const hear = (_typed: unknown, { ctrl = false, name = '' }: EditKey) => {
    if (endsAtCtrlD && ctrl && name === 'd') closed.abort();
  };
  input.on('pause', look);
  input.on('keypress', hear);
  try {
    return await prompt({ ...terminal, signal: AbortSignal.any([terminal.signal, closed.signal]) });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new CrierError('interrupted', 'interrupted');
    if (terminal.signal.aborted) throw terminal.signal.reason;
    throw closed.signal.aborted ? new EndOfAnswers() : error;
  } finally {
    input.off('pause', look);
    input.off('keypress', hear);
    input.pause(); // a reader that was brought back does not, and an open input keeps the program alive
  }
}
