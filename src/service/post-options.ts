import * as z from 'zod';
import type { Platform } from './platforms.ts';

const Flag = z.boolean('must be true or false').optional();
const Text = z.string('must be a string').optional();
const Texts = z.array(z.string('must be a string'), 'must be a list of strings').optional();
const Whole = z.int('must be a whole number').optional();
const Part = z.looseObject({}).optional();

/** Volumes, strategies and limits have error codes of their own: the post rules check them. */
const Unjudged = z.unknown().optional();

const XOptions = z
  .looseObject({
    thread: Flag,
    threadNumber: Flag,
    longPost: Flag,
    longVideo: Flag,
    subscribersOnly: Flag,
    mediaUrls: Texts,
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
    .looseObject({ allowCountries: Texts, thread: Flag, threadNumber: Flag, mediaUrls: Texts })
    .optional(),
  redditOptions: z.looseObject({ title: Text, subreddit: Text }).optional(),
  twitterOptions: XOptions,
  xOptions: XOptions,
  blueSkyOptions: Part,
  snapChatOptions: Part,
} as const;
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
