import { flatten, type HeaderMode } from './flat.ts';
import { sanitizeLines, stringifySafely } from './sanitize-text.ts';
import type { CellValue, ListView, RecordView } from './view.ts';

/**
 * Text that a spreadsheet would run as a formula, also after blanks and in full-width forms, or that already
 * has the apostrophe which we prepend: removing one apostrophe always restores the text.
 */
const FORMULA = /^'*\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/**
 * Text that a spreadsheet would convert to a number with a loss: more than 15 digits, leading zeros, or
 * exponents.
 */
const NUMBER_LIKE = /^'*\s*(?:\d{16,}|0\d+|\d+(?:\.\d+)?e[+-]?\d+)\s*$/i;
const NEEDS_QUOTES = /[",\n]|^\s|\s$/;

/**
 * Comma-separated values (RFC 4180, lines ending in a line feed): a header, and one record for each row. Text
 * that a spreadsheet would run as a formula or convert to a number with a loss gets a leading apostrophe;
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
