import * as z from 'zod';

/** Media of a thread: for each of its posts an address, several, or null. @see docs/service/posts.md#threads */
const ThreadMedia = z
  .array(
    z.union(
      [z.string(), z.null(), z.array(z.string())],
      'must be a URL, a list of URLs, or null for a post without media',
    ),
    'must be a list with one entry for each post of the thread',
  )
  .optional();

/** The members that option objects of posts are made of. */
export const OPTION_FIELDS = {
  flag: z.boolean('must be true or false').optional(),
  text: z.string('must be a string').optional(),
  texts: z.array(z.string('must be a string'), 'must be a list of strings').optional(),
  whole: z.int('must be a whole number').optional(),
  part: z.looseObject({}).optional(),
  /** Volumes, strategies and limits have error codes of their own: the post rules check them. */
  unjudged: z.unknown().optional(),
  threadMedia: ThreadMedia,
} as const;
