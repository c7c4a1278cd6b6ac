import type { ProfileName } from './command.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * The numbers of the specification, read from it once more on purpose: a slip in the facts of the program must not
 * be one in the model that it is held against.
 *
 * @see service.md, "Limits"
 */
export const PROMISED = {
  jitterMs: { min: 20 * SECOND, max: 60 * SECOND },
  dedupMinutes: 7 * 24 * 60,
  activeCap: { launch: 10, business: 10, enterprise: 50 },
  dmsPerDay: { launch: 1_000, business: 1_000, enterprise: 5_000 },
  privateReplyMs: 7 * DAY,
  lookbackMs: 30 * DAY,
  minuteMs: MINUTE,
} as const;

/** Who the accounts of the scenarios are. */
export const SENDERS: Readonly<Record<ProfileName, { readonly username: string; readonly name: string }>> = {
  primary: { username: 'us', name: 'The Shop' },
  acme: { username: 'acme', name: 'Acme' },
};

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

/** The day of a moment, in UTC. @see reading U-17 */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** The month of a moment, in UTC. @see reading U-42 */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
/** As the service writes a moment. @see service.md, "Timestamps" */
export const written = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
/** Where the webhook of a profile is. */
export const webhookUrlOf = (profile: ProfileName): string => `https://hooks.example/${profile}`;
