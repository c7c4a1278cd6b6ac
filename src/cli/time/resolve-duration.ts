import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { type NaturalTime, parseNaturalTime } from './parse-natural-time.ts';
import {
  addDays,
  createTimeFault,
  type ResolvedTime,
  resolveWallTime,
  type TimeContext,
  type TimeFault,
  toResolvedTime,
} from './resolve-wall-time.ts';

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(?:ec(?:ond)?s?)?$/, SECOND_MS],
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:(?:ou)?rs?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
  [/^w(?:eeks?)?$/, 7 * DAY_MS],
];
const LENGTH = /(\d{1,6}(?:\.\d{1,3})?|\ban?\b) ?([a-z]+)[, ]*(?:and )?/y;

/**
 * Resolves a duration from now: days are calendar days, at the same or the given time; hours are elapsed time.
 *
 * @param words `2h`, `1 hour 30 minutes`, `2 days 9:00`
 */
export function resolveDuration(words: string, said: TimeContext): ResolvedTime | TimeFault {
  let [at, days, ms] = [0, 0, 0];
  for (;;) {
    LENGTH.lastIndex = at;
    const [found = '', amount = '', unit = ''] = LENGTH.exec(words) ?? [];
    const length = UNITS.find(([names]) => names.test(unit))?.[1];
    if (length === undefined) break;
    const count = /^an?$/.test(amount) ? 1 : Number(amount);
    const isOfDays = length >= DAY_MS && Number.isInteger(count);
    days += isOfDays ? (count * length) / DAY_MS : 0;
    ms += isOfDays ? 0 : count * length;
    at += found.length;
  }
  const rest = words.slice(at);
  const spoken = rest === '' ? {} : parseNaturalTime(rest);
  const isLength = at > 0 && Object.keys(spoken).every((key) => key === 'time');
  if (!isLength || (rest !== '' && ms > 0)) return createTimeFault();
  const { time = {} } = spoken as NaturalTime; // checked above: it has only a time
  const day = addDays({ ...said.zone.wallAt(said.now), ...time }, days);
  if (rest === '' && days === 0) return toResolvedTime(roundUpToSecond(said.now + ms), said.zone);
  const then = resolveWallTime(day, said);
  return 'ms' in then ? { ...then, ms: roundUpToSecond(then.ms + ms) } : then;
}

/** Rounds up, never earlier than requested. */
function roundUpToSecond(ms: number): number {
  return Math.ceil(ms / SECOND_MS) * SECOND_MS;
}
