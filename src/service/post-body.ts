import * as z from 'zod';
import { Platform } from './platforms.ts';
import { POST_OPTIONS } from './post-options.ts';
import { Instant } from './times.ts';

/** Value in `platforms` that sends a post to every linked network. @see docs/service/posts.md#body */
export const ALL_NETWORKS = 'all';

const PostText = z.string('must be a string, or an object of strings by network with a default');
const Urls = z.array(z.string('must be a URL'), 'must be a list of URLs, or an object of lists by network');

/** One value for all networks, or one per network with `default` for the others. */
function createPerNetworkSchema<Value extends z.ZodType>(value: Value, error: string) {
  const byNetwork = z.looseObject({ default: value.optional() }).catchall(value);
  return z.union([value, byNetwork], error);
}

/**
 * A new post. Unknown members are accepted and ignored, because existing clients send them.
 *
 * @see docs/service/posts.md#body, #options, #POST-10, #POST-18
 */
export const PostBody = z.looseObject({
  post: createPerNetworkSchema(
    PostText,
    'must be a string, or an object of strings by network with a default',
  ).describe('text of the post; may be empty if there are media'),
  platforms: z
    .array(z.enum([...Platform.options, ALL_NETWORKS]), 'must be a list of networks')
    .min(1, 'must list at least one network')
    .describe('networks to post to; all for every linked network'),
  mediaUrls: createPerNetworkSchema(
    Urls,
    'must be a list of URLs, or an object of lists by network with a default',
  ).optional(),
  scheduleDate: Instant.optional().describe('when it is to be published; in the past, at once'),
  validateScheduled: z.boolean().optional().describe('check a scheduled post now (default: true)'),
  requiresApproval: z.boolean().optional().describe('keep it until it is approved'),
  isVideo: z.boolean().optional().describe('the media are a video, whatever their extension'),
  firstComment: z
    .looseObject({
      comment: z.string().regex(/\S/, 'must not be blank'),
      mediaUrls: Urls.optional(),
    })
    .optional(),
  autoSchedule: z.looseObject({ schedule: z.literal(true), title: z.string().optional() }).optional(),
  autoRepost: z
    .looseObject({
      repeat: z.int('must be a whole number').min(1, 'must be at least 1').max(10, 'must be at most 10'),
      // the maximum is ours
      days: z.int('must be a whole number').min(2, 'must be at least 2').max(365, 'must be at most 365'),
      startDate: Instant.optional(),
    })
    .optional(),
  autoHashtag: z
    .union([
      z.boolean(),
      z.looseObject({
        max: z.int().min(1).max(10).optional(),
        position: z.enum(['auto', 'end']).optional(),
      }),
    ])
    .optional(),
  shortenLinks: z.boolean().optional(),
  disableComments: z.boolean().optional().describe('only on Instagram, LinkedIn and TikTok'),
  notes: z.string().optional().describe('returned by the history'),
  idempotencyKey: z
    .string()
    .regex(/\S/, 'must not be blank')
    .optional()
    .describe('unique within the profile'),
  ...POST_OPTIONS,
});
export type PostBody = z.infer<typeof PostBody>;
