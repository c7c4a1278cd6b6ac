import * as z from 'zod';
import type { CommentFacts, NetworkFacts } from './networks/network-facts.ts';
import { NETWORKS } from './networks/networks.ts';

/** The parts of a network that another may lack. */
type LackedPart = 'comments' | 'messages' | 'reviews';

type OwnParts<Facts extends NetworkFacts> = {
  readonly [Part in LackedPart as Facts[Part] extends null ? never : Part]: NonNullable<NetworkFacts[Part]>;
};

/**
 * All that is known of each network, by the value that the service uses: X is `twitter`, Google Business Profile is
 * `gmb`.
 *
 * @see docs/service/general.md#overview, #networks
 */
export const PLATFORMS: {
  readonly [Name in keyof typeof NETWORKS]: NetworkFacts & OwnParts<(typeof NETWORKS)[Name]>;
} = NETWORKS;

type PlatformWith<Part extends LackedPart> = {
  [Name in keyof typeof NETWORKS]: (typeof NETWORKS)[Name][Part] extends null ? never : Name;
}[keyof typeof NETWORKS];

// Object.keys loses the literal types of the names
const NAMES = Object.keys(NETWORKS) as (keyof typeof NETWORKS)[];

function listWith<Part extends LackedPart>(part: Part): readonly PlatformWith<Part>[] {
  return NAMES.filter((name): name is PlatformWith<Part> => NETWORKS[name][part] !== null);
}

export const Platform = z.enum(NAMES);
export type Platform = z.infer<typeof Platform>;

/** A network whose comments the service can read. @see docs/service/comments.md#forms */
export const CommentPlatform = z.enum(listWith('comments'));
export type CommentPlatform = z.infer<typeof CommentPlatform>;

/** A network with direct messages. @see docs/service/general.md#add-ons */
export const MessagePlatform = z.enum(
  listWith('messages'),
  `must be ${describeChoices(listWith('messages'))}`,
);
export type MessagePlatform = z.infer<typeof MessagePlatform>;

/** A network whose reviews the service reads and answers. @see docs/service/endpoints.md#reviews */
export const ReviewPlatform = z.enum(listWith('reviews'), `must be ${describeChoices(listWith('reviews'))}`);
export type ReviewPlatform = z.infer<typeof ReviewPlatform>;

/** The network of each name, from the names that each network has. */
export function invertNames<Name extends string>(
  byNetwork: Partial<Readonly<Record<Platform, object>>>,
): Readonly<Record<Name, Platform>> {
  // Object.entries loses the literal types of the names
  return Object.fromEntries(
    Object.entries(byNetwork).flatMap(([platform, named]) =>
      Object.keys(named).map((name) => [name, platform]),
    ),
  ) as Record<Name, Platform>;
}

/** `facebook, instagram or twitter`. */
function describeChoices(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** @see docs/service/posts.md#deleting-a-published-post */
export const PublishedDeletion = z.enum(['always', 'page-login', 'never']);

/** Whether the service does something with comments of a network. */
type CommentUse = keyof {
  [Name in keyof CommentFacts as CommentFacts[Name] extends boolean ? Name : never]: never;
};

/** Networks whose comments can be read with a Social Post ID. */
export const SOCIAL_POST_PLATFORMS = listCommentPlatforms('bySocialPost');
/** Networks whose comments can be read with a Social Comment ID. */
export const SOCIAL_COMMENT_PLATFORMS = listCommentPlatforms('bySocialComment');
/** Networks on which a post can be commented. */
export const COMMENTING_PLATFORMS = listCommentPlatforms('create');
/** Networks whose comments can contain media. @see docs/service/comments.md#create */
export const COMMENT_MEDIA_PLATFORMS = listCommentPlatforms('createWithMedia');
/** Networks that support a reply by Service Comment ID. */
export const REPLYING_PLATFORMS = listCommentPlatforms('reply');
/** Networks that support a reply by Social Comment ID. */
export const SOCIAL_REPLYING_PLATFORMS = listCommentPlatforms('replyBySocialComment');
/** Networks whose replies can contain media. @see docs/service/comments.md#reply */
export const REPLY_MEDIA_PLATFORMS = listCommentPlatforms('replyWithMedia');
/** Networks on which comments can be deleted by an id of the service. */
export const DELETING_PLATFORMS = listCommentPlatforms('remove');
/** Networks on which comments can be deleted by Social Comment ID. */
export const SOCIAL_DELETING_PLATFORMS = listCommentPlatforms('removeBySocialComment');

/** Networks that return only the most recent comments. */
export const NEWEST_COMMENTS_ONLY = listCommentPlatforms('newestOnly');

function listCommentPlatforms(use: CommentUse): readonly CommentPlatform[] {
  return CommentPlatform.options.filter((platform) => PLATFORMS[platform].comments[use]);
}

export const POST_ANALYTICS_PLATFORMS = NAMES.filter((name) => PLATFORMS[name].postMetrics !== null);
export const SOCIAL_ANALYTICS_PLATFORMS = NAMES.filter((name) => PLATFORMS[name].accountMetrics !== null);

/** The only platform that supports automations. @see docs/service/automations.md#AUT-02 */
export const AUTOMATION_PLATFORM = 'instagram';
/** The only platform whose posts can have a track. @see docs/service/audio.md#search */
export const AUDIO_PLATFORM = 'instagram';
