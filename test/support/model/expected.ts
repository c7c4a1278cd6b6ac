import type { ProfileName } from './command.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The numbers of the specification, read from it again on purpose: a slip in the facts of the program must not be one
 * in the model that it is compared with.
 *
 * @see docs/service/limits.md#limits
 */
export const EXPECTED = {
  jitterMs: { min: 20 * SECOND, max: 60 * SECOND },
  dedupMinutes: 7 * 24 * 60,
  activeCap: { launch: 10, business: 10, enterprise: 50 },
  dmsPerDay: { launch: 1_000, business: 1_000, enterprise: 5_000 },
  privateReplyMs: 7 * DAY,
  lookbackMs: 30 * DAY,
  /** U-03, U-04: from each failure to the next attempt. */
  webhookWaitsMs: [
    5 * SECOND,
    15 * SECOND,
    45 * SECOND,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    17 * MINUTE,
    25 * MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    12 * HOUR,
  ],
  /** Client errors after which a delivery is tried again. */
  retriedErrors: [408, 425, 429] as readonly number[],
  /** Of the text of a callback, in code points. */
  textLength: { min: 1, max: 1_000 },
  /** U-36. */
  breaker: { failures: 5, openMs: 60 * SECOND },
  /** @see docs/service/webhooks.md#history */
  historyMonths: 6,
  /** @see docs/service/webhooks.md#signature */
  graceMs: 24 * HOUR,
  minuteMs: MINUTE,
} as const;

/** Who the accounts of the scenarios are. */
export const SENDERS: Readonly<Record<ProfileName, { readonly username: string; readonly name: string }>> = {
  primary: { username: 'us', name: 'The Shop' },
  acme: { username: 'acme', name: 'Acme' },
};

/** What their profiles are called. */
export const TITLES: Readonly<Record<ProfileName, string>> = { primary: 'Primary Profile', acme: 'Acme' };

/** A post by its Service Post ID and its Social Post ID. */
interface ScenarioPost {
  readonly id: string;
  readonly socialPostId: string;
}

/** The posts of each account. */
export const POSTS: Readonly<Record<ProfileName, readonly [ScenarioPost, ScenarioPost]>> = {
  primary: [
    { id: 'ScenarioPostAAAAAAA1', socialPostId: '17999000000000451' },
    { id: 'ScenarioPostAAAAAAA2', socialPostId: '17999000000000452' },
  ],
  acme: [
    { id: 'ScenarioPostAAAAAAA3', socialPostId: '17999000000000453' },
    { id: 'ScenarioPostAAAAAAA4', socialPostId: '17999000000000454' },
  ],
};
export const ALL_POSTS = [...POSTS.primary, ...POSTS.acme];

/** The stories of each account. */
export const STORIES: Readonly<Record<ProfileName, readonly [string, string]>> = {
  primary: ['18100000000000001', '18100000000000002'],
  acme: ['18100000000000003', '18100000000000004'],
};

/** The day of a moment, in UTC. @see docs/service/readings.md#U-17 */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** The month of a moment, in UTC. @see docs/service/readings.md#U-42 */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
/** The same time that number of months before, in UTC. */
export function monthsBefore(ms: number, months: number): number {
  const date = new Date(ms);
  return date.setUTCMonth(date.getUTCMonth() - months);
}
/** As the service writes a moment. @see docs/service/general.md#timestamps */
export const written = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
/** Where the webhook of a profile is: at either of two addresses. */
export const webhookUrlOf = (profile: ProfileName, place: 0 | 1): string =>
  place === 0 ? `https://hooks.example/${profile}` : `https://other-hooks.example:8443/${profile}`;
/** Where texts are asked for: two of the first origin, one of another. */
export const TEXT_URLS = [
  'https://texts.example/next',
  'https://texts.example/other',
  'https://other.example:8443/next',
] as const;
