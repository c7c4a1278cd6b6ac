import * as z from 'zod';
import { Instant } from './instant.ts';
import { Platform } from './platforms.ts';
import { POST_OPTIONS } from './post-options.ts';

/** Value in `platforms` that sends a post to every linked network. @see docs/service/posts.md#body */
export const ALL_NETWORKS = 'all';

const Text = z.string('must be a text, or texts by network with a default');
const Urls = z.array(z.string('must be an address'), 'must be a list of addresses, or lists by network');

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
  post: createPerNetworkSchema(Text, 'must be a text, or texts by network with a default').describe(
    'its text; may be empty where there are media',
  ),
  platforms: z
    .array(z.enum([...Platform.options, ALL_NETWORKS]), 'must be a list of networks')
    .min(1, 'must name one network at least')
    .describe('where it goes; all for every linked network'),
  mediaUrls: createPerNetworkSchema(
    Urls,
    'must be a list of addresses, or lists by network with a default',
  ).optional(),
  scheduleDate: Instant.optional().describe('when it is to be published; in the past, at once'),
  validateScheduled: z.boolean().optional().describe('check a scheduled post now (default: true)'),
  requiresApproval: z.boolean().optional().describe('keep it until it is approved'),
  isVideo: z.boolean().optional().describe('the media are a video, whatever their ending'),
  firstComment: z
    .looseObject({
      comment: z.string().regex(/\S/, 'must not be blank'),
      mediaUrls: Urls.optional(),
    })
    .optional(),
  autoSchedule: z.looseObject({ schedule: z.literal(true), title: z.string().optional() }).optional(),
  autoRepost: z
    .looseObject({
      repeat: z.int('must be a whole number').min(1, 'must be 1 at least').max(10, 'must be 10 at most'),
      // the maximum is ours
      days: z.int('must be a whole number').min(2, 'must be 2 at least').max(365, 'must be 365 at most'),
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
  disableComments: z.boolean().optional().describe('takes effect on instagram, linkedin and tiktok'),
  notes: z.string().optional().describe('given back by the history'),
  idempotencyKey: z.string().regex(/\S/, 'must not be blank').optional().describe('used once in a profile'),
  ...POST_OPTIONS,
});
export type PostBody = z.infer<typeof PostBody>;
