import { PLATFORMS, type PlatformFact } from '../../service/platforms.ts';
import { formatRelativeTime } from './relative-time.ts';
import { sanitizeText, stringifySafely } from './sanitize-text.ts';
import { formatShortCount } from './short-count.ts';
import type { TextStyle } from './style.ts';
import type { CellValue, Column } from './view.ts';

/** Formats one field of a row for people: sanitized, on one line, not truncated. */
export function formatCell(column: Column<unknown>, row: unknown, look: TextStyle): string {
  if (column.show !== undefined) return sanitizeText(column.show(row, look.now));
  const value = column.value(row);
  if (column.role === 'network' && typeof value === 'string') return getNetworkName(value);
  if (column.role === 'mark' && typeof value === 'string' && !look.accessible) {
    return EVENT_MARKS.get(value) ?? sanitizeText(value);
  }
  if (column.role === 'time' && typeof value === 'string') return formatTime(value, look.now);
  if (column.role === 'count' && typeof value === 'number') {
    return value === 0 && !look.accessible ? '' : formatShortCount(value);
  }
  return formatValue(value);
}

/** Marks of events, as in a diff. */
const EVENT_MARKS: ReadonlyMap<string, string> = new Map([
  ['added', '+'],
  ['changed', '~'],
  ['gone', '-'],
]);

/** Width of the widest mark, since later rows can have any of them. */
export function getMarkWidth({ accessible }: Pick<TextStyle, 'accessible'>): number {
  const shown = accessible ? EVENT_MARKS.keys() : EVENT_MARKS.values();
  return Math.max(...shown.map((each) => each.length));
}

/** Shown for a missing value. */
export const NOTHING = '-';

/** Formats a value for people: `yes` or `no`, empty for null, JSON for nested values. */
export function formatValue(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return stringifySafely(value);
  return sanitizeText(String(value));
}

/** The network's name for a platform value of the service; an unknown value is unchanged. */
export function getNetworkName(platform: string): string {
  const known: Readonly<Record<string, PlatformFact>> = PLATFORMS;
  return Object.hasOwn(known, platform) ? (known[platform]?.name ?? platform) : sanitizeText(platform);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formats a time relative to now; any other text is unchanged. */
export function formatTime(value: string, now: number): string {
  const ms = ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? sanitizeText(value) : formatRelativeTime(ms, now);
}
