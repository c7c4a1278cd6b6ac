import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import { NO_INPUT } from '../endpoint.ts';
import { NETWORKS } from '../networks/networks.ts';
import { invertNames, Platform } from '../platforms.ts';
import { Instant } from '../times.ts';
import type { ControlCall } from './call.ts';

/**
 * Declared properties of a media file, which the sandbox never fetches. Defaults: `ASSUMED.media`.
 *
 * @see docs/service/posts.md#POST-11, #POST-13
 */
export const MediaFacts = z.strictObject({
  seconds: z.number().min(0).optional().describe('duration of the video'),
  bytes: z.int().min(0).optional().describe('size of the file'),
  type: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as image/png')
    .optional()
    .describe('media type (default: derived from the file extension)'),
  reachable: z.boolean().optional().describe('whether it can be fetched from outside: else 136'),
});
export type MediaFacts = z.infer<typeof MediaFacts>;

const OnOff = z.enum(['on', 'off']);

/** A network whose accounts differ in what they may do. */
type AbilityPlatform = {
  [Name in Platform]: (typeof NETWORKS)[Name] extends { abilities: unknown } ? Name : never;
}[Platform];

const ABILITIES_BY_NETWORK = {
  twitter: NETWORKS.twitter.abilities(OnOff),
  threads: NETWORKS.threads.abilities(OnOff),
  instagram: NETWORKS.instagram.abilities(),
  youtube: NETWORKS.youtube.abilities(),
} as const satisfies Readonly<Record<AbilityPlatform, object>>;

/** What an account may do on its network when it posts. @see docs/service/posts.md#POST-11, #POST-13 to #POST-16 */
export const Abilities = z.strictObject({
  ...ABILITIES_BY_NETWORK.twitter,
  ...ABILITIES_BY_NETWORK.threads,
  ...ABILITIES_BY_NETWORK.instagram,
  ...ABILITIES_BY_NETWORK.youtube,
});
export type Abilities = z.infer<typeof Abilities>;

export const ABILITY_PLATFORM = invertNames<keyof Abilities>(ABILITIES_BY_NETWORK);

/** Kinds of native posts on Instagram and Facebook. */
const NativePostKind = z.enum(['post', 'reel', 'story']);

/** A post made in the network's own app: it has a Social Post ID, but no Service Post ID. */
const NativePost = z.object({
  platform: Platform,
  id: z.string().describe('Social Post ID'),
  profile: z.string().describe('alias of the profile whose account posted it'),
  kind: NativePostKind,
  text: z.string(),
  mediaUrls: z.array(z.string()),
  created: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
  postUrl: z.string(),
  listedFrom: z.string().describe("when the network's history lists it: after its next refresh"),
});

/** Control calls for posts that exist on networks. @see {@link CONTROL} */
export const COPY_CONTROL = {
  createNativePost: {
    method: 'POST',
    path: '/_sandbox/native-posts',
    input: z.strictObject({
      profile: z.string().default('primary').describe('alias of the profile whose account posts'),
      platform: Platform.describe('network to create the post on'),
      text: z.string().max(ASSUMED.engagementCharacters).default('').describe('text of the post'),
      mediaUrls: z
        .array(z.string().regex(/^https:\/\/\S+$/, 'must begin with https:// and contain no spaces'))
        .max(ASSUMED.nativePostMedia)
        .default([])
        .describe('images or videos of the post'),
      kind: NativePostKind.default('post').describe('kind of post; reel and story: Instagram and Facebook'),
      subreddit: z
        .string()
        .regex(/^\w{2,30}$/, 'must be a name without /r/')
        .optional()
        .describe('subreddit, required on Reddit'),
      at: Instant.optional().describe('when it was posted (default: now)'),
    }),
    answer: z.object({ post: NativePost }),
  },
  deleteCopy: {
    method: 'DELETE',
    path: '/_sandbox/copies',
    input: z.strictObject({
      postId: z.string().describe('Service Post ID or Social Post ID'),
      network: Platform.describe('network to delete it on'),
    }),
    answer: z.object({ deleted: z.string(), network: Platform }),
  },
} as const satisfies Record<string, ControlCall>;

const { seconds, bytes, type, reachable } = MediaFacts.required().shape;

/** Properties of a media file: declared ones, and defaults for the others. */
export const ListedMedia = z.object({
  url: z.string(),
  seconds,
  bytes,
  type: type.nullable().describe('media type; null if derived from the file extension'),
  reachable,
});
export type ListedMedia = z.infer<typeof ListedMedia>;

/** Control calls for media files. @see {@link CONTROL} */
export const MEDIA_CONTROL = {
  listMedia: {
    method: 'GET',
    path: '/_sandbox/media',
    input: NO_INPUT,
    answer: z.object({
      media: z.array(ListedMedia).describe('files with a description, by URL'),
    }),
  },
  setMedia: {
    method: 'PUT',
    path: '/_sandbox/media',
    input: MediaFacts.extend({
      url: z
        .string()
        .regex(/^https:\/\/\S+$/, 'must begin with https:// and contain no spaces')
        .describe('URL of the file, as posts use it'),
    }),
    answer: z.object({ media: ListedMedia }),
  },
} as const satisfies Record<string, ControlCall>;
