import type { Palette } from '../render/style.ts';

/** What a question has to say to people; texts of strangers may stand in it as they are. */
interface PromptQuestion {
  /** What is asked, with its mark at the end: `Which post?` */
  readonly message: string;
}

/** Asks for a line. */
export interface TextQuestion extends PromptQuestion {
  /** What is taken when nothing is typed; one that a terminal would not show as it is, is not offered. */
  readonly suggestion?: string;
  /** What an answer can look like; it is shown, and never taken. */
  readonly example?: string;
  /** What is wrong with an answer; null when it is as it must be. */
  check(answer: string): string | null;
}

/** Asks for a text of several lines. */
export interface LongTextQuestion extends TextQuestion {
  /** How much there is of it, in a few words; said while it is written where that can be. */
  count?(text: string): string;
}

/** One of several answers. */
export interface PromptChoice<Value> {
  readonly value: Value;
  readonly label: string;
  /** More about it, shown where there is room. */
  readonly hint?: string;
}

/** Asks for one of several. */
export interface ChoiceQuestion<Value> extends PromptQuestion {
  /** At least one; the first is taken when nothing is typed. */
  readonly choices: readonly PromptChoice<Value>[];
  /** What is typed is looked for in the choices: there are many, or people know them by their words. */
  readonly isSearched?: boolean;
}

/** Asks for any of several. */
export interface SeveralQuestion<Value> extends PromptQuestion {
  /** At least one. */
  readonly choices: readonly PromptChoice<Value>[];
  /** Those that are taken when nothing is changed; left out, none. */
  readonly suggested?: readonly Value[];
  /** What is wrong with those that were chosen; null when they are as they must be. */
  check(chosen: readonly Value[]): string | null;
}

/** How a person's terminal shows things. */
export interface PromptLook {
  /** Cells of a line. */
  readonly width: number;
  readonly palette: Palette;
  /** For screen readers and simple terminals: nothing is drawn, nothing is drawn over. */
  readonly plain: boolean;
}

/** What is shown between questions, in lines that fit: its texts are safe. */
export type PromptDrawing = (look: PromptLook) => readonly string[];

/** Where a conversation takes place. */
export interface PromptsPlace {
  /** As it is now: a window can be resized. */
  look(): PromptLook;
  /** Lines of its own. */
  show(lines: readonly string[]): Promise<void>;
}

/**
 * A conversation with a person at a terminal.
 *
 * @throws EndOfAnswers by each question when no answer will come any more
 * @throws CrierError of kind interrupted at Ctrl-C; the terminal is as it was before
 */
export interface Prompts {
  show(drawing: PromptDrawing): Promise<void>;
  text(question: TextQuestion): Promise<string>;
  /** Asks for a text that may have several lines. */
  longText(question: LongTextQuestion): Promise<string>;
  choose<Value>(question: ChoiceQuestion<Value>): Promise<Value>;
  /** @returns in the order of the choices */
  chooseSeveral<Value>(question: SeveralQuestion<Value>): Promise<readonly Value[]>;
}

/** Whoever was asked has closed the input. */
export class EndOfAnswers extends Error {
  override readonly name = 'EndOfAnswers';
}
