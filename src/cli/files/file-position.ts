/** A position in a file: line and column from 1, the column in UTF-16 code units, as in editors. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** A message about a position in a file. */
export interface PositionedMessage extends FilePosition {
  readonly words: string;
}

/** A message about an offset, in UTF-16 code units from the start of the text. */
export interface MessageAt {
  readonly offset: number;
  readonly words: string;
}

/** Creates a function that converts offsets in a text to positions. */
export function createPositionFinder(text: string): (offset: number) => FilePosition {
  const starts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
