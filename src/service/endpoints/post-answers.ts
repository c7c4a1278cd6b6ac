import * as z from 'zod';
import { Timestamp } from '../timestamp.ts';

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
  warnings: z.array(PostWarning).nullish(),
});

/** The result of a new post on every network. @see docs/service/posts.md#response, #POST-01, #POST-12 */
const NewPost = z.looseObject({
  status: z
    .string()
    .nullish()
    .describe('success only if all networks succeeded; scheduled, awaiting approval'),
  errors: z.array(z.unknown()).nullish().describe('one entry for each network that rejected it'),
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
export const PostAnswer = NewPost.extend({ posts: z.array(NewPost).nullish() });
export type PostAnswer = z.infer<typeof PostAnswer>;

/** The answer to a dry run. @see docs/service/endpoints.md#other-endpoints */
export const PostChecked = z.looseObject({
  status: z.string().nullish(),
  message: z.string().nullish(),
  warnings: z.array(PostWarning).nullish(),
});

/** The answer to updating or retrying a post. @see docs/service/posts.md#update */
export const PostChanged = z.looseObject({ id: z.string().nullish(), refId: z.string().nullish() });

/** The answer to deleting posts: one object for each network. @see docs/service/posts.md#update */
export const Deleted = z.looseObject({
  status: z.string().nullish(),
  id: z.string().nullish().describe('Service Post ID'),
  code: z.number().nullish().describe('200 if everything was deleted'),
  errors: z.unknown().optional().describe('one entry for each network that rejected it'),
});
