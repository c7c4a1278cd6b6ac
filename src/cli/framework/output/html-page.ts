import { CALENDAR_STYLE, drawCalendarTable } from './calendar/calendar-page.ts';
import { formatCell, formatStars, formatValue, NOTHING } from './cell.ts';
import { formatPercent, getShade, HOURS_TITLE, readCounts, readShare } from './drawings.ts';
import { escapeHtml } from './text/escape-html.ts';
import { sanitizeText } from './text/sanitize-text.ts';
import type { TextStyle } from './text/style.ts';
import { type Column, isShownColumn, type ListView, type RecordLine, type RecordView } from './view.ts';

/** Everything that the page needs is in it; nothing is loaded, and no script runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #4a7ebb; --dim: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.2rem; } footer { color: var(--dim); font-size: .85rem; margin-top: 2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { color: var(--dim); font-weight: 500; white-space: normal; } .right { text-align: right; } .text { white-space: pre-line; overflow-wrap: anywhere; min-width: 12rem; }
.names { width: auto; margin-bottom: 1rem; } .names th { vertical-align: top; padding-right: 1.5rem; } .names td { white-space: pre-line; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.line { display: block; height: 1.1rem; fill: var(--bar); } .line .none { fill: var(--line); }
.bar { display: flex; align-items: center; gap: .5rem; min-width: 5rem; }
.bar i { height: .8rem; background: var(--bar); border-radius: 2px; } .bar span { min-width: 2.6rem; }
.hours { display: grid; grid-template-columns: repeat(24, 1fr); gap: 1px; min-width: 15rem; }
.hours i { height: 1.1rem; border-radius: 2px; background: var(--line); font-style: normal; }
.hours b { font-weight: 500; grid-column: span 6; }
.s1 { background: color-mix(in srgb, var(--bar) 30%, transparent) !important; }
.s2 { background: color-mix(in srgb, var(--bar) 55%, transparent) !important; }
.s3 { background: color-mix(in srgb, var(--bar) 80%, transparent) !important; }
.s4 { background: var(--bar) !important; }
@media screen and (max-width: 60rem) { .rare { display: none; } }
@media screen and (max-width: 40rem) {
  .more { display: none; }
  .cards thead { display: none; } .cards, .cards tbody { display: block; } .cards tr { display: block; border-bottom: 1px solid var(--line); padding: .6rem 0; }
  .cards td { display: flex; gap: .75rem; border: 0; padding: .1rem 0; text-align: left; white-space: pre-line; overflow-wrap: anywhere; min-width: 0; } .cards td:empty, .cards .rare { display: none; }
  .cards td::before { content: attr(data-title); color: var(--dim); flex: 0 0 6rem; }
}
@media print { @page { size: A4; margin: 1.5cm; } body { margin: 0; padding: 0; max-width: none; font-size: 11px; } .wide { overflow: visible; } th, td { white-space: normal; } tr { break-inside: avoid; } }
`;

/**
 * A list, or one record, as one self-contained HTML page, with bars, heat maps and calendars.
 *
 * @param title of the page, such as a command line
 */
export function renderHtmlPage(view: ListView<unknown> | RecordView, title: string, look: TextStyle): string {
  const [words, about] = view.kind === 'list' ? [view.title ?? view.heading, view.title && view.heading] : [];
  return renderDocument({
    title: words ?? title,
    style: view.kind === 'list' && view.calendar !== undefined ? PAGE_STYLE + CALENDAR_STYLE : PAGE_STYLE,
    body: [
      `<h1>${escapeText(words ?? title)}</h1>\n`,
      about === undefined ? '' : `<p>${escapeText(about)}</p>\n`,
      view.kind === 'list' ? drawList(view, look) : drawLines(view.lines),
      `\n<footer>${escapeText(title)}, ${formatPageTime(look.now)}</footer>`,
    ].join(''),
  });
}

/** @param title not escaped @param body the content of `body`, escaped @param style of it */
export function renderDocument({
  title,
  style,
  body,
}: {
  title: string;
  style: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** For HTML, sanitized. */
export function escapeText(text: string): string {
  return escapeHtml(sanitizeText(text));
}

/** `2026-09-21 14:13 UTC` */
export function formatPageTime(now: number): string {
  return `${new Date(now).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')} UTC`;
}

/** What is above a list, its rows, and what is below. @param anchorOf what the first cell of a row leads to on the page */
export function drawList(
  view: ListView<unknown>,
  look: TextStyle,
  anchorOf?: (row: unknown) => string,
): string {
  const above = view.above === undefined || view.above.length === 0 ? '' : `${drawLines(view.above)}\n`;
  const rows = view.rows.length === 0 ? `<p>${escapeText(view.empty)}</p>` : drawRows(view, look, anchorOf);
  return above + rows + drawBelow(view);
}

function drawBelow({ below = [] }: ListView<unknown>): string {
  return below
    .map(({ title, yaml }) => `\n<p>${escapeText(title)}</p>\n<pre>${escapeLines(yaml)}</pre>`)
    .join('');
}

function drawLines(lines: readonly RecordLine[]): string {
  const rows = lines
    .flatMap(({ title, value, shown, parts }) => parts ?? [{ title, shown: shown ?? formatLines(value) }])
    .map(
      ({ title, shown }) =>
        `<tr><th scope="row">${escapeText(title)}</th><td><bdi>${escapeLines(shown)}</bdi></td></tr>\n`,
    );
  return `<table class="names">\n${rows.join('')}</table>`;
}

function formatLines(value: RecordLine['value']): string {
  if (value === null || value === '') return NOTHING;
  return typeof value === 'string' ? value : formatValue(value);
}

/** A text whose lines stay lines. */
function escapeLines(text: string): string {
  return text.split(/\r?\n/).map(escapeText).join('\n');
}

function drawRows(
  view: ListView<unknown>,
  look: TextStyle,
  anchorOf: ((row: unknown) => string) | undefined,
): string {
  if (view.calendar !== undefined) return drawCalendarTable(view.rows, view.calendar);
  const columns = view.columns.filter((column) => isShownColumn(column, look));
  const head = columns
    .map((column) => `<th scope="col"${getClass(column)}>${drawTitle(column)}</th>`)
    .join('');
  // with a text, a phone shows each row as a card
  const isOfCards = columns.some(({ flexible }) => flexible === true);
  const draw = columns.map((column) => createCellDrawing(column, view, look));
  const title = columns.map((column) => (isOfCards ? ` data-title="${escapeText(column.title)}"` : ''));
  const rows = view.rows.map((row) => {
    const cells = draw.map((cell, at) => `<td${title[at]}${cell(row)}</td>`);
    if (anchorOf === undefined) return `<tr>${cells.join('')}</tr>\n`;
    const [first = '', ...others] = cells;
    const linked = first.replace(
      /<bdi>(.*)<\/bdi>/s,
      `<a href="#${escapeText(anchorOf(row))}"><bdi>$1</bdi></a>`,
    );
    return `<tr>${[linked, ...others].join('')}</tr>\n`;
  });
  return `<div class="wide"><table${isOfCards ? ' class="cards"' : ''}>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table></div>`;
}

function drawTitle({ role, title }: Column<unknown>): string {
  if (role !== 'hours') return escapeHtml(title);
  const hours = HOURS_TITLE.trim().split(/ +/);
  return `<div class="hours">${hours.map((hour) => `<b>${hour}</b>`).join('')}</div>`;
}

/** Draws cells, each without its beginning `<td` and its end. */
function createCellDrawing(
  column: Column<unknown>,
  view: ListView<unknown>,
  look: TextStyle,
): (row: unknown) => string {
  const { role } = column;
  const largest = view.rows.reduce<number>(
    (most, row) => Math.max(most, ...readCounts(column.value(row))),
    0,
  );
  const style = { ...look, accessible: true, isLasting: true };
  const attributes = getClass(column);
  return (row) => {
    const value = column.value(row);
    if (role === 'hours') return `${attributes}>${drawHours(readCounts(value), largest)}`;
    if (role === 'bar') return `${attributes}>${drawBar(readShare(value))}`;
    if (role === 'days' || role === 'trend') {
      const counts = readCounts(value);
      return `${attributes}>${drawLine(counts, role === 'days' ? largest : Math.max(0, ...counts))}`;
    }
    if (role === 'stars' && typeof value === 'number')
      return `${attributes}><span role="img" aria-label="${formatStars(value, style)}">${formatStars(value, { accessible: false })}</span>`;
    const text =
      column.flexible === true && column.show === undefined && typeof value === 'string'
        ? escapeLines(value)
        : escapeHtml(formatCell(column, row, style));
    const shown = text || escapeText(column.placeholder?.(row) ?? '');
    const depth = column.flexible === true ? (view.depth?.(row) ?? 0) : 0;
    if (depth === 0) return shown === '' ? `${attributes}>` : `${attributes}><bdi>${shown}</bdi>`;
    return `${attributes} style="padding-left: ${depth * INDENT_REM}rem">↳ <bdi>${shown}</bdi>`;
  };
}

/** Of a reply, below its comment. */
const INDENT_REM = 1.2;

/** Size of a bar of a line of days, and of the line. */
const DAY_WIDTH = 6;
const LINE_HEIGHT = 20;

/** Counts of days as small bars; text for screen readers has the counts. @param largest has the full height */
function drawLine(counts: readonly number[], largest: number): string {
  const bars = counts.map((count, at) => {
    const height = count <= 0 || largest === 0 ? 1 : Math.max(2, Math.round((count / largest) * LINE_HEIGHT));
    const none = count <= 0 ? ' class="none"' : '';
    return `<rect${none} x="${at * DAY_WIDTH}" y="${LINE_HEIGHT - height}" width="${DAY_WIDTH - 1}" height="${height}"/>`;
  });
  const name = `by day, the oldest first: ${counts.join(', ')}`;
  return `<svg class="line" viewBox="0 0 ${counts.length * DAY_WIDTH} ${LINE_HEIGHT}" role="img" aria-label="${name}"><title>${name}</title>${bars.join('')}</svg>`;
}

function drawBar(share: number): string {
  const percent = formatPercent(share).replace('<', '&lt;');
  return `<div class="bar"><span>${percent}</span><i style="width:${(share * 100).toFixed(2)}%"></i></div>`;
}

function drawHours(counts: readonly number[], largest: number): string {
  const cells = counts.map(
    (count, hour) => `<i class="s${getShade(count, largest)}" title="${hour}:00: ${count}"></i>`,
  );
  return `<div class="hours">${cells.join('')}</div>`;
}

/** Columns that terminals drop first are hidden on narrower screens, too; all are printed. */
const RARE = 6;

function getClass({ align, role, flexible, drop = 0 }: Column<unknown>): string {
  const isRight = align === 'right' || role === 'count' || role === 'time';
  const names = [
    ...(flexible === true ? ['text'] : isRight ? ['right'] : []),
    ...(drop >= RARE ? ['rare'] : []),
    ...(drop > 0 ? ['more'] : []),
  ];
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}
