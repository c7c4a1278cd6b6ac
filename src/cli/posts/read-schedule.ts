import { createUsageError } from '../../errors.ts';
import { describeTime, UTC } from '../../rules/describe-time.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { TIME_WORDS } from '../../rules/parse-natural-time.ts';
import { parseScheduleTime } from '../../rules/parse-schedule-time.ts';
import { createZoneClock, type ZoneClock } from '../../rules/zone-clock.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { findNearestName, suggestNearest } from '../suggest-nearest.ts';

/** When something is to be published. */
export interface ScheduledTime {
  /** As the service takes it: `2026-12-24T17:00:00Z`. */
  readonly iso: string;
  /** In milliseconds since 1970. */
  readonly ms: number;
  /** In the zone, in UTC, and how far off: `Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC, in 2 days`. */
  readonly shown: string;
  /** How the words were taken, where that is not plain, one sentence each. */
  readonly notes: readonly string[];
}

/** By what a schedule is read. */
export interface ScheduleReading {
  /** In milliseconds since 1970, by the clock of the service where it has one of its own. */
  readonly now: number;
  /** An IANA name. */
  readonly timeZone: string;
  /** What to do in place of naming a time that is over. */
  readonly pastAdvice?: string;
}

const LEAVE_OUT = 'name a time to come, or leave --schedule out: the service publishes at once what is over';

/**
 * Reads `--schedule`, exact or as people say it.
 *
 * @throws CrierError of kind usage for what is no time, for one that clocks skip, for one that is over, and for a zone
 *   that there is not
 */
export function readSchedule(
  text: string,
  { now, timeZone, pastAdvice = LEAVE_OUT }: ScheduleReading,
): ScheduledTime {
  const read = parseScheduleTime(text, { now, zone: findZone(timeZone) });
  const flag = `--schedule "${maskText(text)}"`;
  if ('fault' in read) {
    throw createUsageError(`${flag} ${read.fault}`, suggestWord(read.word ?? '') + read.advice);
  }
  const { ms, zone, notes } = read;
  const shown = describeTime(ms, { zone, now });
  if (ms <= now) throw createUsageError(`${flag} is over: ${shown}`, pastAdvice);
  return { iso: formatIsoSeconds(ms), ms, shown, notes };
}

/** Of a word that is known, something else is wrong than its writing. */
function suggestWord(word: string): string {
  return TIME_WORDS.includes(word) ? '' : suggestNearest(word, TIME_WORDS);
}

/** Times are no secrets, but a key may have gone astray. */
function maskText(text: string): string {
  const isTime = /^[\d\s:.+tz/-]*$/i.test(text);
  return isTime ? text : text.split(' ').map(maskLikelySecret).join(' ');
}

/**
 * A time of the service in both zones, as `readSchedule` shows it.
 *
 * @param ms in milliseconds since 1970
 */
export function formatSchedule(
  ms: number,
  { now, timeZone }: Pick<ScheduleReading, 'now' | 'timeZone'>,
): string {
  return describeTime(ms, { zone: findZone(timeZone), now });
}

/** What a machine says that knows no zone of its own. */
const UNKNOWN = 'Etc/Unknown';

/** @throws CrierError of kind usage, with the name that was likely meant */
function findZone(name: string): ZoneClock {
  const zone = createZoneClock(name === UNKNOWN ? UTC : name);
  if (zone !== null) return zone;
  const names = Intl.supportedValuesOf('timeZone');
  const ofCity = findCity(name, names);
  throw createUsageError(
    `there is no time zone "${maskLikelySecret(name)}"`,
    `${ofCity === null ? suggestNearest(name, names) : `did you mean "${ofCity}"? `}it takes names such as Europe/Oslo, America/New_York or UTC`,
  );
}

/** `oslo` is most likely `Europe/Oslo`. */
function findCity(name: string, names: readonly string[]): string | null {
  const bare = name.toLowerCase().replaceAll(/[ -]/g, '_');
  const cities = new Map(names.map((each) => [(each.split('/').at(-1) ?? '').toLowerCase(), each]));
  return cities.get(bare) ?? cities.get(findNearestName(bare, [...cities.keys()]) ?? '') ?? null;
}
