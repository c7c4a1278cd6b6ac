import * as z from 'zod';
import { NETWORKS } from './networks/networks.ts';
import { OPTION_FIELDS } from './networks/option-fields.ts';
import { invertNames, Platform } from './platforms.ts';
import { Instant } from './times.ts';

/** Value in `platforms` that sends a post to every linked network. @see docs/service/posts.md#body */
export const ALL_NETWORKS = 'all';

const PostText = z.string('must be a string, or an object of strings by network with a default');
const Urls = z.array(z.string('must be a URL'), 'must be a list of URLs, or an object of lists by network');

/** One value for all networks, or one per network with `default` for the others. */
function createPerNetworkSchema<Value extends z.ZodType>(value: Value, error: string) {
  const byNetwork = z
    .looseObject({ default: value.optional() })
    .catchall(value)
    .describe('by network, with default for the others');
  return z.union([value, byNetwork], error);
}

/** A network with options of its own. */
type OptionsPlatform = {
  [Name in Platform]: (typeof NETWORKS)[Name]['post']['options'] extends null ? never : Name;
}[Platform];

/** In the order of the page. */
const OPTIONS_BY_NETWORK = {
  instagram: NETWORKS.instagram.post.options(OPTION_FIELDS),
  facebook: NETWORKS.facebook.post.options(OPTION_FIELDS),
  linkedin: NETWORKS.linkedin.post.options(OPTION_FIELDS),
  tiktok: NETWORKS.tiktok.post.options(OPTION_FIELDS),
  gmb: NETWORKS.gmb.post.options(OPTION_FIELDS),
  youtube: NETWORKS.youtube.post.options(OPTION_FIELDS),
  pinterest: NETWORKS.pinterest.post.options(OPTION_FIELDS),
  threads: NETWORKS.threads.post.options(OPTION_FIELDS),
  reddit: NETWORKS.reddit.post.options(OPTION_FIELDS),
  twitter: NETWORKS.twitter.post.options(OPTION_FIELDS),
  bluesky: NETWORKS.bluesky.post.options(OPTION_FIELDS),
  snapchat: NETWORKS.snapchat.post.options(OPTION_FIELDS),
} as const satisfies Readonly<Record<OptionsPlatform, object>>;

/**
 * The option objects of a post, as the service spells them. Unknown members pass through.
 *
 * @see docs/service/posts.md#options, #POST-18
 */
export const POST_OPTIONS = {
  ...OPTIONS_BY_NETWORK.instagram,
  ...OPTIONS_BY_NETWORK.facebook,
  ...OPTIONS_BY_NETWORK.linkedin,
  ...OPTIONS_BY_NETWORK.tiktok,
  ...OPTIONS_BY_NETWORK.gmb,
  ...OPTIONS_BY_NETWORK.youtube,
  ...OPTIONS_BY_NETWORK.pinterest,
  ...OPTIONS_BY_NETWORK.threads,
  ...OPTIONS_BY_NETWORK.reddit,
  ...OPTIONS_BY_NETWORK.twitter,
  ...OPTIONS_BY_NETWORK.bluesky,
  ...OPTIONS_BY_NETWORK.snapchat,
} as const;

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

export type PostOptionsName = keyof typeof POST_OPTIONS;

/** The network of each option object. */
export const OPTIONS_PLATFORM = invertNames<PostOptionsName>(OPTIONS_BY_NETWORK);
