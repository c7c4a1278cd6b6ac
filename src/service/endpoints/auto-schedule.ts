import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { Instant } from '../times.ts';

/** A time of the day, UTC. */
export const TimeOfDay = z
  .string('must be a time of the day, UTC, such as 13:05Z')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\dZ$/, 'must be a time of the day, UTC, such as 13:05Z');

/** Title of a posting schedule; upper and lower case differ. */
export const ScheduleTitle = z
  .string('must be a string')
  .regex(/\S/, 'must not be blank')
  .max(ASSUMED.scheduleTitleCharacters, `must be at most ${ASSUMED.scheduleTitleCharacters} characters long`);

const DAY = 'must be a day of the week: 0 for Sunday to 6 for Saturday';
const WeekDay = z.int(DAY).min(0, DAY).max(6, DAY);

const LIST = 'must not be empty';
const MANY = `must have at most ${ASSUMED.scheduleEntries} entries`;

/** When posts of a schedule are published. @see docs/service/endpoints.md#auto-schedule */
const SCHEDULE = {
  schedule: z
    .array(TimeOfDay, 'must be a list of times such as 13:05Z')
    .min(1, LIST)
    .max(ASSUMED.scheduleEntries, MANY)
    .describe('times of the day, UTC, such as 13:05Z'),
  daysOfWeek: z
    .array(WeekDay, 'must be a list of numbers from 0 to 6')
    .min(1, LIST)
    .max(ASSUMED.scheduleEntries, MANY)
    .optional()
    .describe('0 for Sunday to 6 for Saturday (default: every day)'),
  excludeDates: z
    .array(z.iso.date('must be a date such as 2026-12-24'), 'must be a list of dates such as 2026-12-24')
    .max(ASSUMED.scheduleEntries, MANY)
    .optional()
    .describe('dates without posts, such as 2026-12-24'),
  setStartDate: Instant.optional().describe('no post is published earlier'),
};

export const PostingScheduleEntry = z.looseObject({
  schedule: z.array(z.string()).nullish().describe('times of the day, UTC'),
  daysOfWeek: z.array(z.number()).nullish().describe('0 for Sunday to 6 for Saturday; absent: every day'),
  excludeDates: z.array(z.string()).nullish(),
  setStartDate: z.string().nullish(),
  nextSlots: z.array(z.string()).nullish().describe('ours: the next times that no post has taken'),
});
export type PostingScheduleEntry = z.infer<typeof PostingScheduleEntry>;

const Text = z.string().nullish();

const COMMON = { plans: Plan.options, action: 'autoSchedule' } as const;

/** With `schedule` the former one is replaced; without it, only the named fields are. */
export const setAutoSchedule = {
  ...COMMON,
  method: 'POST',
  path: '/auto-schedule/set',
  otherPaths: [{ path: '/auto-schedule' }],
  effect: 'account',
  sample: { body: { schedule: ['13:05Z'] } },
  body: z
    .strictObject({
      ...SCHEDULE,
      schedule: SCHEDULE.schedule.optional(),
      title: ScheduleTitle.optional().describe('default: default'),
    })
    .refine(
      ({ title: _title, ...fields }) => Object.values(fields).some((value) => value !== undefined),
      'schedule: is required',
    ),
  answer: PostingScheduleEntry.extend({ status: Text, message: Text, title: Text }),
  errors: [101],
} as const satisfies Endpoint;

export const listAutoSchedules = {
  ...COMMON,
  method: 'GET',
  path: '/auto-schedule/list',
  otherPaths: [{ path: '/auto-schedule' }],
  effect: 'none',
  sample: {},
  answer: z.looseObject({
    status: Text,
    schedules: z.record(z.string(), PostingScheduleEntry).nullish().describe('by title'),
  }),
  errors: [192],
} as const satisfies Endpoint;

export const deleteAutoSchedule = {
  ...COMMON,
  method: 'DELETE',
  path: '/auto-schedule/delete',
  otherPaths: [{ path: '/auto-schedule' }],
  effect: 'delete',
  sample: { body: { title: 'unknown' } },
  query: z.strictObject({ title: ScheduleTitle.optional() }),
  body: z.strictObject({ title: ScheduleTitle.optional().describe('default: default') }),
  answer: z.looseObject({ status: Text, title: Text }),
  errors: [101, 192],
} as const satisfies Endpoint;
