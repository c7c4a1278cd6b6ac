/** What a jq worker is asked: to run a program over JSON texts. No text at all only compiles it. */
export interface JqQuestion {
  readonly program: string;
  readonly json: string;
  /** Indented by two; left out, each value is on one line. */
  readonly isIndented: boolean;
}

/** What it answers. */
export interface JqAnswer {
  /** What jq wrote; null when it failed, or the program does not compile. */
  readonly text: string | null;
  /** What jq said beside it, a line each: of its failure, or by `debug`. */
  readonly words: readonly string[];
}
