import * as z from 'zod';
import { SHORT_NAME, WEEKDAYS } from '../../../domain/time/local-time.ts';
import { ScheduleTitle } from '../../../service/endpoints/auto-schedule.ts';
import { LIMITS } from '../../../service/limits.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import type { TypedTime } from './local-slots.ts';

export const TITLE = defineFlag(
  ScheduleTitle.default(LIMITS.scheduleTitle).describe('title of the schedule; upper and lower case differ'),
  { offers: 'schedule title' },
);

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(z)?$/i;

function readTime(text: string): TypedTime | null {
  const [, hour, minute, zulu] = TIME.exec(text) ?? [];
  return hour === undefined
    ? null
    : { minutes: Number(hour) * 60 + Number(minute), isUtc: zulu !== undefined };
}

export const Times = z.array(z.string().transform((text) => splitList(text))).transform((lists, context) =>
  lists.flat().flatMap((text) => {
    const time = readTime(text);
    if (time !== null) return [time];
    const message = `"${text}" must be a time of the day: 13:05Z in UTC, or 13:05 in the zone of --tz`;
    context.addIssue({ code: 'custom', message });
    return [];
  }),
);

function splitList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

const DAY_GROUPS: Readonly<Record<string, readonly number[]>> = {
  weekdays: [1, 2, 3, 4, 5],
  weekend: [0, 6],
  every: [0, 1, 2, 3, 4, 5, 6],
};

/** Days of the week, separated by commas: `mon,wed`, `mon-fri`, `weekend`, or 0 for Sunday to 6 for Saturday. */
export const Days = z.array(z.string().transform(splitList)).transform((lists, context) =>
  lists.flat().flatMap((text): readonly number[] => {
    const days = readDays(text.toLowerCase());
    if (days !== null) return days;
    context.addIssue({
      code: 'custom',
      message: `"${text}" must be a day such as mon, a range such as mon-fri, or weekend`,
    });
    return [];
  }),
);

function readDays(text: string): readonly number[] | null {
  const group = Object.hasOwn(DAY_GROUPS, text) ? DAY_GROUPS[text] : undefined;
  if (group !== undefined) return group;
  const [first = '', last, ...more] = text.split('-');
  const from = readDay(first);
  const to = last === undefined ? from : readDay(last);
  if (from === null || to === null || more.length > 0) return null;
  const count = ((to - from + WEEKDAYS.length) % WEEKDAYS.length) + 1;
  return Array.from({ length: count }, (_, at) => (from + at) % WEEKDAYS.length);
}

/** A name, its first letters (at least three), or a number. */
function readDay(text: string): number | null {
  if (/^[0-6]$/.test(text)) return Number(text);
  if (text.length < SHORT_NAME) return null;
  const found = WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(text));
  return found === -1 ? null : found;
}
