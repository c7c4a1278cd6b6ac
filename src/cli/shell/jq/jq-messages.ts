/** A request to a jq worker: run a program over JSON texts; empty text only compiles it. */
export interface JqQuestion {
  readonly program: string;
  readonly json: string;
  /** Indents values by two; else each value is on one line. */
  readonly isIndented: boolean;
}

/** The worker's response. */
export interface JqAnswer {
  /** The output of jq; null when it failed, or the program does not compile. */
  readonly text: string | null;
  /** Lines of stderr: an error, or output of `debug`. */
  readonly words: readonly string[];
}
