import type { MessageAt } from './parsed-text.ts';

/** A cell of a table, without its quotes. */
export interface CsvCell {
  readonly text: string;
  /** Where it starts, in UTF-16 code units from the start of the text. */
  readonly offset: number;
}

/** The rows of a table, without empty lines. */
interface CsvTable {
  rows: readonly (readonly CsvCell[])[];
  /** The first syntax error, after which the rest cannot be read. */
  faults: readonly MessageAt[];
}

/** What separates cells: spreadsheets use a semicolon where the comma is part of numbers. */
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Parses comma-separated values as RFC 4180 has them: cells with separators, quotes or line breaks are in double
 * quotes, and a quote in them is doubled. Semicolons or tabs separate cells if the first line has more of them, or what
 * a line such as `sep=;` before it says. Line breaks in cells become line feeds.
 */
export function readCsv(text: string): CsvTable {
  const { separator, start } = findHeader(text);
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let offset = start;
  for (;;) {
    const read = readCell(text, offset, separator);
    if ('words' in read) return { rows, faults: [read] };
    row.push({ text: read.text.replaceAll('\r\n', '\n'), offset });
    offset = read.end + 1;
    if (text[read.end] === separator) continue;
    if (row.length > 1 || row[0]?.text !== '') rows.push(row);
    row = [];
    if (text[read.end] === '\r' && text[offset] === '\n') offset++;
    if (offset >= text.length) return { rows, faults: [] };
  }
}

/** Parses lines of cells between tabs, as `-o tsv` writes them: quotes have no meaning, and no cell has lines. */
export function readPlainTsv(text: string): CsvTable {
  const rows = text.matchAll(/[^\r\n]+/g).map(({ 0: line, index }) => {
    let offset = index;
    return line.split('\t').map((cell) => {
      const read = { text: cell, offset };
      offset += cell.length + 1;
      return read;
    });
  });
  return { rows: [...rows], faults: [] };
}

/** The line that Excel writes before a table whose separator is not that of the reader: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"\w])"?(?:\r\n?|\n|$)/i;

/** Where the first line that is not empty starts, and what separates its cells. */
export function findHeader(text: string): { separator: string; start: number } {
  const said = SEPARATOR_LINE.exec(text);
  if (said?.[1] !== undefined) return { separator: said[1], start: said[0].length };
  const start = /^[\r\n]*/.exec(text)?.[0].length ?? 0;
  const header = /[^\r\n]*/.exec(text.slice(start))?.[0] ?? '';
  const counts = SEPARATORS.map((each) => ({ each, count: header.split(each).length }));
  return { separator: counts.toSorted((one, other) => other.count - one.count)[0]?.each ?? ',', start };
}

/** @returns the cell and the offset after it, or why it cannot be read */
function readCell(
  text: string,
  offset: number,
  separator: string,
): { text: string; end: number } | MessageAt {
  if (text[offset] === '"') return readQuotedCell(text, offset, separator);
  let end = offset;
  while (end < text.length && !isEnd(text.charAt(end), separator)) end++;
  const cell = text.slice(offset, end);
  const quote = cell.indexOf('"');
  if (quote < 0) return { text: cell, end };
  return { offset: offset + quote, words: 'a cell with a quote must be in quotes, with the quote doubled' };
}

function readQuotedCell(text: string, offset: number, separator: string): ReturnType<typeof readCell> {
  let close = text.indexOf('"', offset + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return { offset, words: 'the cell that starts here has no closing "' };
  const end = close + 1;
  if (end < text.length && !isEnd(text.charAt(end), separator))
    return { offset: end, words: 'a quoted cell ends before this; double a quote that belongs to the text' };
  return { text: text.slice(offset + 1, close).replaceAll('""', '"'), end };
}

function isEnd(character: string, separator: string): boolean {
  return character === separator || character === '\r' || character === '\n';
}
