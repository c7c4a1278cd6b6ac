import * as z from 'zod';
import { type Endpoint, SAMPLE_POST_ID } from '../endpoint.ts';
import { AnyId } from '../ids.ts';
import { Plan } from '../plans.ts';
import { CommentPlatform, Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from '../platforms.ts';

/** The error of one network, while others may have succeeded. @see docs/service/comments.md#response */
export const NetworkError = z.lazy(() =>
  z
    .looseObject({
      platform: z.string().nullable().describe('the network that failed'),
      status: z.string().nullable().describe('usually error, as in the answer'),
      code: z.number().nullable().describe('the numbered error; "crier errors show" explains it'),
      message: z.string().nullable().describe('message of the service'),
      id: z.string().nullable().describe('the requested id there'),
    })
    .meta({ id: 'NetworkError' }),
);
export type NetworkError = z.infer<typeof NetworkError>;

/** Result of a call that fans out over networks. @see docs/service/comments.md#read-status */
export const FanOutStatus = z.enum(['success', 'partial', 'error']);
export type FanOutStatus = z.infer<typeof FanOutStatus>;

const Leg = z.unknown().optional();
const LEGS = Object.fromEntries(CommentPlatform.options.map((name) => [name, Leg])) as Record<
  CommentPlatform,
  typeof Leg
>; // Object.fromEntries loses the names

/**
 * The answer to reading comments: the envelope, and one array for each network with comments. No part is validated
 * further, so that a malformed part does not hide the others. The answer is rejected only if networks are present and
 * none of them can contain comments.
 *
 * @see docs/service/comments.md#response
 */
export const CommentsAnswer = z
  .looseObject({
    status: z.unknown().optional(),
    id: z.unknown().optional().describe('the requested id'),
    lastUpdated: z.unknown().optional(),
    nextUpdate: z.unknown().optional(),
    errors: z.unknown().optional().describe('one entry for each network that failed'),
    ...LEGS,
  })
  .superRefine((answer, context) => {
    const given = CommentPlatform.options.filter((name) => (answer[name] ?? null) !== null);
    if (given.length === 0 || given.some((name) => typeof answer[name] === 'object')) return;
    context.addIssue({ code: 'custom', path: given.slice(0, 1), message: 'contains no comments' });
  });
export type CommentsAnswer = z.infer<typeof CommentsAnswer>;

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
  otherPaths: [{ path: '/comments' }],
  effect: 'none',
  sample: { params: { id: SAMPLE_POST_ID } },
  params: z.strictObject({ id: AnyId }),
  query: CommentsQuery,
  answer: CommentsAnswer,
  hasLongLists: true,
  plans: Plan.options,
  action: 'comments',
  errors: [101, 156, 161, 186, 219, 272, 288, 364, 416, 417, 419, 423, 485],
} as const satisfies Endpoint;
