import type * as z from 'zod';
import type { MediaLimits } from '../media-limits.ts';
import type { PostLimits } from '../post-limits.ts';
import type { TextLimit } from '../text-limits.ts';
import type { AccountMetric, MetricNames, PostMetric } from './metrics.ts';

/** Path of a value in a record. */
export type FieldPath = readonly [string] | readonly [string, string];

/** Where the fields of a normalized comment can be found in a network's record; the first path with a value wins. */
export interface CommentSources {
  readonly id: readonly FieldPath[];
  readonly parentId: readonly FieldPath[];
  readonly text: readonly FieldPath[];
  readonly createdAt: readonly FieldPath[];
  readonly likes: readonly FieldPath[];
  readonly replyCount: readonly FieldPath[];
  readonly url: readonly FieldPath[];
  readonly authorId: readonly FieldPath[];
  readonly name: readonly FieldPath[];
  readonly handle: readonly FieldPath[];
  readonly authorUrl: readonly FieldPath[];
  readonly avatarUrl: readonly FieldPath[];
}

/** The comment and reply of one network as the service returns them; null if replies are not included. */
export interface CommentRecord {
  readonly comment: z.ZodObject;
  readonly reply: z.ZodObject | null;
}

/** Optional fields by type, and those that every comment has (`sure`), except where a network differs. */
export interface SharedCommentFields {
  readonly text: z.ZodOptional<z.ZodString>;
  readonly count: z.ZodOptional<z.ZodNumber>;
  readonly flag: z.ZodOptional<z.ZodBoolean>;
  /** @see docs/service/comments.md#COM-09 */
  readonly sure: {
    readonly comment: z.ZodString;
    readonly commentId: z.ZodString;
    readonly created: z.ZodString;
  };
}

/** Replies of replies: inference fails for a recursive loose object. */
export type NestedReplies = z.ZodOptional<z.ZodArray<z.ZodObject>>;

export interface CommentFacts {
  /** Whether they can be read with a Service Post ID. */
  readonly byPost: boolean;
  readonly bySocialPost: boolean;
  readonly bySocialComment: boolean;
  readonly create: boolean;
  /** Whether a new comment can contain media. */
  readonly createWithMedia: boolean;
  /** By Service Comment ID. */
  readonly reply: boolean;
  readonly replyBySocialComment: boolean;
  readonly replyWithMedia: boolean;
  /** The id that a reply by Social Comment ID needs in addition. */
  readonly replyNeeds?: 'videoId' | 'commentUrn';
  /** By Service Post ID or Service Comment ID. */
  readonly remove: boolean;
  readonly removeBySocialComment: boolean;
  /** Whether `disableComments` of a post takes effect. */
  readonly disable: boolean;
  /** Whether its own option object has `disableComments`, too. */
  readonly disableByOption?: true;
  /** Whether only the most recent ones are returned. @see docs/service/comments.md#COM-11; docs/service/limits.md#comments-returned */
  readonly newestOnly: boolean;
  /** Whether a reply is a post of its own, with an address like that of a post. */
  readonly areReplyPosts: boolean;
  /** Whether replies are read like comments, by the id of what they reply to, and counted there. @see docs/service/comments.md#COM-17 */
  readonly isFlat?: true;
  /** Whether a deleted post has an empty list, instead of the error 186. @see docs/service/comments.md#COM-18 */
  readonly emptyIfDeleted?: true;
  /** Whether an account can delete only its own by Social Comment ID (328). @see docs/service/comments.md#COM-23 */
  readonly removesOwnOnly?: true;
  /** Limits of comments and replies; several apply together. @see docs/service/limits.md#texts */
  readonly limits: readonly TextLimit[];
  /** Where they differ from most networks. @see docs/service/comments.md#record, #COM-09, #COM-10 */
  readonly sources?: Partial<CommentSources>;
  /**
   * The shape of a comment, including replies; built when it is needed. Only what COM-09 guarantees is required; other
   * fields pass through.
   *
   * @see docs/service/comments.md#record, #COM-08 to #COM-10, #COM-12
   */
  readonly record: (fields: SharedCommentFields) => CommentRecord;
}

/** Comments that can be read, written, answered and deleted with the ids of the service, and no others. */
export const COMMENTS_BY_POST = {
  byPost: true,
  bySocialPost: false,
  bySocialComment: false,
  create: true,
  createWithMedia: false,
  reply: true,
  replyBySocialComment: false,
  replyWithMedia: false,
  remove: true,
  removeBySocialComment: false,
  disable: false,
  newestOnly: false,
  areReplyPosts: false,
} as const;

/**
 * All that is known of one network. Values without a source are those published by the network; where it publishes
 * several limits, the largest is given: what is beyond it is always rejected, what is within it may still be.
 */
export interface NetworkFacts {
  readonly name: string;
  /** Other names, which are suggested and not accepted: some could mean another network. */
  readonly synonyms?: readonly string[];
  /**
   * Close to its own color, and distinct from others. On terminals a number of the 256-color palette, with a medium
   * lightness that is readable on light and dark backgrounds; on the link page one that white text is readable on.
   */
  readonly color: { readonly terminal: number; readonly page: string };
  /** Its hosts, by the name before their ending, without those that only shorten other addresses. */
  readonly hosts: readonly string[];
  /** How accounts can be linked, besides directly: through a Facebook Page, or on X without an own app. */
  readonly otherLogin?: 'page' | 'former';
  /** Whether an account is a page. */
  readonly linksPages?: true;
  /**
   * Whether each request carries the keys of an app of the account's owner, and counts for that app.
   *
   * @see docs/service/access.md#authentication, #AUTH-11; docs/service/comments.md#COM-18
   */
  readonly usesOwnApp?: true;
  /** Assumed: how long a link is valid, where it expires. */
  readonly linkDays?: number;
  /** Assumed: its lists in `GET /user/details`; neither their names nor which networks have one is documented. */
  readonly lists?: object;

  /**
   * What an account may do there when it posts, which differs between accounts; built when it is needed.
   *
   * @see docs/service/posts.md#POST-11, #POST-13 to #POST-16
   */
  readonly abilities?: (onOff: z.ZodEnum<{ on: 'on'; off: 'off' }>) => Readonly<Record<string, z.ZodEnum>>;

  readonly posts: boolean;
  /** What it accepts in a post. @see docs/service/limits.md#limits, #texts; docs/service/posts.md#options */
  readonly post: PostLimits;
  /** What it accepts of the files in a post. @see docs/service/limits.md#media-files */
  readonly media: MediaLimits;
  readonly reelsAndStories: boolean;
  /**
   * Whether a published post can be deleted through the service. `page-login`: only if the account is linked with the
   * page-based login; `never`: the network has no call for it.
   *
   * @see docs/service/posts.md#deleting-a-published-post
   */
  readonly deletesPublished: 'always' | 'page-login' | 'never';
  /**
   * Whether it accepts a post before it publishes it: until then the post has the id `pending`, and if it fails
   * `failed`.
   *
   * @see docs/service/posts.md#tiktok-id; docs/service/comments.md#COM-19
   */
  readonly publishesLater?: true;
  /** The profiles with whose earlier posts a new one is compared (137). @see docs/service/posts.md#duplicates */
  readonly checksDuplicates: 'own-profile' | 'all-profiles' | 'never';
  /**
   * Which link of a text gets a card, in a post without media; null for none. Threads documents the first one; on X the
   * last one has been observed; of the others it is assumed.
   *
   * @see https://developers.facebook.com/docs/threads/posts
   */
  readonly linkCard: 'first' | 'last' | null;

  /** Null where the service reads and writes none. @see docs/service/comments.md#forms, #read, #create, #disable, #delete */
  readonly comments: CommentFacts | null;
  /** Direct messages. @see docs/service/general.md#add-ons; docs/service/limits.md#texts */
  readonly messages: {
    readonly limits: readonly TextLimit[];
    /** How long an account may answer after the person wrote last, where the network limits it. @see docs/service/limits.md#answer-time */
    readonly answerHours?: number;
    /** Whether they are listed in pages. @see docs/service/endpoints.md#messages */
    readonly isPaged?: true;
    /** Whether they can only be sent in an existing conversation. @see docs/service/endpoints.md#messages */
    readonly needsConversation?: true;
  } | null;
  /** Reviews, and the limits of replies to them. @see docs/service/endpoints.md#reviews; docs/service/limits.md#texts */
  readonly reviews: {
    readonly limits: readonly TextLimit[];
    readonly rating: 'stars' | 'recommendation';
  } | null;
  /** Whether the time between two readings at the network grows. @see docs/service/comments.md#COM-13 */
  readonly refreshGrows?: true;
  /** @see docs/service/automations.md#AUT-02 */
  readonly automations: boolean;
  /** Inferred: its names in `POST /analytics/post`; null where it is not offered, as documented of one network. */
  readonly postMetrics: MetricNames<PostMetric> | null;
  /** The member that repeats the metrics of a post. */
  readonly repeatsMetricsIn?: 'publicMetrics';
  readonly storyMetrics?: true;
  /** Whether metrics need a permission of their own (475). @see docs/service/errors.md#code-475 */
  readonly metricsNeedPermission?: true;
  /** Inferred: its names in `POST /analytics/social`; null where it is not offered. */
  readonly accountMetrics: MetricNames<AccountMetric> | null;
}
