import { flatten, type HeaderMode } from './flat.ts';
import { sanitizeLines, stringifySafely } from './sanitize-text.ts';
import type { CellValue, ListView, RecordView } from './view.ts';

/**
 * What a spreadsheet would run, also behind blanks and in full-width forms, and text that already carries the
 * apostrophe we put before such: one apostrophe less always gives the text back.
 */
const FORMULA = /^'*\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Text that a spreadsheet would take for a number and not keep: it has 15 digits, no zeros in front, and its own exponents. */
const NUMBER_LIKE = /^'*\s*(?:\d{16,}|0\d+|\d+(?:\.\d+)?e[+-]?\d+)\s*$/i;
const NEEDS_QUOTES = /[",\n]|^\s|\s$/;

/**
 * Comma-separated values (RFC 4180, lines ending in a line feed): a header, and one record for each row. Text
 * that a spreadsheet would take for a formula, or for a number that it could not keep, gets an apostrophe in front;
 * numbers stay numbers. Null is an empty cell and empty text a quoted one; nested values are JSON.
 *
 * @see docs/command-line.md#output
 * @see docs/safety.md#C9
 */
export function renderCsv(view: ListView<unknown> | RecordView, head: HeaderMode = 'with'): string {
  const { names, rows } = flatten(view);
  const all = head === 'with' ? [names, ...rows] : [...rows];
  return all.map((row) => `${formatCsvLine(row)}\n`).join('');
}

function formatCsvLine(row: readonly CellValue[]): string {
  return row.map(formatCsvCell).join(',') || '""'; // an empty line would be no record at all
}

function formatCsvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'object') return quoteCell(stringifySafely(value));
  if (typeof value !== 'string') return String(value);
  const defused = FORMULA.test(value) || NUMBER_LIKE.test(value) ? `'${value}` : value;
  return quoteCell(sanitizeLines(defused));
}

function quoteCell(text: string): string {
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
