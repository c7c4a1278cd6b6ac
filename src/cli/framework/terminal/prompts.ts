import type { ReadStream, WriteStream } from 'node:tty';
import { CrierError } from '../../../errors.ts';
import type { Palette } from '../output/text/style.ts';
import type { EditKey } from './edit-text.ts';

/** A question, which may contain untrusted text. */
interface PromptQuestion {
  /** The question, with its question mark: `Which post?` */
  readonly message: string;
}

/** Asks for a line. */
export interface TextQuestion extends PromptQuestion {
  /** The default answer; not offered when the terminal would not show it unchanged. */
  readonly suggestion?: string;
  /** An example of an answer, which is only shown. */
  readonly example?: string;
  /** Describes what is wrong with an answer; null when it is valid. */
  check(answer: string): string | null;
}

/** Asks for a text of several lines. */
export interface LongTextQuestion extends TextQuestion {
  /** The length of the text in a few words, shown while it is written if possible. */
  count?(text: string): string;
}

/** One of several answers. */
export interface PromptChoice<Value> {
  readonly value: Value;
  readonly label: string;
  /** A hint, shown where there is room. */
  readonly hint?: string;
}

/** Asks for one of several. */
export interface ChoiceQuestion<Value> extends PromptQuestion {
  /** At least one; the first is the default. */
  readonly choices: readonly PromptChoice<Value>[];
  /** Whether typing searches the choices. */
  readonly isSearched?: boolean;
}

/** Asks for any of several. */
export interface SeveralQuestion<Value> extends PromptQuestion {
  /** At least one. */
  readonly choices: readonly PromptChoice<Value>[];
  /** The initially selected ones (default: none). */
  readonly suggested?: readonly Value[];
  /** Describes what is wrong with the selection; null when it is valid. */
  check(chosen: readonly Value[]): string | null;
}

/** How the terminal shows prompts. */
export interface PromptLook {
  /** Width of a line in cells. */
  readonly width: number;
  readonly palette: Palette;
  /** Plain lines without drawing, for screen readers and simple terminals. */
  readonly plain: boolean;
}

/** Sanitized lines to show between questions. */
export type PromptDrawing = (look: PromptLook) => readonly string[];

/** The terminal of prompts. */
export interface PromptsPlace {
  /** The current look: a window can be resized. */
  look(): PromptLook;
  /** Prints lines. */
  show(lines: readonly string[]): Promise<void>;
}

/**
 * Interactive prompts at a terminal.
 *
 * @throws EndOfAnswers from each question at the end of input
 * @throws CrierError of kind interrupted at Ctrl-C; the terminal's mode is restored
 */
export interface Prompts {
  show(drawing: PromptDrawing): Promise<void>;
  text(question: TextQuestion): Promise<string>;
  /** Asks for a text of several lines. */
  longText(question: LongTextQuestion): Promise<string>;
  choose<Value>(question: ChoiceQuestion<Value>): Promise<Value>;
  /** @returns in the order of the choices */
  chooseSeveral<Value>(question: SeveralQuestion<Value>): Promise<readonly Value[]>;
}

/** The input has ended. */
export class EndOfAnswers extends Error {
  override readonly name = 'EndOfAnswers';
}

/** The input and output of prompts. */
export interface PromptTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Aborts a pending question. */
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
