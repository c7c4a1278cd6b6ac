import { CALENDAR_STYLE, drawCalendarTable } from './calendar/calendar-page.ts';
import { formatCell } from './cell.ts';
import { formatPercent, getShade, HOURS_TITLE, readCounts, readShare } from './drawings.ts';
import { escapeHtml } from './text/escape-html.ts';
import { sanitizeText } from './text/sanitize-text.ts';
import type { TextStyle } from './text/style.ts';
import { type Column, isShownColumn, type ListView } from './view.ts';

/** Everything that the page needs is in it; nothing is loaded, and no script runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #4a7ebb; --dim: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.2rem; } footer { color: var(--dim); font-size: .85rem; margin-top: 2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { color: var(--dim); font-weight: 500; white-space: normal; } .right { text-align: right; } .text { white-space: normal; }
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
@media screen and (max-width: 40rem) { .more { display: none; } }
`;

/** A list as one self-contained HTML page, with bars, heat maps and calendars. @param title of the page, such as a command line */
export function renderHtmlPage(view: ListView<unknown>, title: string, look: TextStyle): string {
  const heading = escapeHtml(sanitizeText(view.title ?? view.heading ?? title));
  const about = view.title === undefined ? '' : `<p>${escapeHtml(sanitizeText(view.heading ?? ''))}</p>\n`;
  const time = `${new Date(look.now).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${heading}</title>
<style>${STYLE}${view.calendar === undefined ? '' : CALENDAR_STYLE}</style>
</head>
<body>
<h1>${heading}</h1>
${about}${view.rows.length === 0 ? `<p>${escapeHtml(sanitizeText(view.empty))}</p>` : drawRows(view, look)}
<footer>${escapeHtml(sanitizeText(title))}, ${time}</footer>
</body>
</html>
`;
}

function drawRows(view: ListView<unknown>, look: TextStyle): string {
  if (view.calendar !== undefined) return drawCalendarTable(view.rows, view.calendar);
  const columns = view.columns.filter((column) => isShownColumn(column, look));
  const head = columns.map((column) => `<th${getClass(column)}>${drawTitle(column)}</th>`).join('');
  const draw = columns.map((column) => createCellDrawing(column, view.rows, look));
  const rows = view.rows.map((row) => `<tr>${draw.map((cell) => cell(row)).join('')}</tr>\n`);
  return `<div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table></div>`;
}

function drawTitle({ role, title }: Column<unknown>): string {
  if (role !== 'hours') return escapeHtml(title);
  const hours = HOURS_TITLE.trim().split(/ +/);
  return `<div class="hours">${hours.map((hour) => `<b>${hour}</b>`).join('')}</div>`;
}

function createCellDrawing(
  column: Column<unknown>,
  rows: readonly unknown[],
  look: TextStyle,
): (row: unknown) => string {
  const largest = Math.max(0, ...rows.flatMap((row) => readCounts(column.value(row))));
  return (row) => {
    if (column.role === 'hours') return drawHours(column, readCounts(column.value(row)), largest);
    if (column.role === 'bar') return drawBar(column, readShare(column.value(row)));
    const text =
      formatCell(column, row, { ...look, accessible: true, isLasting: true }) ||
      sanitizeText(column.placeholder?.(row) ?? '');
    return `<td${getClass(column)}><bdi>${escapeHtml(text)}</bdi></td>`;
  };
}

function drawBar(column: Column<unknown>, share: number): string {
  const percent = formatPercent(share).replace('<', '&lt;');
  return `<td${getClass(column)}><div class="bar"><span>${percent}</span><i style="width:${(share * 100).toFixed(2)}%"></i></div></td>`;
}

function drawHours(column: Column<unknown>, counts: readonly number[], largest: number): string {
  const cells = counts.map(
    (count, hour) => `<i class="s${getShade(count, largest)}" title="${hour}:00: ${count}"></i>`,
  );
  return `<td${getClass(column)}><div class="hours">${cells.join('')}</div></td>`;
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
