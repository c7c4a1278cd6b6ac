import * as z from 'zod';
import { Platform } from '../../facts/platforms.ts';

/** Something that keeps a post from going out, or that is to be known about it. */
export const PostProblem = z.strictObject({
  file: z.string().nullable().describe('null for a post that flags say'),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable().describe('in UTF-16 units, as editors count'),
  post: z
    .int()
    .min(1)
    .nullable()
    .describe('which of the file; null for how the file is written, and without a file'),
  platform: Platform.nullable().describe('the network whose part it is; null for all of the post'),
  effect: z
    .enum(['request', 'network', 'warning'])
    .describe(
      'request: nothing is published; network: that network refuses its part; warning: it is published',
    ),
  code: z.int().nullable().describe('what it is refused with; null for how a file is written'),
  path: z.string().describe('where in the post, such as twitterOptions.longPost; empty for all of it'),
  message: z.string(),
});
export type PostProblem = z.infer<typeof PostProblem>;

/** What `posts check` found. */
export const PostCheckDocument = z.strictObject({
  valid: z.boolean().describe('nothing would be refused, as far as can be known without the accounts'),
  files: z.int().describe('how many were looked at'),
  posts: z.int().describe('how many could be read'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(PostProblem).describe('by file, line and column; of flags, in the order of the service'),
});
export type PostCheckDocument = z.infer<typeof PostCheckDocument>;

/** What was found, as the document that is printed. */
export function buildPostCheck(
  problems: readonly PostProblem[],
  { files, posts }: Pick<PostCheckDocument, 'files' | 'posts'>,
): PostCheckDocument {
  const warnings = problems.filter(({ effect }) => effect === 'warning').length;
  const errors = problems.length - warnings;
  return { valid: errors === 0, files, posts, errors, warnings, problems: [...problems] };
}
