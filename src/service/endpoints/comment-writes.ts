import * as z from 'zod';
import { type Endpoint, NO_INPUT, SAMPLE_POST_ID } from '../endpoint.ts';
import { AnyId, SocialCommentId } from '../ids.ts';
import { Plan } from '../plans.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  COMMENTING_PLATFORMS,
  type CommentPlatform,
  PLATFORMS,
  Platform,
  REPLY_MEDIA_PLATFORMS,
  REPLYING_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../platforms.ts';
import { FanOutStatus, NetworkError } from './comments.ts';

/** Placeholders for the id of a TikTok post that is pending or failed. @see docs/service/posts.md#tiktok-id */
export const TIKTOK_PENDING_IDS: readonly string[] = ['pending', 'failed'];

const ONE_URL_MESSAGE = 'must be exactly one https or http URL';

const COMMENT_FIELDS = {
  comment: z.string().regex(/\S/, 'must not be blank').describe('text of the comment'),
  searchPlatformId: z.boolean().optional().describe('the id is one of a network'),
  mediaUrls: z
    .array(z.url({ protocol: /^https?$/, error: ONE_URL_MESSAGE }), ONE_URL_MESSAGE)
    .length(1, ONE_URL_MESSAGE)
    .optional()
    .describe('media to attach'),
};

function createNetworkListSchema(legal: readonly CommentPlatform[]) {
  const error = `must be one of ${legal.join(', ')}`;
  return z
    .array(
      z.enum(Platform.options, error).refine((each) => isAmong(legal, each), error),
      'must be a list of networks',
    )
    .min(1, 'must list at least one network')
    .optional()
    .describe('networks (default: all of the post)');
}

/** A new comment on a post. @see docs/service/comments.md#create, #COM-22 */
export const NewComment = z
  .looseObject({ ...COMMENT_FIELDS, platforms: createNetworkListSchema(COMMENTING_PLATFORMS) })
  .superRefine((body, context) => {
    checkOneNetwork(body, context);
    checkMedia(body, COMMENT_MEDIA_PLATFORMS, context);
  });
export type NewComment = z.infer<typeof NewComment>;

/** A reply to a comment. @see docs/service/comments.md#reply, #COM-28 */
export const NewReply = z
  .looseObject({
    ...COMMENT_FIELDS,
    commentId: SocialCommentId.describe('Service Comment ID; with searchPlatformId, Social Comment ID'),
    platforms: createNetworkListSchema(REPLYING_PLATFORMS),
    videoId: z.string().regex(/\S/, 'must not be blank').optional().describe('tiktok: Social Post ID'),
    commentUrn: z.string().regex(/\S/, 'must not be blank').optional().describe('linkedin: of the comment'),
  })
  .superRefine((body, context) => {
    checkOneNetwork(body, context);
    checkMedia(body, REPLY_MEDIA_PLATFORMS, context);
    if (body.searchPlatformId !== true) return;
    const other = body.platforms?.find((platform) => !isAmong(SOCIAL_REPLYING_PLATFORMS, platform));
    if (other !== undefined) {
      const message = `cannot be ${other} with a Social Comment ID: must be one of ${SOCIAL_REPLYING_PLATFORMS.join(', ')}`;
      context.addIssue({ code: 'custom', path: ['platforms'], message });
    }
    const [platform] = body.platforms ?? [];
    const needed = platform === undefined ? undefined : PLATFORMS[platform].comments?.replyNeeds;
    if (platform === undefined || needed === undefined || body[needed] !== undefined) return;
    const message = `is required with a Social Comment ID of ${PLATFORMS[platform].name}`;
    context.addIssue({ code: 'custom', path: [needed], message });
  });
export type NewReply = z.infer<typeof NewReply>;

const NETWORK_OF_ID = z.enum(Platform.options, 'must be a network').optional();

/** Fields that select comments to delete, besides the id. @see docs/service/comments.md#delete */
const DELETION_FIELDS = {
  searchPlatformId: COMMENT_FIELDS.searchPlatformId,
  platform: NETWORK_OF_ID.describe('network of the Social Comment ID'),
  platforms: z.array(NETWORK_OF_ID.unwrap(), 'must be a list of networks').optional(),
};

interface DeletionTarget {
  searchPlatformId?: boolean | undefined;
  platform?: Platform | undefined;
  platforms?: readonly Platform[] | undefined;
}

/** The comments to delete. @see docs/service/comments.md#delete, #COM-28 */
export const CommentDeletion = z
  .looseObject({
    id: SocialCommentId.describe(
      'Service Post ID, Service Comment ID; with searchPlatformId, Social Comment ID',
    ),
    ...DELETION_FIELDS,
  })
  .superRefine(checkDeletion);
export type CommentDeletion = z.infer<typeof CommentDeletion>;

/** Comments to delete, where the id is in the path. @see docs/service/comments.md#dialects */
const CommentDeletionByPath = z.looseObject(DELETION_FIELDS).superRefine(checkDeletion);

/** Returns the network named in a deletion, or undefined. */
export function getDeletionNetwork({ platform, platforms = [] }: DeletionTarget): Platform | undefined {
  return platform ?? platforms[0];
}

/**
 * The answer to a comment or reply: one object for each network that accepted it. No part is required.
 *
 * @see docs/service/comments.md#create, #reply
 * @see docs/service/readings.md#U-35
 */
export const CommentWritten = z.looseObject({
  status: z.unknown().optional(),
  id: z.unknown().optional().describe('id of the post'),
  commentId: z.unknown().optional().describe('the new Service Comment ID'),
  errors: z.unknown().optional().describe('one entry for each network that failed'),
});
export type CommentWritten = z.infer<typeof CommentWritten>;

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>;

function checkOneNetwork({ searchPlatformId, platforms = [] }: NewComment, context: Issues): void {
  if (searchPlatformId !== true || platforms.length === 1) return;
  const message = 'must list exactly one network with searchPlatformId';
  context.addIssue({ code: 'custom', path: ['platforms'], message });
}

/** Checks only the networks listed; without a list, the service checks each network. */
function checkMedia(
  { mediaUrls, platforms = [] }: NewComment,
  legal: readonly Platform[],
  context: Issues,
): void {
  const others = platforms.filter((platform) => !legal.includes(platform));
  if (mediaUrls === undefined || others.length === 0) return;
  const message = `cannot be used with ${others.join(', ')}: only ${legal.join(', ')} accept them here`;
  context.addIssue({ code: 'custom', path: ['mediaUrls'], message });
}

function checkDeletion(body: DeletionTarget, context: Issues): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['platform'], message });
  const named = [...new Set([...(body.platforms ?? []), ...(body.platform ? [body.platform] : [])])];
  if (body.searchPlatformId !== true) {
    if (named.length > 0) refuse('must be omitted with an id of the service');
    return;
  }
  const [platform, ...more] = named;
  const legal = SOCIAL_DELETING_PLATFORMS.join(', ');
  if (platform === undefined || more.length > 0) refuse(`must be exactly one of ${legal}`);
  else if (!isAmong(SOCIAL_DELETING_PLATFORMS, platform)) {
    refuse(`cannot be ${platform}: a Social Comment ID must be of ${legal} here`);
  }
}

function isAmong(legal: readonly CommentPlatform[], platform: Platform): boolean {
  return legal.some((each) => each === platform);
}

/**
 * The result of writing a comment on one network, in the normalized shape that crier prints. Missing values are null.
 *
 * @see docs/service/comments.md#create, #delete
 */
export const WrittenComment = z
  .strictObject({
    platform: z.string().nullable().describe('a Platform Value; null if the service does not provide it'),
    status: z.string().describe('success or error, as in the answer'),
    commentId: z.string().nullable().describe('Social Comment ID'),
    sourceCommentId: z.string().nullable().describe('Social Comment ID of the parent'),
    text: z.string().nullable().describe('text'),
    url: z.string().nullable().describe('URL of the comment'),
    error: NetworkError.nullable().describe('why the network refused it'),
    extra: z.record(z.string(), z.unknown()).describe('all other fields, as named by the network'),
  })
  .meta({ id: 'WrittenComment' });
export type WrittenComment = z.infer<typeof WrittenComment>;

/** The result of a comment or reply on each network. */
export const WrittenDocument = z.strictObject({
  status: FanOutStatus.describe('partial if some networks failed'),
  id: z.string().nullable().describe('the id that was sent'),
  commentId: z.string().nullable().describe('Service Comment ID of the new comment'),
  networks: z.array(WrittenComment).describe('one record per network, including failed ones'),
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});
export type WrittenDocument = z.infer<typeof WrittenDocument>;

export const DeletedDocument = WrittenDocument.omit({ commentId: true });
export type DeletedDocument = z.infer<typeof DeletedDocument>;

const COMMON = { answer: CommentWritten, plans: Plan.options, action: 'comments' } as const;

/** Codes with which a network rejects a write or a deletion. */
const REFUSALS = [156, 161, 219, 272, 326, 364, 416, 417, 419, 423, 1415] as const;

/** @see docs/service/comments.md#create */
export const createComment = {
  ...COMMON,
  method: 'POST',
  path: '/comments/{id}',
  otherPaths: [{ path: '/comments' }],
  effect: 'publish',
  sample: { params: { id: SAMPLE_POST_ID }, body: { comment: 'hello' } },
  params: z.strictObject({ id: AnyId }),
  body: NewComment,
  errors: [101, 186, 288, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** The same call in the `alt` dialect. @see docs/service/comments.md#dialects */
export const createCommentInAlt = {
  ...createComment,
  path: '/comments',
  params: NO_INPUT,
  body: NewComment.safeExtend({ id: AnyId }),
} as const satisfies Endpoint;

/** @see docs/service/comments.md#reply */
export const replyToComment = {
  ...COMMON,
  method: 'POST',
  path: '/comments/reply',
  otherPaths: [{ path: '/comments/reply/{commentId}' }],
  effect: 'publish',
  sample: { body: { commentId: 'NoSuchCommentAAAAAAA', comment: 'hello' } },
  body: NewReply,
  errors: [101, 186, 288, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** @see docs/service/comments.md#delete */
export const deleteComments = {
  ...COMMON,
  method: 'DELETE',
  path: '/comments',
  otherPaths: [{ path: '/comments/{id}' }],
  effect: 'delete',
  sample: { body: { id: SAMPLE_POST_ID } },
  body: CommentDeletion,
  errors: [101, 186, 328, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** The same call in the `alt` dialect. @see docs/service/comments.md#dialects */
export const deleteCommentsInAlt = {
  ...deleteComments,
  path: '/comments/{id}',
  params: z.strictObject({ id: AnyId }),
  body: CommentDeletionByPath,
} as const satisfies Endpoint;
