/** What a jq worker is asked: to run a program over JSON texts. No text at all only compiles it. */
export interface JqQuestion {
  readonly program: string;
  readonly json: string;
  /** Indented by two; left out, each value is on one line. */
  readonly isIndented: boolean;
}

/** What it answers: what jq wrote, or what it said of the program. */
export type JqAnswer =
  | { readonly text: string }
  | { readonly fault: { readonly isOfProgram: boolean; readonly words: string } };
