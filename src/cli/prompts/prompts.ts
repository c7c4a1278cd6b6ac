import type { Palette } from '../render/style.ts';

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
