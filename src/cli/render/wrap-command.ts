import { displayWidth } from './width.ts';

/** A word of a shell: whatever stands in its quotes belongs to it, and a quote behind a backslash is none. */
const WORD = /(?:\\.|[^\s"'\\]|"[^"]*"|'[^']*'|["'\\])+/g;
const GOES_ON = ' \\';
const INDENT = '    ';

/**
 * Breaks a command line between its words, as a shell reads it: each line but the last ends in a backslash, so that it
 * can be copied whole. A word that is wider than a line stays whole, since a part of an id is none.
 *
 * @param width of a line, in cells
 */
export function wrapCommand(command: string, width: number): readonly string[] {
  if (displayWidth(command) <= width) return [command];
  const lines: string[] = [];
  let line = '';
  for (const word of withValues(command.match(WORD) ?? [], width - INDENT.length - GOES_ON.length)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || displayWidth(longer) + GOES_ON.length <= width) line = longer;
    else {
      lines.push(line + GOES_ON);
      line = INDENT + word;
    }
  }
  return [...lines, line];
}

/** A flag and the word behind it stay together where a line has room for both. */
function withValues(words: readonly string[], room: number): readonly string[] {
  const pieces: string[] = [];
  for (const word of words) {
    const flag = pieces.at(-1);
    const isValue = flag !== undefined && /^--?\w[\w-]*$/.test(flag) && !word.startsWith('-');
    if (isValue && displayWidth(`${flag} ${word}`) <= room) pieces[pieces.length - 1] = `${flag} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}
