import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { DateOrTime } from '../posts.ts';
import { Timestamp } from '../times.ts';

const Text = z.string().nullish();
const Count = z.number().nullish();

const COMMON = { plans: Plan.options, addOn: 'maxPack', action: 'links' } as const;

/** Shortens a link. @see docs/service/endpoints.md#links */
export const shortenLink = {
  ...COMMON,
  method: 'POST',
  path: '/links',
  otherPaths: [{ path: '/shorten' }, { path: '/short' }],
  effect: 'draft',
  sample: { body: { url: 'https://shop.example/spring' } },
  body: z.strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an https or http URL' })
      .max(ASSUMED.urlCharacters, `must have at most ${ASSUMED.urlCharacters} characters`),
  }),
  answer: z.looseObject({ status: Text, id: Text, shortUrl: Text, originalUrl: Text, created: Timestamp }),
  errors: [101],
} as const satisfies Endpoint;

/** Inferred: their names are not documented. */
const LinkDates = z.strictObject({
  fromCreatedDate: DateOrTime.optional().describe('only links shortened since then'),
  toCreatedDate: DateOrTime.optional().describe('only links shortened until then'),
  fromClickDate: DateOrTime.optional().describe('count clicks from this day on'),
  toClickDate: DateOrTime.optional().describe('count clicks up to this day, included'),
});

/** The clicks of a short link; each click is counted under one referer and one browser. */
const LinkClicks = z.looseObject({
  id: Text,
  totalClicks: Count,
  refererCounts: z.record(z.string(), z.number()).nullish().describe('clicks by the host that linked to it'),
  browserCounts: z.record(z.string(), z.number()).nullish().describe('clicks by family of browsers'),
  originalUrl: Text,
  shortUrl: Text,
  created: Timestamp,
});
export type LinkClicks = z.infer<typeof LinkClicks>;

export const listLinks = {
  ...COMMON,
  method: 'GET',
  path: '/links',
  otherPaths: [{ path: '/analytics/links-short' }],
  effect: 'none',
  sample: {},
  query: LinkDates,
  answer: z.looseObject({ status: Text, analytics: z.array(LinkClicks).nullish() }),
  errors: [101],
} as const satisfies Endpoint;

export const getLink = {
  ...COMMON,
  method: 'GET',
  path: '/links/{id}',
  effect: 'none',
  sample: { params: { id: 'unknown' } },
  params: z.strictObject({ id: z.string().regex(/\S/, 'must not be blank') }),
  query: LinkDates,
  answer: z.looseObject({ status: Text, analytics: LinkClicks.nullish() }),
  errors: [101, 1404],
} as const satisfies Endpoint;

const DailyClicks = z.looseObject({ date: Text.describe('day in UTC'), clicks: Count });

const LinkFigures = z.looseObject({
  id: Text,
  shortUrl: Text,
  originalUrl: Text,
  created: Timestamp,
  totalClicks: Count,
  daily: z.array(DailyClicks).nullish().describe('days with clicks, oldest first'),
});
export type LinkFigures = z.infer<typeof LinkFigures>;

export const getLinkAnalytics = {
  ...COMMON,
  method: 'GET',
  path: '/analytics/links',
  effect: 'none',
  sample: {},
  query: z.strictObject({
    fromDate: DateOrTime.optional().describe('count clicks from this day on'),
    toDate: DateOrTime.optional().describe('count clicks up to this day, included'),
  }),
  answer: z.looseObject({
    status: Text,
    totalClicks: Count,
    daily: z.array(DailyClicks).nullish().describe('days with clicks, oldest first'),
    links: z.array(LinkFigures).nullish(),
  }),
  action: 'analytics',
  errors: [101],
} as const satisfies Endpoint;
