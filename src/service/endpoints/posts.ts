import * as z from 'zod';
import { type Endpoint, SAMPLE_POST_ID } from '../endpoint.ts';
import { ServicePostId } from '../ids.ts';
import { Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import { PostBody } from '../post-body.ts';
import {
  HistoryAnswer,
  HistoryQuery,
  PlatformHistoryAnswer,
  PlatformHistoryQuery,
  PostRecord,
  ThreadPosts,
} from '../posts.ts';
import { Instant, Timestamp } from '../times.ts';

/** The fields that an update can change; any other is rejected. @see docs/service/posts.md#update */
export const PostChange = z
  .strictObject({
    approved: z.boolean().describe('true publishes it, false keeps it back'),
    disableComments: z.boolean().describe('only on Instagram, LinkedIn and TikTok'),
    notes: z.string(),
    scheduleDate: Instant,
    scheduledPause: z.boolean().describe('pauses or resumes a scheduled post'),
    youTubeOptions: z.strictObject({
      title: z.string().optional(),
      description: z.string().optional(),
      visibility: z.enum(['private', 'unlisted', 'public']).optional(),
      categoryId: z.union([z.string(), z.int()]).optional(),
    }),
  })
  .partial();
export type PostChange = z.infer<typeof PostChange>;

/** Changes to a post. @see docs/service/posts.md#update */
const PostUpdate = PostChange.extend({ id: ServicePostId })
  .refine((update) => Object.keys(update).length > 1, 'there is nothing to update')
  .refine(
    ({ approved, scheduledPause }) => approved === undefined || scheduledPause === undefined,
    'must not contain both approved and scheduledPause: a post that awaits approval cannot be paused',
  );

/** Which posts to delete: one, several, or all scheduled ones. @see docs/service/posts.md#update */
export const PostDeletion = z
  .looseObject({
    id: ServicePostId.optional(),
    bulk: z.array(ServicePostId).min(1).optional(),
    deleteAllScheduled: z.boolean().optional(),
    markManualDeleted: z.boolean().optional().describe('only mark a post that was deleted on its networks'),
  })
  .refine(
    ({ id, bulk, deleteAllScheduled }) =>
      [id, bulk, deleteAllScheduled || undefined].filter((each) => each !== undefined).length === 1,
    'must contain exactly one of id, bulk, deleteAllScheduled',
  );
export type PostDeletion = z.infer<typeof PostDeletion>;

/** A warning about a post that was published. @see docs/service/errors.md#code-307, #code-518 */
const PostWarning = z.looseObject({
  code: z.number().nullish(),
  feature: z.string().nullish(),
  message: z.string().nullish(),
});

/** A network's copy of a new post. @see docs/service/posts.md#response */
const NewCopy = z.looseObject({
  status: z.string().nullish(),
  id: z.string().nullish().describe('Social Post ID; pending at first on TikTok'),
  postUrl: z.string().nullish(),
  platform: z.string().nullish(),
  thread: ThreadPosts,
  warnings: z.array(PostWarning).nullish(),
});

/** The result of a new post on every network. @see docs/service/posts.md#response, #POST-01, #POST-12 */
const NewPost = z.looseObject({
  status: z
    .string()
    .nullish()
    .describe('success only if all networks succeeded; scheduled, awaiting approval'),
  errors: z.array(z.unknown()).nullish().describe('one entry for each network that refused it'),
  postIds: z.array(NewCopy).nullish().describe('its copies, one per network that accepted it'),
  id: z.string().nullish().describe('Service Post ID'),
  refId: z.string().nullish(),
  post: z.unknown().optional(),
  validate: z.boolean().nullish().describe('a scheduled post was checked when it was submitted'),
  scheduleDate: Timestamp,
  profileTitle: z.string().nullish(),
});

/**
 * The answer to a new post; with a `Profile-Key`, it is the only entry of `posts`.
 *
 * @see docs/service/posts.md#response
 */
const PostAnswer = NewPost.extend({ posts: z.array(NewPost).nullish() });

/** The answer to a dry run. @see docs/service/endpoints.md#other-endpoints */
export const PostChecked = z.looseObject({
  status: z.string().nullish(),
  message: z.string().nullish(),
  warnings: z.array(PostWarning).nullish(),
});

/** The answer to updating or retrying a post. @see docs/service/posts.md#update */
export const PostChanged = z.looseObject({ id: z.string().nullish(), refId: z.string().nullish() });

/** The answer to deleting posts: one object for each network. @see docs/service/posts.md#update */
const Deleted = z.looseObject({
  status: z.string().nullish(),
  id: z.string().nullish().describe('Service Post ID'),
  code: z.number().nullish().describe('200 if everything was deleted'),
  errors: z.unknown().optional().describe('one entry for each network that refused it'),
  deletedReposts: z
    .array(z.string())
    .nullish()
    .describe('ours: ids of the posts that would have repeated it, deleted with it'),
});

export const getPost = {
  method: 'GET',
  path: '/post/{id}',
  effect: 'none',
  sample: { params: { id: SAMPLE_POST_ID } },
  params: z.strictObject({ id: ServicePostId }),
  answer: PostRecord,
  plans: Plan.options,
  action: 'post',
  errors: [186],
} as const satisfies Endpoint;

export const getHistory = {
  method: 'GET',
  path: '/history',
  effect: 'none',
  sample: {},
  query: HistoryQuery,
  answer: HistoryAnswer,
  plans: Plan.options,
  action: 'history',
  errors: [101, 221],
} as const satisfies Endpoint;

export const getPlatformHistory = {
  method: 'GET',
  path: '/history/{platform}',
  effect: 'none',
  sample: { params: { platform: 'facebook' } },
  params: z.strictObject({ platform: Platform }),
  query: PlatformHistoryQuery,
  answer: PlatformHistoryAnswer,
  plans: Plan.options,
  action: 'history',
  errors: [101, 156, 161, 272, 364, 416, 419, 423],
} as const satisfies Endpoint;

export const getHistoryById = {
  method: 'GET',
  path: '/history/{id}',
  effect: 'none',
  sample: { params: { id: SAMPLE_POST_ID } },
  params: z.strictObject({ id: ServicePostId }),
  answer: PostRecord,
  plans: Plan.options,
  action: 'history',
  errors: [186],
} as const satisfies Endpoint;

const POST = { plans: Plan.options, action: 'post' } as const;

/** Codes with which a network, or the check for it, rejects a post. */
const REFUSALS = [
  107, 108, 110, 111, 136, 137, 138, 139, 156, 159, 161, 164, 182, 239, 272, 275, 326, 364, 379, 416, 417,
  419, 423, 435, 436, 440, 441, 442, 443, 447, 448, 449, 450, 451, 452, 453, 454, 476, 479, 499, 519,
] as const;

/** @see docs/service/posts.md#body, #response */
export const createPost = {
  ...POST,
  method: 'POST',
  path: '/post',
  effect: 'publish',
  sample: { body: { post: 'hello', platforms: ['whatsapp'] } },
  body: PostBody,
  answer: PostAnswer,
  errors: [101, ...REFUSALS, 192, 1409],
} as const satisfies Endpoint;

/** Dry run: nothing is posted. @see docs/service/posts.md#body @see docs/service/endpoints.md#other-endpoints */
export const validatePost = {
  ...POST,
  method: 'POST',
  path: '/validate/post',
  effect: 'none',
  sample: { body: { post: 'hello', platforms: ['facebook'] } },
  body: PostBody,
  answer: PostChecked,
  action: 'validate',
  errors: [101, ...REFUSALS, 192],
} as const satisfies Endpoint;

/** Unlike elsewhere, unknown fields are rejected with 101. @see docs/service/posts.md#update */
export const updatePost = {
  ...POST,
  method: 'PATCH',
  path: '/post',
  otherPaths: [{ method: 'PUT', path: '/post' }],
  effect: 'publish',
  sample: { body: { id: 'NoPost', notes: 'x' } },
  body: PostUpdate,
  refusesUnknown: true,
  answer: PostChanged,
  errors: [101, 186],
} as const satisfies Endpoint;

/** @see docs/service/posts.md#update */
export const retryPost = {
  ...POST,
  method: 'PUT',
  path: '/post/retry',
  effect: 'publish',
  sample: { body: { id: 'NoPost' } },
  body: z.looseObject({ id: ServicePostId }),
  answer: PostChanged,
  errors: [101, 186, 419],
} as const satisfies Endpoint;

/** @see docs/service/posts.md#update */
export const deletePost = {
  ...POST,
  method: 'DELETE',
  path: '/post',
  otherPaths: [{ path: '/delete' }],
  effect: 'delete',
  sample: { body: { id: 'NoPost' } },
  body: PostDeletion,
  answer: Deleted,
  action: 'delete',
  errors: [101, 114, 156, 161, 272, 364, 382, 383, 416, 419, 1415],
} as const satisfies Endpoint;
