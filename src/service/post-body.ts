import * as z from 'zod';
import { Platform } from './platforms.ts';
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

const Flag = z.boolean('must be true or false').optional();
const Text = z.string('must be a string').optional();

const Whole = z.int('must be a whole number').optional();

/** Volumes, strategies and limits have error codes of their own: the post rules check them. */
const Unjudged = z.unknown().optional();

const Texts = z.array(z.string('must be a string'), 'must be a list of strings').optional();

const Part = z.looseObject({}).optional();

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

const XOptions = z
  .looseObject({
    thread: Flag,
    threadNumber: Flag,
    longPost: Flag,
    longVideo: Flag,
    subscribersOnly: Flag,
    mediaUrls: ThreadMedia,
  })
  .optional();

/**
 * The option objects of a post, as the service spells them. Unknown members pass through.
 *
 * @see docs/service/posts.md#options, #POST-18
 */
export const POST_OPTIONS = {
  instagramOptions: z
    .looseObject({
      stories: Flag,
      reels: Flag,
      shareReelsFeed: Flag,
      thumbNail: Text,
      thumbNailOffset: Whole,
      audioName: Text,
      audioConfiguration: z
        .looseObject({ audioId: Text, audioVolume: Unjudged, videoVolume: Unjudged })
        .optional(),
      audioVolume: Unjudged,
      videoVolume: Unjudged,
      trialParams: Unjudged,
      altText: Texts,
      locationId: Text,
      userTags: z
        .array(z.looseObject({ username: z.string(), x: z.number().optional(), y: z.number().optional() }))
        .optional(),
      collaborators: Texts,
      isAIGenerated: Flag,
      autoResize: Flag,
    })
    .optional(),
  faceBookOptions: z
    .looseObject({
      reels: Flag,
      stories: Flag,
      title: Text,
      thumbNail: Text,
      altText: Texts,
      mediaCaptions: Texts,
      locationId: Text,
      link: Text,
      draft: Flag,
      scheduledPublishDate: Text,
      targeting: Part,
      carousel: Part,
    })
    .optional(),
  linkedInOptions: z
    .looseObject({
      altText: Texts,
      disableShare: Flag,
      targeting: Part,
      thumbNail: Text,
      title: Text,
      titles: Texts,
      visibility: z
        .enum(['public', 'connections', 'loggedin'], 'must be one of public, connections, loggedin')
        .optional(),
    })
    .optional(),
  tikTokOptions: z
    .looseObject({
      autoAddMusic: Flag,
      disableComments: Flag,
      disableDuet: Flag,
      disableStitch: Flag,
      draft: Flag,
      isAIGenerated: Flag,
      isBrandedContent: Flag,
      isBrandOrganic: Flag,
      imageCoverIndex: Whole,
      title: Text,
      thumbNail: Text,
      thumbNailOffset: Whole,
      visibility: z
        .enum(
          ['public', 'private', 'followers', 'friends'],
          'must be one of public, private, followers, friends',
        )
        .optional(),
    })
    .optional(),
  gmbOptions: z
    .looseObject({
      isPhotoVideo: Flag,
      category: Text,
      event: Part,
      offer: Part,
      callToAction: z.looseObject({ actionType: Text, url: Text }).optional(),
    })
    .optional(),
  youTubeOptions: z
    .looseObject({
      title: Text,
      visibility: z
        .enum(['private', 'unlisted', 'public'], 'must be one of private, unlisted, public')
        .optional(),
      shorts: Flag,
      thumbNail: Text,
      playListId: Text,
      tags: Texts,
      madeForKids: Flag,
      notifySubscribers: Flag,
      categoryId: z.union([z.string(), z.int()], 'must be an id').optional(),
      containsSyntheticMedia: Flag,
      publishAt: Text,
      subTitleUrl: Text,
    })
    .optional(),
  pinterestOptions: z
    .looseObject({
      title: Text,
      link: Text,
      boardId: Text,
      altText: Texts,
      note: Text,
      thumbNail: Text,
      carouselOptions: z.array(z.looseObject({})).optional(),
    })
    .optional(),
  threadsOptions: z
    .looseObject({ allowCountries: Texts, thread: Flag, threadNumber: Flag, mediaUrls: ThreadMedia })
    .optional(),
  redditOptions: z.looseObject({ title: Text, subreddit: Text }).optional(),
  twitterOptions: XOptions,
  xOptions: XOptions,
  blueSkyOptions: Part,
  snapChatOptions: Part,
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
export const OPTIONS_PLATFORM: Readonly<Record<PostOptionsName, Platform>> = {
  instagramOptions: 'instagram',
  faceBookOptions: 'facebook',
  linkedInOptions: 'linkedin',
  tikTokOptions: 'tiktok',
  gmbOptions: 'gmb',
  youTubeOptions: 'youtube',
  pinterestOptions: 'pinterest',
  threadsOptions: 'threads',
  redditOptions: 'reddit',
  twitterOptions: 'twitter',
  xOptions: 'twitter',
  blueSkyOptions: 'bluesky',
  snapChatOptions: 'snapchat',
};
