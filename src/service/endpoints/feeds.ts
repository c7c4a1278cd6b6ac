import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { Timestamp } from '../times.ts';

const Text = z.string().nullish();

export const FeedType = z.enum(['rss', 'substack'], 'must be rss or substack');
export type FeedType = z.infer<typeof FeedType>;

/** Clients write the type in upper case, too. */
const AnyCaseFeedType = z
  .string('must be rss or substack')
  .transform((text) => text.toLowerCase())
  .pipe(FeedType);

const FeedId = z.string('is required').regex(/\S/, 'must not be blank');

/** What a request says about a feed. */
const FeedFields = z.strictObject({
  url: z
    .string('is required')
    .max(ASSUMED.urlCharacters, `must be at most ${ASSUMED.urlCharacters} characters`)
    .describe('address of the feed'),
  type: AnyCaseFeedType.optional().describe('in any case (default: rss; also Atom)'),
  useFirstImage: z
    .boolean('must be true or false')
    .optional()
    .describe('post the first image of an entry with it (default: false)'),
  autoHashtag: z
    .boolean('must be true or false')
    .optional()
    .describe('add hashtags to the posts (default: false)'),
});

const HeldBack = z.looseObject({
  since: Timestamp,
  count: z.number().nullish(),
  reason: Text,
  entries: z
    .array(z.looseObject({ title: Text, link: Text }))
    .nullish()
    .describe('the last few'),
});

/** A feed of a profile. @see docs/service/endpoints.md#feeds */
export const AnsweredFeed = z.looseObject({
  id: z.string(),
  title: Text,
  websiteLink: Text,
  feedURL: Text,
  type: Text,
  useFirstImage: z.boolean().nullish(),
  autoHashtag: z.boolean().nullish(),
  created: Timestamp,
  lastUpdated: Timestamp,
  nextUpdate: Timestamp,
  error: Text.describe('why it could not be read the last time'),
  heldBack: HeldBack.nullish().describe(
    'entries of the last weeks that were not posted, since they may not be new',
  ),
});
export type AnsweredFeed = z.infer<typeof AnsweredFeed>;

const COMMON = { plans: Plan.options, action: 'feed' } as const;

/** Adds a feed: its later entries become posts. */
export const addFeed = {
  ...COMMON,
  method: 'POST',
  path: '/feed',
  effect: 'publish',
  sample: { body: { url: 'https://blog.example.com/feed' } },
  body: FeedFields,
  answer: AnsweredFeed.extend({ status: Text }),
  errors: [101],
} as const satisfies Endpoint;

export const listFeeds = {
  ...COMMON,
  method: 'GET',
  path: '/feed',
  effect: 'none',
  sample: {},
  answer: z.looseObject({ status: Text, feeds: z.array(AnsweredFeed).nullish() }),
  errors: [],
} as const satisfies Endpoint;

const IdAnswer = z.looseObject({ status: Text, id: Text });

export const updateFeed = {
  ...COMMON,
  method: 'PUT',
  path: '/feed',
  effect: 'publish',
  sample: { body: { id: 'unknown', autoHashtag: true } },
  body: FeedFields.partial().extend({ id: FeedId }),
  answer: IdAnswer,
  errors: [101, 1404],
} as const satisfies Endpoint;

export const removeFeed = {
  ...COMMON,
  method: 'DELETE',
  path: '/feed',
  effect: 'delete',
  sample: { body: { id: 'unknown' } },
  body: z.strictObject({ id: FeedId }),
  answer: IdAnswer,
  errors: [1404],
} as const satisfies Endpoint;
