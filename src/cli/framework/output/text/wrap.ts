import { getDisplayWidth, getWidestWidth, takeWidth } from './width.ts';

/**
 * Wraps prose to lines of at most `width` columns on every terminal, between words where possible, and within
 * words that are longer than a line. Runs of spaces become one.
 *
 * @returns at least one line; none is wider than `width`, unless a single grapheme is
 */
export function wrap(text: string, width: number): readonly string[] {
  return fillWidth(splitWords(text), (word) => breakWord(word, width), width);
}

/**
 * Wraps a sentence that may contain commands to copy, and links to the dashboard. A link is not broken, and a command only with a backslash at the end of
 * each line but the last, so that a shell parses it as one: a line may then be wider than `width`.
 *
 * @see docs/safety.md#T18
 */
export function wrapSentence(text: string, width: number): readonly string[] {
  const units: string[] = [];
  const commands = new Map<string, CommandUnit>();
  let end = 0;
  for (const unit of findCommands(text)) {
    for (const word of splitWords(text.slice(end, unit.start))) units.push(word);
    units.push(unit.text);
    commands.set(unit.text, unit);
    end = unit.start + unit.text.length;
  }
  for (const word of splitWords(text.slice(end))) units.push(word);
  const split = (word: string) => {
    const unit = commands.get(word);
    if (unit !== undefined) return breakCommand(unit, width);
    return LINK.test(word) ? [word] : breakWord(word, width);
  };
  return fillWidth(units, split, width);
}

/** That of the dashboard, which a terminal breaks, and still opens and copies as a whole; links of strangers may be of any length. */
const LINK = /^https?:\/\/[\w.:/-]{1,80}#token=[\w-]{43}$/;

function splitWords(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** @param split breaks a word that is wider than a line */
function fillWidth(words: readonly string[], split: (word: string) => readonly string[], width: number) {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    const wide = getWidestWidth(word);
    if (line !== '' && used + 1 + wide <= width) {
      line += ` ${word}`;
      used += 1 + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [word] : split(word);
    for (const piece of pieces.slice(0, -1)) lines.push(piece);
    line = pieces.at(-1) ?? '';
    used = getWidestWidth(line);
  }
  return [...lines, ...(line === '' && lines.length > 0 ? [] : [line])];
}

/** A command in a sentence, with adjacent punctuation: an opening parenthesis and quote, and marks after it. */
interface CommandUnit {
  start: number;
  text: string;
  command: string;
  after: string;
}

/** The start of a command: after a quotation mark, or after a colon. */
const COMMAND_START = /(?<=^"|[\s(]"|: )(?:crier|npm start --|npx crier-cli)(?= )/g;

function findCommands(text: string): readonly CommandUnit[] {
  const units: CommandUnit[] = [];
  for (const { 0: program, index } of text.matchAll(COMMAND_START)) {
    const isQuoted = text[index - 1] === '"';
    const before = /\(?"?$/.exec(text.slice(0, index))?.[0] ?? '';
    const start = index - before.length;
    if (start < (units.at(-1)?.start ?? 0) + (units.at(-1)?.text.length ?? 0)) continue;
    const end = findCommandEnd(text, index + program.length, isQuoted);
    const after = /^[^ ]*/.exec(text.slice(end))?.[0] ?? '';
    units.push({
      start,
      text: text.slice(start, end) + after,
      command: text.slice(index, end),
      after,
    });
  }
  return units;
}

/**
 * Finds the end of a command by the shell's rules for words. @param isQuoted the command is in quotation
 * marks
 */
function findCommandEnd(text: string, from: number, isQuoted: boolean): number {
  let at = from;
  for (let isStart = false; at < text.length; ) {
    const character = text[at];
    if (character === ' ') {
      isStart = true;
      at += 1;
      continue;
    }
    if (character === ';' || (character === '"' && isQuoted && !isStart && text[at + 1] !== "'")) return at;
    isStart = false;
    const close = character === "'" || character === '"' ? text.indexOf(character, at + 1) : at;
    at = close < 0 ? text.length : close + 1;
  }
  return at;
}

function breakCommand({ command, after, text }: CommandUnit, width: number): readonly string[] {
  const before = text.slice(0, text.length - command.length - after.length);
  const lines = [...wrapCommand(command, Math.max(1, width - before.length - after.length))];
  lines[0] = before + lines[0];
  lines.push(lines.pop() + after);
  return lines;
}

/** A joiner without the character that it joins, which is on the next line. */
const OPEN_JOINER = /[\u200C\u200D]+$/;

function breakWord(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  for (let rest = word; rest !== ''; ) {
    const piece = takeWidth(rest, width) || getFirstCharacter(rest);
    pieces.push(piece.replace(OPEN_JOINER, ''));
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** The first grapheme of a text in which it is wider than a line. */
function getFirstCharacter(text: string): string {
  let width = 1;
  while (takeWidth(text, width) === '') width += 1;
  return takeWidth(text, width);
}

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

/** @param format `end` ends each line but the last, and `begin` begins each line but the first */
function fillLines(
  words: readonly string[],
  { width, end, begin }: { width: number; end: string; begin: string },
): readonly string[] {
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
function joinFlagValues(words: readonly string[], space: number): readonly string[] {
  const pieces: string[] = [];
  for (const word of words) {
    const flag = pieces.at(-1);
    const isValue = flag !== undefined && /^--?\w[\w-]*$/.test(flag) && !word.startsWith('-');
    if (isValue && getDisplayWidth(`${flag} ${word}`) <= space) pieces[pieces.length - 1] = `${flag} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}

const MARGIN = '  ';
/** Smallest useful width of the last column. */
const LEAST_SPACE = 24;

/**
 * Formats rows as indented lines: each column is as wide as its widest cell, and the last one is wrapped. On
 * narrow terminals the last cell is placed below the others.
 *
 * @param width in cells
 */
export function formatRows(rows: readonly (readonly string[])[], width: number): string {
  return layOutRows(rows, width).join('\n');
}

/** The lines of `formatRows`. */
export function layOutRows(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0) - 1;
  const widths = Array.from({ length: Math.max(0, count) }, (_, index) =>
    rows.reduce((most, row) => Math.max(most, (row[index] ?? '').length), 0),
  );
  const before = widths.reduce((sum, cells) => sum + cells + MARGIN.length, MARGIN.length);
  return rows.flatMap((row) => {
    const names = MARGIN + widths.map((cells, index) => (row[index] ?? '').padEnd(cells) + MARGIN).join('');
    const text = row.at(-1) ?? '';
    if (width - before < LEAST_SPACE) {
      const indent = MARGIN.repeat(4);
      return [names.trimEnd(), ...wrap(text, width - indent.length).map((line) => indent + line)];
    }
    const [first = '', ...rest] = wrap(text, width - before);
    return [names + first, ...rest.map((line) => ' '.repeat(before) + line)];
  });
}
