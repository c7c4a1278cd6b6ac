import { formatIsoDay, listMondays, nameCalendarDay } from '../../../../domain/time/calendar-days.ts';
import { SHORT_NAME } from '../../../../domain/time/local-time.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import { truncate } from '../text/width.ts';
import { type CalendarGrid, joinWords, type PlacedEntry, placeEntries } from './calendar-grid.ts';

/** A page shows more of a text than a terminal, and a phone scrolls. */
const MOST_TEXT = 140;
/** Networks are listed in full. */
const WHOLE = Number.POSITIVE_INFINITY;

/** States differ by their word and the style of the border, so that they do without color, in print too. */
export const CALENDAR_STYLE = `
:root { --text: #555; --good: #2e7d32; --warn: #b26a00; --bad: #c62828; }
@media (prefers-color-scheme: dark) { :root { --dim: #999; --text: #aaa; --good: #81c784; --warn: #ffb74d; --bad: #ef9a9a; } }
body { max-width: 90rem; } h2 { font-size: 1rem; }
.calendar { table-layout: fixed; } .calendar th, .calendar td { border: 1px solid var(--line); padding: .4rem; }
.calendar td { vertical-align: top; white-space: normal; } .calendar .out { background: #8881; }
.calendar .day { color: var(--dim); font-size: .9rem; } .calendar .today .day { color: inherit; font-weight: 700; }
.posts { list-style: none; margin: 0; padding: 0; }
.posts li { border-left: 4px solid var(--text); padding: 0 0 0 .45rem; margin: .5rem 0; font-size: .85rem; line-height: 1.35; break-inside: avoid; overflow-wrap: anywhere; }
.posts .good { border-color: var(--good); } .posts .warn { border-color: var(--warn); border-left-style: double; }
.posts .bad { border-color: var(--bad); border-left-style: dashed; } .posts .dim { border-left-style: dotted; }
.posts .good span { color: var(--good); } .posts .warn span { color: var(--warn); } .posts .bad span { color: var(--bad); font-weight: 600; }
.posts small { color: var(--dim); display: block; font-size: inherit; } .posts p { margin: 0; }
@media screen and (max-width: 50rem) {
  .calendar, .calendar tbody, .calendar tr, .calendar td { display: block; } .calendar thead, .calendar .out, .calendar .none { display: none; }
  .calendar td { border-width: 1px 0 0; padding: .5rem 0; } .posts li { font-size: 1rem; }
}
@media print { @page { size: A4 landscape; margin: 1cm; } :root { font-size: 11px; } body { margin: 0; font-size: 1rem; } tr { break-inside: avoid; } }
`;

/** The rows of a list on their days, for a page. @param escape for HTML */
export function drawCalendarTable(rows: readonly unknown[], grid: CalendarGrid): string {
  const entries = placeEntries(rows, grid);
  const mondays = listMondays(grid.span);
  const week = (monday: number) => Array.from({ length: 7 }, (_, at) => monday + at);
  const head = week(mondays[0] ?? 0).map((day) => `<th scope="col">${nameCalendarDay(day).weekday}</th>`);
  const list = (some: readonly PlacedEntry[]) =>
    `<ul class="posts">${some.map((entry) => drawEntry(entry)).join('')}</ul>`;
  const cell = (day: number) => {
    if (day < grid.span.first || day > grid.span.last) return '<td class="out"></td>';
    const { weekday, dayOfMonth, month } = nameCalendarDay(day);
    const some = entries.on(day);
    const classes = [...(day === grid.today ? ['today'] : []), ...(some.length === 0 ? ['none'] : [])];
    const name = `${day === grid.today ? 'Today, ' : ''}${weekday} ${dayOfMonth} ${month.slice(0, SHORT_NAME)}`;
    const time = `<time class="day" datetime="${formatIsoDay(day)}">${name}</time>`;
    return `<td class="${classes.join(' ')}">${time}${some.length === 0 ? '' : list(some)}</td>`;
  };
  const body = mondays.map((monday) => `<tr>${week(monday).map(cell).join('\n')}</tr>\n`);
  const undated =
    entries.undated.length === 0 ? '' : `<h2>${escapeHtml(grid.undated)}</h2>\n${list(entries.undated)}\n`;
  return `<table class="calendar">\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n${undated}`;
}

function drawEntry({ time, state, owner, place, text }: PlacedEntry): string {
  const show = (words: string) => `<bdi>${escapeHtml(sanitizeText(joinWords(words)))}</bdi>`;
  const about = [...(owner === null ? [] : [owner]), place(WHOLE)].filter((words) => words !== '');
  return [
    `<li class="${state.tone}">`,
    ...(time === '' ? [] : [`<b>${time}</b> `]),
    `<span>${escapeHtml(state.word)}</span>`,
    ...(about.length === 0 ? [] : [`<small>${about.map(show).join(' · ')}</small>`]),
    `<p>${show(truncate(joinWords(text), MOST_TEXT))}</p></li>\n`,
  ].join('');
}
