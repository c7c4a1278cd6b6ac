import { inspect, styleText } from 'node:util';
import { Drop, type FilterImplOptions, filters as liquidFilters, toValue } from 'liquidjs';
import { createLocalClock } from '../../../../domain/time/local-time.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { formatRelativeTime } from '../cell.ts';
import { sanitizeTabbed, sanitizeText, stringifySafely } from '../text/sanitize-text.ts';
import { truncate } from '../text/width.ts';
import { DrawnText } from './template-table.ts';

/** Where the text of a template is shown. */
export interface TemplateLook {
  /** The width of a terminal in cells; null in a pipe, where nothing is cut. */
  width: number | null;
  /** The IANA name of the zone in which people read times. */
  timeZone: string;
  /** Whether `autocolor` adds color. */
  hasColor: boolean;
  /** Whether `color` adds color. */
  allowsColor: boolean;
}

type FilterHandler = Exclude<FilterImplOptions, { raw: boolean }>;

/** Our filters, beside those of Liquid. @param now in milliseconds since 1970 */
export function createTemplateFilters(look: TemplateLook, now: () => number): Record<string, FilterHandler> {
  const clock = createLocalClock(look.timeZone);

  /** Found out by us in minutes, since Liquid takes ten times as long. undefined lets it look the zone up by name. */
  function findOffset(time: unknown, format: unknown): number | undefined {
    const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(ms) || String(format).includes('%Z')) return undefined;
    const { year, month, day, hour, minute } = clock.wallAt(ms);
    return (
      (Math.floor(ms / MINUTE_MS) * MINUTE_MS - Date.UTC(year, month - 1, day, hour, minute)) / MINUTE_MS
    );
  }

  return {
    truncate: (value, columns) => cutText(toDrawnText(value), requireColumns(columns)),
    color: (value, ...styles) => addStyles(value, styles, look.allowsColor),
    autocolor: (value, ...styles) => addStyles(value, styles, look.hasColor),
    timeago: (time) => (time == null ? '' : formatRelativeTime(requireTime(time), now())),
    date(value, format, zone) {
      // the time of the document, which may be that of a sandbox
      const time: unknown = value === 'now' || value === 'today' ? new Date(now()).toISOString() : value;
      return formatDate.call(this, time, format, zone ?? findOffset(time, format));
    },
  };
}

const formatDate = liquidFilters.date as FilterHandler; // Liquid has it, and it is a function

/** Renders a value: text from elsewhere is sanitized, and only colors of our filters are added to it. */
export function renderValue(value: unknown): string {
  const { text, isSanitized, paint } = toDrawnText(value);
  return paint(isSanitized ? text : sanitizeTabbed(text));
}

/** The text of a value: nothing for null, JSON for lists and objects. */
export function toDrawnText(value: unknown): DrawnText {
  if (value instanceof DrawnText) return value;
  const plain: unknown = value instanceof Drop ? toValue(value) : value;
  if (plain === null || plain === undefined) return new DrawnText('');
  return new DrawnText(
    typeof plain === 'object' && !(plain instanceof Drop) ? stringifySafely(plain) : String(plain),
  );
}

function cutText({ text, paint }: DrawnText, columns: number): DrawnText {
  const cut = columns < 1 ? '' : truncate(sanitizeText(text), columns);
  return new DrawnText(cut, { isSanitized: true, paint });
}

function requireColumns(columns: unknown): number {
  if (typeof columns === 'number') return columns;
  throw new Error('truncate needs a number of columns, such as truncate: 30');
}

function addStyles(value: unknown, styles: readonly unknown[], isOn: boolean): DrawnText {
  const { text, isSanitized, paint: paintInside } = toDrawnText(value);
  const names = styles.map(requireStyle);
  const paint = (plain: string) =>
    plain === '' ? '' : styleText(names, paintInside(plain), { validateStream: false });
  return new DrawnText(text, { isSanitized, paint: isOn ? paint : paintInside });
}

type NodeStyle = Extract<Parameters<typeof styleText>[0], string>;

function requireStyle(style: unknown): NodeStyle {
  if (typeof style === 'string' && Object.hasOwn(inspect.colors, style)) return style as NodeStyle; // has the names
  throw new Error(
    `${JSON.stringify(style)} is not a style; styles are red, green, yellow, blue, magenta, cyan, white, black, gray, redBright, bgRed and so on, bold, dim, italic, underline and inverse`,
  );
}

function requireTime(value: unknown): number {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new Error(`timeago needs a time such as 2026-09-21T14:13:20Z, not ${stringifySafely(value)}`);
}
