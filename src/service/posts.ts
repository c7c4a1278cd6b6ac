import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { Platform } from './platforms.ts';
import { ProfileKeys } from './profiles.ts';
import { Timestamp } from './times.ts';

/** Status of a post; deleted posts are listed only on request. @see docs/service/posts.md#record */
export const PostStatus = z.enum([
  'awaiting approval',
  'pending',
  'processing',
  'paused',
  'success',
  'error',
  'deleted',
]);
export type PostStatus = z.infer<typeof PostStatus>;

/** How a post was published; `now` is a synonym of `immediate`. @see docs/service/posts.md#record */
export const PostType = z.enum(['immediate', 'now', 'scheduled']);
export type PostType = z.infer<typeof PostType>;

/** The posts of a thread, in order. @see docs/service/posts.md#threads */
export const ThreadPosts = z
  .array(z.looseObject({ id: z.string().nullish(), postUrl: z.string().nullish() }))
  .nullish()
  .describe('ours: of a thread, all of its posts');

/** A network's copy of a post. @see docs/service/posts.md#response */
const PostCopy = z.looseObject({
  platform: z.string().nullish(),
  status: z.string().nullish(),
  id: z.string().nullish().describe('Social Post ID; tiktok may say pending'),
  postUrl: z.string().nullish(),
  thread: ThreadPosts,
});

/** A post as stored by the service. @see docs/service/posts.md#record */
export const PostRecord = z.looseObject({
  id: z.string().nullish().describe('Service Post ID'),
  post: z.string().nullish().describe('its text'),
  platforms: z.array(z.string()).nullish().describe('the networks requested'),
  postIds: z.array(PostCopy).nullish().describe('its copies, one per network that accepted it'),
  errors: z.array(z.unknown()).nullish().describe('one entry for each network that refused it'),
  status: z.string().nullish(),
  type: z.string().nullish().describe('immediate, now or scheduled'),
  created: Timestamp,
  scheduleDate: Timestamp,
  mediaUrls: z.array(z.string()).nullish(),
  urls: z.array(z.string()).nullish(),
  notes: z.string().nullish(),
  autoRepostId: z.string().nullish(),
  request: z
    .looseObject({})
    .nullish()
    .describe('ours: of a post that waits, the fields with which it was created'),
  profileTitle: z.string().nullish(),
  refId: z.string().nullish(),
});
export type PostRecord = z.infer<typeof PostRecord>;

/** The answer to reading the history; without results, `history` is an object with code 221. */
export const HistoryAnswer = z.looseObject({
  history: z
    .union([z.array(PostRecord), z.looseObject({})])
    .nullish()
    .describe('newest first'),
  count: z.number().nullish(),
  hasMore: z.boolean().nullish().describe('ours: more was requested than fits into an answer'),
  refId: z.string().nullish(),
});
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

/**
 * The posts of an account on one network, including those made outside the service.
 *
 * @see docs/service/posts.md#record
 */
export const PlatformHistoryAnswer = z.looseObject({
  status: z.string().nullish(),
  posts: z.array(z.looseObject({})).nullish(),
  lastUpdated: Timestamp,
  nextUpdate: Timestamp,
  meta: z.looseObject({ pagination: z.looseObject({ next: z.string().nullish() }).nullish() }).nullish(),
});
export type PlatformHistoryAnswer = z.infer<typeof PlatformHistoryAnswer>;

const { historyLimit, platformHistoryLimit } = LIMITS;

function createLimitSchema({ min, max }: { min: number; max: number }) {
  return z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .optional();
}

const DATE_MESSAGE = 'must be a date such as 2026-03-02, or a time such as 2026-03-02T08:15:00Z';
/** A moment, or a whole day in UTC. */
export const DateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], DATE_MESSAGE);

/** Filters of the history. @see docs/service/posts.md#record */
export const HistoryQuery = z.strictObject({
  limit: createLimitSchema(historyLimit).describe(`default: ${historyLimit.default}`),
  lastDays: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .optional()
    .describe(`default: ${LIMITS.historyDays}; 0 means all`),
  startDate: DateOrTime.optional().describe('no earlier; beats lastDays'),
  endDate: DateOrTime.optional().describe('no later, this moment or day included'),
  platforms: z
    .array(z.enum(Platform.options, `must be one of ${Platform.options.join(', ')}`))
    .optional()
    .describe('posts sent to any of these networks'),
  status: z.enum(PostStatus.options, `must be one of ${PostStatus.options.join(', ')}`).optional(),
  type: z.enum(PostType.options, `must be one of ${PostType.options.join(', ')}`).optional(),
  autoRepostId: z.string().regex(/\S/, 'must not be blank').optional(),
  profileKeys: ProfileKeys.describe('posts of these User Profiles instead of the current one'),
});

/** Page of an account's posts on one network. @see docs/service/posts.md#record */
export const PlatformHistoryQuery = z.strictObject({
  limit: createLimitSchema(platformHistoryLimit).describe(`default: ${platformHistoryLimit.default}`),
  next: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('`meta.pagination.next` of the previous page'),
});
