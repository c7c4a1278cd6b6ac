import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/durations.ts';
import { MONTHS, SHORT_NAME, WEEKDAYS } from './calendar-names.ts';
import { createZoneClock, type WallTime, type ZoneClock } from './zone-clock.ts';

/** Name of UTC when printed beside another zone. */
export const UTC = 'UTC';

/**
 * Formats a future time for people to verify: in a zone, in UTC and relative to now, such as `Tue 24 Nov 2026 09:00
 * Europe/Oslo, 08:00 UTC, in 2 days`.
 *
 * @param ms the time; `now` is in milliseconds since 1970, too
 */
export function describeTime(ms: number, { zone, now }: { readonly zone: ZoneClock; readonly now: number }) {
  const there = zone.wallAt(ms);
  const utc = createZoneClock(UTC)?.wallAt(ms) ?? there; // UTC always exists
  const inUtc = utc.day === there.day ? formatClock(utc) : `${formatDay(utc)} ${formatClock(utc)}`;
  return [
    `${formatDay(there)} ${formatClock(there)} ${zone.name}`,
    ...(zone.name === UTC ? [] : [`${inUtc} ${UTC}`]),
    ...(ms > now ? [`in ${formatDistance(ms - now)}`] : []),
  ].join(', ');
}

/** `Tue 24 Nov 2026` */
export function formatDay({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): string {
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `${abbreviateName(weekday)} ${day} ${abbreviateName(MONTHS[month - 1])} ${year}`;
}

function abbreviateName(name = ''): string {
  return name.slice(0, SHORT_NAME);
}

/** `09:00`, with seconds only if not zero. */
export function formatClock({ hour, minute, second }: Pick<WallTime, 'hour' | 'minute' | 'second'>): string {
  const parts = second === 0 ? [hour, minute] : [hour, minute, second];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const UNITS = [
  ['day', DAY_MS, Number.POSITIVE_INFINITY],
  ['hour', HOUR_MS, DAY_MS / HOUR_MS],
  ['minute', MINUTE_MS, HOUR_MS / MINUTE_MS],
] as const;

/** At most two units, the smaller one rounded: `1 hour 30 minutes`, `1 day 22 hours`. */
function formatDistance(ms: number): string {
  const step = ms < DAY_MS ? MINUTE_MS : HOUR_MS;
  const rounded = Math.max(step, Math.round(ms / step) * step);
  return UNITS.flatMap(([name, size, most]) => {
    const count = Math.floor(rounded / size) % most;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  }).join(' ');
}
