import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { UTC } from './describe-time.ts';
import { resolveDay } from './resolve-day.ts';
import { resolveDuration } from './resolve-duration.ts';
import { type ResolvedTime, type TimeContext, type TimeFault, toResolvedTime } from './resolve-wall-time.ts';
import { createZoneClock, type ZoneClock } from './zone-clock.ts';

/**
 * Parses when something is scheduled: an exact or natural-language time. A time without a zone is local to the given
 * zone; a time skipped by a clock change is rejected, and of a repeated one the first is used, with a note. Days are
 * calendar days, hours are elapsed time. The result may be in the past.
 *
 * @param text `2026-12-24T17:00:00Z`, `2026-12-24 17:00`, `tomorrow 9:00`, `next tuesday 8am`, `in 2h`
 */
export function parseScheduleTime(text: string, at: TimeContext): ResolvedTime | TimeFault {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const exact = parseExactTime(words);
  if (exact !== null) return toResolvedTime(exact, at.zone);
  const { rest, zone } = extractZone(words, at.zone);
  const said = { ...at, zone };
  if (rest === 'now') return { fault: 'has no effect', advice: 'omit it' };
  if (rest.includes('midnight')) {
    return {
      fault: 'can mean the start or the end of the day',
      advice: 'write 00:00 with the day that starts then',
    };
  }
  if (DAY_IN_FIGURES.test(rest)) {
    return {
      fault: 'has a numeric date, which is ambiguous',
      advice: 'write the date as 24 dec, 24 dec 2026 or 2026-12-24',
    };
  }
  return rest.startsWith('in ') ? resolveDuration(rest.slice('in '.length), said) : resolveDay(rest, said);
}

/** `24/12`, `12.24.2026`, `24.12.`; but `9.30` may be a time. */
const DAY_IN_FIGURES = /\b\d{1,4}[/.]\d{1,2}[/.]\d{1,4}\b|\b\d{1,2}\/\d{1,2}\b|\b\d{1,2}\.\d{1,2}\.(?!\S)/;

const EXACT = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})? ?(z|utc|gmt|[+-]\d{2}:?\d{2})$/;

/** Parses a time with an offset; null for any other. */
function parseExactTime(words: string): number | null {
  const [, date, minutes, seconds = ':00', offset = ''] = EXACT.exec(words) ?? [];
  if (date === undefined) return null;
  return readTimestamp(`${date}T${minutes}${seconds}${/\d/.test(offset) ? offset : 'Z'}`).ms;
}

/** Extracts a zone at the end, which replaces the default: `17:00 utc`, `17:00 europe/oslo`. */
function extractZone(words: string, usual: ZoneClock): { readonly rest: string; readonly zone: ZoneClock } {
  const [, before = '', last = ''] = /^(.*\S) (\S+)$/.exec(words) ?? [];
  const name = /^(?:utc|gmt|z)$/.test(last) ? UTC : last;
  const zone = name === UTC || (/^[a-z]+\//.test(last) && !/\d/.test(last)) ? createZoneClock(name) : null;
  return zone === null ? { rest: words, zone: usual } : { rest: before, zone };
}
