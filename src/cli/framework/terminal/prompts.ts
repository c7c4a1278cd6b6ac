import type { ReadStream, WriteStream } from 'node:tty';
import { CrierError } from '../../../errors.ts';
import type { EditKey, PromptChoice } from '../../../world.ts';

/** The input has ended. */
export class EndOfAnswers extends Error {
  override readonly name = 'EndOfAnswers';
}

export interface PromptTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly signal: AbortSignal;
}

/**
 * Runs one prompt to its end. Readline pauses the input when it closes: if the prompt is still pending, that
 * is the end of input, which the prompt itself does not notice. Readline also pauses when the program returns
 * from Ctrl-Z, and then continues.
 *
 * @param endsAtCtrlD even after other keys, for which readline would treat Ctrl-D as a deletion
 */
export async function runPrompt<Value>(
  terminal: PromptTerminal,
  prompt: (around: PromptTerminal) => Promise<Value>,
  { endsAtCtrlD = false }: { endsAtCtrlD?: boolean } = {},
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
    input.pause(); // after Ctrl-Z readline does not pause it, and an open input keeps the program alive
  }
}

/**
 * The choices whose label or hint contains every typed word, in any order, regardless of case and accents.
 */
export function filterChoices<Value>(
  choices: readonly PromptChoice<Value>[],
  typed: string,
): readonly PromptChoice<Value>[] {
  const words = normalizeForSearch(typed).split(/\s+/);
  return choices.filter(({ label, hint = '' }) => {
    const text = normalizeForSearch(`${label} ${hint}`);
    return words.every((word) => text.includes(word));
  });
}

/** Ignores the ellipsis of a truncated label, which users may copy. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}…]/gu, '')
    .toLowerCase()
    .trim();
}
