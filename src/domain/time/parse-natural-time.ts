import { type ClockTime, MONTHS, SHORT_NAME, WEEKDAYS } from './local-time.ts';

export interface NaturalTime {
  /** Days from today: 1 for `tomorrow`. */
  readonly dayOffset?: number;
  /** 0 for Sunday. */
  readonly weekday?: number;
  /** Whether `next` precedes the weekday. */
  readonly isNext?: boolean;
  readonly year?: number;
  /** 1 for January. */
  readonly month?: number;
  readonly day?: number;
  readonly time?: ClockTime;
}

/**
 * Parses a natural-language date and time, in any order: `tomorrow 9:00`, `next tuesday 8am`, `24 dec 2026 17:00`. It
 * does not check that the date exists.
 *
 * @param text in lower case
 */
export function parseNaturalTime(text: string): NaturalTime | { readonly word: string } {
  const words = text
    .replaceAll(/(\d)\s+([ap]\.?m\b\.?)/g, '$1$2')
    .replaceAll(/\bat ([01]?\d|2[0-3])(?![\d:.]|st|nd|rd|th)/g, '$1:00')
    .replaceAll(/\bthis evening\b/g, 'tonight')
    .replaceAll(',', ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.includes(word));
  const isTonight = words.includes('tonight');
  let spoken: NaturalTime = {};
  for (const [at, word] of words.entries()) {
    const part = isTonight ? parseEveningWord(word) : parseWord(word, words[at + 1] ?? '');
    const isTwice = part !== null && Object.keys(part).some((key) => key in spoken);
    if (part === null || isTwice) return { word };
    spoken = { ...spoken, ...part };
  }
  return isTonight ? { time: EVENING, ...spoken } : spoken;
}

/** When "tonight" is, without a time. */
const EVENING: ClockTime = { hour: 20, minute: 0, second: 0 };

/** Earlier times are not of tonight. Our choice. */
const EVENING_HOUR = 17;

/** Of tonight, 8 is the evening's: 20:00; 0:30 and 12:00 are none. */
function parseEveningWord(word: string): NaturalTime | null {
  if (word === 'tonight') return { dayOffset: 0 };
  const time = parseClockTime(word);
  if (time === null) return null;
  const hour = time.hour < 12 && !/[ap]/.test(word) ? time.hour + 12 : time.hour;
  return hour < EVENING_HOUR ? null : { time: { ...time, hour } };
}

const FILLERS = ['at', 'on', 'the', 'of', 'this'];
const RELATIVE = new Map([
  ['today', 0],
  ['tomorrow', 1],
]);
const DAYS = WEEKDAYS.map((name) => name.toLowerCase());
const MONTHS_OF_YEAR = MONTHS.map((name) => name.toLowerCase());

/** All names of days and months, for suggestions. */
export const TIME_WORDS: readonly string[] = [
  ...RELATIVE.keys(),
  'tonight',
  ...DAYS,
  ...MONTHS_OF_YEAR,
  'next',
  'noon',
];

function parseWord(word: string, following: string): NaturalTime | null {
  const daysOn = RELATIVE.get(word);
  if (daysOn !== undefined) return { dayOffset: daysOn };
  if (word === 'next') return findNameIndex(DAYS, following) === null ? null : { isNext: true };
  if (word === 'noon') return { time: { hour: 12, minute: 0, second: 0 } };
  const weekday = findNameIndex(DAYS, word);
  if (weekday !== null) return { weekday };
  const month = findNameIndex(MONTHS_OF_YEAR, word);
  if (month !== null) return { month: month + 1 };
  return parseNumber(word);
}

function findNameIndex(names: readonly string[], word: string): number | null {
  const bare = word.replace(/\.$/, '');
  const at = bare.length < SHORT_NAME ? -1 : names.findIndex((name) => name.startsWith(bare));
  return at < 0 ? null : at;
}

function parseNumber(word: string): NaturalTime | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word) ?? [];
  if (day !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  if (/^\d{4}$/.test(word)) return { year: Number(word) };
  const [, dayAlone] = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(word) ?? [];
  if (dayAlone !== undefined) return { day: Number(dayAlone) };
  const time = parseClockTime(word);
  return time === null ? null : { time };
}

const TIME = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?([ap])?\.?(?:m\.?)?$/;

/** `9:00`, `09:00:30`, `8am`, `8:30p.m.` */
function parseClockTime(word: string): NonNullable<NaturalTime['time']> | null {
  const [, hours, minutes = '0', seconds = '0', half] = TIME.exec(word) ?? [];
  if (hours === undefined || /m/.test(word) !== (half !== undefined)) return null;
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (minute > 59 || second > 59) return null;
  if (half === undefined) return hour > 23 ? null : { hour, minute, second };
  return hour < 1 || hour > 12 ? null : { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute, second };
}
