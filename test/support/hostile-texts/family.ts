/** Texts of one kind that strangers could put into a comment or a name, each with what it tries. */
export interface Family {
  readonly name: string;
  readonly texts: readonly (readonly [what: string, text: string])[];
}

export const ESC = '\u001b';
export const BEL = '\u0007';
/** String terminator, as two characters and as one. */
export const ST = `${ESC}\\`;
export const C1_ST = '\u009c';

/** A code point as `U+001B`. */
export function pointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** One text for each number from `first` up to `last`. */
export function eachPoint(
  [first, last]: readonly [number, number],
  text: (char: string) => string,
): Family['texts'] {
  return Array.from({ length: last - first + 1 }, (_, at) => [
    pointName(first + at),
    text(String.fromCodePoint(first + at)),
  ]);
}
