import { getDisplayWidth } from './width.ts';

/** A shell word, including quoted parts; an escaped quote does not open one. */
const WORD = /(?:\\.|[^\s"'\\]|"[^"]*"|'[^']*'|["'\\])+/g;
const GOES_ON = ' \\';
const INDENT = '    ';

/**
 * Breaks a command line between its shell words: each line but the last ends in a backslash, so that it can
 * be copied. A word that is wider than a line is not broken. Each line of a comment after it starts with `#`.
 *
 * @param width of a line in cells
 */
export function wrapCommand(command: string, width: number): readonly string[] {
  if (getDisplayWidth(command) <= width) return [command];
  const words: readonly string[] = command.match(WORD) ?? [];
  const hash = words.indexOf('#');
  const [called, comment] = hash < 0 ? [words, []] : [words.slice(0, hash), words.slice(hash + 1)];
  const pieces = joinFlagValues(called, width - INDENT.length - GOES_ON.length);
  return [
    ...fillLines(pieces, { width, end: GOES_ON, begin: INDENT }),
    // a backslash does not continue a comment, so a shell would run the next line
    ...fillLines(comment, { width: width - COMMENT.length, end: '', begin: '' }).map(
      (line) => COMMENT + line,
    ),
  ];
}

const COMMENT = `${INDENT}# `;

interface LineFormat {
  readonly width: number;
  /** Ends each line but the last. */
  readonly end: string;
  /** Begins each line but the first. */
  readonly begin: string;
}

function fillLines(words: readonly string[], { width, end, begin }: LineFormat): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || getDisplayWidth(longer) + end.length <= width) line = longer;
    else {
      lines.push(line + end);
      line = begin + word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Keeps a flag and its value on the same line where there is room. */
function joinFlagValues(words: readonly string[], room: number): readonly string[] {
  const pieces: string[] = [];
  for (const word of words) {
    const flag = pieces.at(-1);
    const isValue = flag !== undefined && /^--?\w[\w-]*$/.test(flag) && !word.startsWith('-');
    if (isValue && getDisplayWidth(`${flag} ${word}`) <= room) pieces[pieces.length - 1] = `${flag} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}
