import type { Paint, Palette } from '../../../world.ts';
import { formatClockTime } from './cell.ts';
import { renderJson, renderNdjson } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import { renderRecord } from './record.ts';
import { renderReportMarkdown, renderReportText } from './report/report-text.ts';
import { renderTable, renderTableInParts } from './table.ts';
import {
  escapeCharacter,
  replaceDangerous,
  sanitizeLines,
  sanitizeText,
  stringifySafely,
} from './text/sanitize-text.ts';
import { createPalette, type TextStyle } from './text/style.ts';
import { truncate } from './text/width.ts';
import { wrap, wrapCommand } from './text/wrap.ts';
import type { CellValue, ListView, PageBlock, PageView, RecordView, View } from './view.ts';

/** The formats of a view; `raw` prints a response's bytes instead. */
export type ViewFormat = 'table' | 'tsv' | 'json' | 'ndjson' | 'csv' | 'md';

type Flattenable = ListView<unknown> | RecordView;

const HUMAN_FORMATS: Readonly<
  Record<'table' | 'tsv' | 'csv' | 'md', (view: Flattenable, look: TextStyle, head: HeaderMode) => string>
> = {
  table: (view, look) => (view.kind === 'list' ? renderTable(view, look) : renderRecord(view.lines, look)),
  tsv: (view, _look, head) => renderTsv(view, head),
  csv: (view, _look, head) => renderCsv(view, head),
  md: renderMarkdown,
};

/**
 * Renders a view as text, with a final line feed. The text has no dangerous characters, whatever the view
 * contains. Time and memory are linear in the records.
 */
export function renderView(
  view: View,
  { format, hasHeader, ...look }: TextStyle & { format: ViewFormat } & HeaderChoice,
): string {
  if (format === 'ndjson') return renderNdjson(view);
  if (format === 'md' && (view.kind === 'document' || view.kind === 'page'))
    return `\`\`\`json\n${renderJson(view.document)}\`\`\`\n`;
  if (format === 'json' || view.kind === 'document') return renderJson(view.document);
  if (view.kind === 'list' && view.report !== undefined) {
    if (format === 'table') return renderReportText(view.report, look);
    if (format === 'md') return renderReportMarkdown(view.report, look);
  }
  if (view.kind === 'page') return renderPage(view, format === 'table' ? look : { ...look, colorLevel: 0 });
  return HUMAN_FORMATS[format](view, look, hasHeader === false ? 'without' : 'with');
}

/** Whether TSV and CSV begin with the names of the columns (default: yes). */
interface HeaderChoice {
  hasHeader?: boolean;
}

/**
 * Renders a list in parts: each as `renderView` would, but with a single header above the first, and with the
 * column widths of the first part.
 */
export function renderInParts({
  format,
  hasHeader = true,
  ...look
}: Omit<TextStyle, 'now'> & { format: 'table' | 'tsv' | 'csv' } & HeaderChoice): (
  part: ListView<unknown>,
  now: number,
) => string {
  if (format === 'table') return renderTableInParts(look);
  const render = format === 'tsv' ? renderTsv : renderCsv;
  let head: HeaderMode = hasHeader ? 'with' : 'without';
  return (part) => {
    const text = render(part, head);
    head = 'without';
    return text;
  };
}

/** Renders a line in place of rows, with the time that they would have. */
export function renderTimedLine(line: string, { now, zone, width, colorLevel }: TextStyle): string {
  const text = sanitizeText(`${formatClockTime(now, now, zone)}  ${line}`);
  return `${createPalette(colorLevel).dim(truncate(text, width))}\n`;
}

/** Longest line of prose. */
const WIDEST_PROSE = 80;

/** Colors and weights, the only control sequences in our own output. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLORS = /(\u001B\[(?:[12]|22|3[1-79]|9[0-7]|38;5;\d{1,3}|38;2(?:;\d{1,3}){3})m)/;

/** Renders a page: blocks with a blank line between them, except between a command and its output. */
function renderPage(view: PageView, look: TextStyle): string {
  const palette = createPalette(look.colorLevel);
  const blocks = view.blocks.filter(({ text }) => text !== '');
  return blocks
    .map(
      (block, at) =>
        `${hasBlankLineBefore(blocks[at - 1], block) ? '\n' : ''}${drawBlock(block, palette, look)}`,
    )
    .join('');
}

function hasBlankLineBefore(before: PageBlock | undefined, { kind }: PageBlock): boolean {
  if (before === undefined) return false;
  if (kind === 'output') return before.kind === 'prose';
  return !(kind === 'command' && (before.kind === 'head' || before.kind === 'command'));
}

function drawBlock({ kind, text }: PageBlock, palette: Palette, look: TextStyle): string {
  switch (kind) {
    case 'head':
      return renderProse(text, look, palette.strong);
    case 'command':
      return wrapCommand(`$ ${sanitizeText(text)}`, look.width)
        .map((line, at) => `${at === 0 ? palette.dim('$') + line.slice(1) : line}\n`)
        .join('');
    case 'output':
      return renderOutput(text, look);
    case 'prose':
      return renderProse(text, look, palette.text);
  }
}

function renderProse(text: string, { width }: TextStyle, paint: Paint): string {
  const lines = wrap(sanitizeText(text), Math.min(width, WIDEST_PROSE));
  return lines.map((line) => `${paint(line)}\n`).join('');
}

function renderOutput(text: string, { colorLevel }: TextStyle): string {
  const keepColor = (color: string) => (colorLevel === 0 ? '' : color);
  const parts = text.split(COLORS).map((part, at) => (at % 2 === 1 ? keepColor(part) : escapeButLines(part)));
  const whole = parts.join('');
  return whole.endsWith('\n') ? whole : `${whole}\n`;
}

function escapeButLines(text: string): string {
  return replaceDangerous(text, (char) => (char === '\n' ? char : escapeCharacter(char)));
}

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

/**
 * A header and one line per record, tab-separated; nothing is truncated or colored. Text is as `sanitizeText`
 * returns it, so that every cell is on one line and can be restored exactly; null is an empty cell, nested
 * values are JSON.
 */
export function renderTsv(view: ListView<unknown> | RecordView, head: HeaderMode = 'with'): string {
  const { names, rows } = flatten(view);
  const all = head === 'with' ? [names, ...rows] : [...rows];
  return all.map((row) => `${row.map(formatTsvCell).join('\t')}\n`).join('');
}

function formatTsvCell(value: CellValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? stringifySafely(value) : sanitizeText(String(value));
}

/** Whether to print a header; `without` is for the later parts of a list. */
type HeaderMode = 'with' | 'without';

/**
 * Flattens a list, or one record as a list of one, as TSV and CSV print it: a row of exact values for each record.
 * Includes the columns that tables do not show.
 */
function flatten(view: Flattenable): {
  names: readonly string[];
  rows: Iterable<readonly CellValue[]>;
} {
  if (view.kind === 'record') {
    const cells = view.cells ?? view.lines;
    return { names: cells.map(({ name }) => name), rows: [cells.map(({ value }) => value)] };
  }
  const { columns, rows } = view;
  return {
    names: columns.map(({ name }) => name),
    rows: Iterator.from(rows).map((row) => columns.map((column) => column.value(row))),
  };
}
