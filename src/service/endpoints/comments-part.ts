import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { AnyId } from '../ids.ts';
import { Plan } from '../plans.ts';
import { Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from '../platforms.ts';
import { CommentsAnswer } from './comments.ts';

/**
 * The three valid forms of the query. `platform` with a Service Post ID is rejected too, because the service
 * documents that it must be omitted.
 *
 * @see docs/service/comments.md#query, #COM-01 to #COM-06
 */
const CommentsQuery = z
  .strictObject({
    searchPlatformId: z.boolean().optional().describe('whether the id was assigned by a network'),
    commentId: z.boolean().optional().describe('whether the id is that of a comment'),
    platform: z
      .enum(Platform.options, `must be one of ${SOCIAL_POST_PLATFORMS.join(', ')}`)
      .optional()
      .describe('network of the id'),
  })
  .superRefine(({ searchPlatformId = false, commentId = false, platform }, context) => {
    const refuse = (field: string, reason: string) =>
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `${reason}; ${describeValidForm(commentId)}`,
      });
    if (!searchPlatformId && !commentId) {
      if (platform) refuse('platform', 'must be omitted with a Service Post ID');
      return;
    }
    if (!searchPlatformId) refuse('searchPlatformId', 'must be true with commentId');
    if (!platform) refuse('platform', 'is required');
    else if (!listValidPlatforms(commentId).includes(platform)) refuse('platform', `cannot be ${platform}`);
  });

function listValidPlatforms(commentId: boolean): readonly Platform[] {
  return commentId ? SOCIAL_COMMENT_PLATFORMS : SOCIAL_POST_PLATFORMS;
}

function describeValidForm(commentId: boolean): string {
  const rest = `searchPlatformId=true and platform one of ${listValidPlatforms(commentId).join(', ')}`;
  return commentId
    ? `a Social Comment ID is read with commentId=true, ${rest}`
    : `a Social Post ID is read with ${rest}`;
}

/** @see docs/service/comments.md#read */
export const getComments = {
  method: 'GET',
  path: '/comments/{id}',
  params: z.strictObject({ id: AnyId }),
  query: CommentsQuery,
  body: null,
  answer: CommentsAnswer,
  hasLongLists: true,
  plans: Plan.options,
  action: 'comments',
  errors: [101, 156, 161, 186, 219, 272, 288, 364, 416, 417, 419, 423, 485],
} as const satisfies Endpoint;
