import * as z from 'zod';
import { Platform } from '../../service/platforms.ts';

/** An error or a warning about a post. */
export const PostProblem = z.strictObject({
  file: z.string().nullable().describe('null for a post from flags'),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable().describe('in UTF-16 code units, as editors count'),
  post: z
    .int()
    .min(1)
    .nullable()
    .describe('position in the file; null for a syntax problem, and without a file'),
  platform: Platform.nullable().describe('the affected network; null for the whole post'),
  effect: z
    .enum(['request', 'network', 'warning'])
    .describe('request: nothing is published; network: that network refuses it; warning: it is published'),
  code: z.int().nullable().describe('error code of the service; null for a syntax problem'),
  path: z.string().describe('field of the post, such as twitterOptions.longPost; empty for the whole post'),
  message: z.string(),
});
export type PostProblem = z.infer<typeof PostProblem>;

/** Output of `posts check`. */
export const PostCheckDocument = z.strictObject({
  valid: z.boolean().describe('no errors, as far as can be known without the accounts'),
  files: z.int().describe('number of files'),
  posts: z.int().describe('number of posts that could be read'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(PostProblem).describe('by file, line and column; for flags, in the order of the service'),
});
export type PostCheckDocument = z.infer<typeof PostCheckDocument>;

/** Builds the output of a check. */
export function buildPostCheck(
  problems: readonly PostProblem[],
  { files, posts }: Pick<PostCheckDocument, 'files' | 'posts'>,
): PostCheckDocument {
  const warnings = problems.filter(({ effect }) => effect === 'warning').length;
  const errors = problems.length - warnings;
  return { valid: errors === 0, files, posts, errors, warnings, problems: [...problems] };
}
