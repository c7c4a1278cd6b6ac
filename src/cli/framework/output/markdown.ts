import { formatCell, formatValue } from './cell.ts';
import { createDrawing, formatPercent, readShare } from './drawings.ts';
import { escapeHtml } from './text/escape-html.ts';
import { sanitizeLines, sanitizeText } from './text/sanitize-text.ts';
import type { TextStyle } from './text/style.ts';
import { type Column, isShownColumn, type ListView, type RecordLine, type RecordView } from './view.ts';

/**
 * Renders a list or a record as a Markdown table, for pull requests and chats. Text of strangers is escaped: it makes no
 * link, no image, no HTML and no mention.
 */
export function renderMarkdown(view: ListView<unknown> | RecordView, look: TextStyle): string {
  if (view.kind === 'record') {
    return drawLines(view.lines);
  }
  const columns = view.columns.filter((column) => isShownColumn(column, look));
  const { heading: words, above = [] } = view;
  const heading =
    (words === undefined ? '' : `**${escapeMarkdown(sanitizeText(words))}**\n\n`) +
    (above.length === 0 ? '' : `${drawLines(above)}\n`);
  if (view.rows.length === 0)
    return `${heading}_${escapeMarkdown(sanitizeText(view.empty))}_\n${drawBelow(view)}`;
  const titles = columns.map(({ role, title }) => (role === 'hours' ? 'hours' : title));
  const aligns = columns.map(({ align, role }) => align ?? (isRightAligned(role) ? 'right' : 'left'));
  const rows = view.rows.map((row) =>
    columns.map((column) => formatMarkdownCell(column, row, { view, look })),
  );
  return heading + drawMarkdownTable(titles, aligns, rows) + drawBelow(view);
}

/** YAML as a block of code that its own text cannot end, folded below its sentence: a comment may have many. */
function drawBelow({ below = [] }: ListView<unknown>): string {
  return below
    .map(({ title, yaml }) => {
      const longest = yaml.matchAll(/`+/g).reduce((most, [run]) => Math.max(most, run.length), 2);
      const fence = '`'.repeat(longest + 1);
      const block = `${fence}yaml\n${sanitizeLines(yaml)}${fence}`;
      return `\n<details>\n<summary>${escapeSummary(sanitizeText(title))}</summary>\n\n${block}\n\n</details>\n`;
    })
    .join('');
}

/** Text in HTML, where Markdown is not interpreted, but mentions are. */
function escapeSummary(title: string): string {
  const parts = title.replace(/:$/, '').split(new RegExp(`(${REFERENCE.source})`, 'u'));
  return parts
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : `<code>${escapeHtml(part)}</code>`))
    .join('');
}

function drawLines(lines: readonly RecordLine[]): string {
  const rows = lines.map(({ title, value, shown }) =>
    [sanitizeText(title), shown === undefined ? formatValue(value) : sanitizeText(shown)].map(escapeMarkdown),
  );
  return drawMarkdownTable(['field', 'value'], ['left', 'left'], rows);
}

function isRightAligned(role: Column<unknown>['role']): boolean {
  return role === 'count' || role === 'time' || role === 'bar';
}

/** A cell, escaped; a drawing in the letters of code, which are equally wide. */
function formatMarkdownCell(
  column: Column<unknown>,
  row: unknown,
  { view, look }: { view: ListView<unknown>; look: TextStyle },
): string {
  if (column.role === 'bar') return formatPercent(readShare(column.value(row)));
  const drawing = createDrawing(column, view.rows, { ...look, accessible: false, isAscii: false });
  if (drawing !== null) {
    const drawn = drawing(row);
    return drawn === '' ? '' : `\`${drawn}\``;
  }
  const text =
    formatCell(column, row, { ...look, accessible: true, isLasting: true }) ||
    sanitizeText(column.placeholder?.(row) ?? '');
  if (column.role === 'diff') {
    const lines = (column.show?.(row, look.now, look.zone) ?? '').split('\n');
    return lines.map((line) => escapeMarkdown(sanitizeText(line))).join('<br>');
  }
  const isReply = (view.depth?.(row) ?? 0) > 0 && column.flexible === true;
  return escapeMarkdown(isReply ? `↳ ${text}` : text);
}

/** @param rows escaped */
function drawMarkdownTable(
  titles: readonly string[],
  aligns: readonly ('left' | 'right')[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    line(titles.map(escapeMarkdown)),
    line(aligns.map((align) => (align === 'right' ? '-:' : '-'))),
    ...rows.map(line),
  ].join('');
}

/**
 * A mention, or a reference to an issue: forges and chats notify whom they name, but not inside of code. It never ends
 * within a character, such as a digit in a keycap.
 */
const REFERENCE = /(?<![\w`])[@#]\w[\w.-]*(?!\p{M})/gu;
/** What Markdown or HTML would interpret. */
const SYNTAX = /[\\`*_[\]<>|~]/g;

/** What Markdown shows as the text is. @param text on one line, sanitized */
export function escapeMarkdown(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: reference, index } of text.matchAll(REFERENCE)) {
    parts.push(text.slice(end, index).replaceAll(SYNTAX, '\\$&'), `\`${reference}\``);
    end = index + reference.length;
  }
  return [...parts, text.slice(end).replaceAll(SYNTAX, '\\$&')].join('');
}
