import * as z from 'zod';
import type { LooseRecord } from '../../../../../domain/json/loose-record.ts';
import { formatIsoSeconds } from '../../../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../../../errors.ts';
import {
  deleteAutoSchedule,
  listAutoSchedules,
  ScheduleTitle,
  setAutoSchedule,
} from '../../../../../service/endpoints/auto-schedule.ts';
import { createStep } from '../resource-kind.ts';
import { defineListKind } from './list-kind.ts';

const { schedule, daysOfWeek, excludeDates, setStartDate } = setAutoSchedule.body.shape;
const WrittenSchedule = z.strictObject({
  title: ScheduleTitle.describe('it is found by this title'),
  schedule: schedule.unwrap(),
  daysOfWeek,
  excludeDates,
  setStartDate,
});

const NONE_SET = 192;

/** Posting schedules, found by their title. Setting one replaces it as a whole. */
export const SCHEDULES = defineListKind({
  name: 'schedules',
  noun: 'posting schedule',
  summary: 'posting schedules',
  schema: WrittenSchedule,
  numbers: ['daysOfWeek'],
  read: (written) => ({ name: written.title, content: normalize(written) }),
  async list(client) {
    try {
      const { schedules } = (await client.call(listAutoSchedules, {})).body;
      return Object.entries(schedules ?? {}).map(([title, entry]) => ({
        name: title,
        id: title,
        content: normalize({ title, ...entry }),
      }));
    } catch (error) {
      if (error instanceof CrierError && error.facts.code === NONE_SET) return [];
      throw error;
    }
  },
  create: ({ content }) => ({ first: set(content) }),
  update: (_stored, content) => set(content),
  remove: ({ name: title }) => createStep(deleteAutoSchedule, { body: { title } }),
  toFile: dropEmpty,
});

const set = (content: LooseRecord) =>
  createStep(setAutoSchedule, { body: setAutoSchedule.body.parse(dropEmpty(content)) });

/** What is empty applies to every day, and is not sent. */
function dropEmpty(content: LooseRecord): LooseRecord {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !isEmpty(value)));
}

/** Times and days have no order, and what is absent applies to every day. */
function normalize(entry: {
  title: string;
  schedule?: readonly string[] | null | undefined;
  daysOfWeek?: readonly number[] | null | undefined;
  excludeDates?: readonly string[] | null | undefined;
  setStartDate?: string | null | undefined;
}) {
  const days = [...new Set(entry.daysOfWeek ?? [])].toSorted();
  const dates = [...new Set(entry.excludeDates ?? [])].toSorted();
  return {
    title: entry.title,
    schedule: [...new Set(entry.schedule ?? [])].toSorted(),
    daysOfWeek: days.length < DAYS ? days : [],
    excludeDates: dates,
    setStartDate: entry.setStartDate ? formatIsoSeconds(Date.parse(entry.setStartDate)) : '',
  };
}

const DAYS = 7;
