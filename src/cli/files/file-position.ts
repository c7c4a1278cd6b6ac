/** Where something stands in a file: both count from 1, the column in UTF-16 units, as editors do. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** Something to say about a place in a file. */
export interface PositionedMessage extends FilePosition {
  readonly words: string;
}

/** The same before its place was looked up. @param offset in UTF-16 units from the beginning of the text */
export interface MessageAt {
  readonly offset: number;
  readonly words: string;
}

/** Makes what tells the place of an offset in a text. */
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
