import * as z from 'zod';

/**
 * A network, by the value that the service uses: X is `twitter`, Google Business Profile is `gmb`.
 *
 * @see docs/service/general.md#overview, #networks
 */
export const Platform = z.enum([
  'bluesky',
  'facebook',
  'gmb',
  'instagram',
  'linkedin',
  'pinterest',
  'reddit',
  'snapchat',
  'telegram',
  'threads',
  'tiktok',
  'twitter',
  'whatsapp',
  'youtube',
]);
export type Platform = z.infer<typeof Platform>;

/** A network whose comments the service can read. @see docs/service/comments.md#forms */
export const CommentPlatform = z.enum([
  'bluesky',
  'facebook',
  'instagram',
  'linkedin',
  'reddit',
  'threads',
  'tiktok',
  'twitter',
  'youtube',
]);
export type CommentPlatform = z.infer<typeof CommentPlatform>;

/** A network with direct messages. @see docs/service/general.md#add-ons */
export const MessagePlatform = z.enum(
  ['facebook', 'instagram', 'twitter'],
  'must be facebook, instagram or twitter',
);
export type MessagePlatform = z.infer<typeof MessagePlatform>;

/** A network whose reviews the service reads and answers. @see docs/service/endpoints.md#reviews */
export const ReviewPlatform = z.enum(['facebook', 'gmb'], 'must be facebook or gmb');
export type ReviewPlatform = z.infer<typeof ReviewPlatform>;

/** How comments can be read, by the kind of id. */
interface CommentReads {
  byPost: boolean;
  bySocialPost: boolean;
  bySocialComment: boolean;
}

/** Write operations on comments. */
interface CommentWrites {
  create: boolean;
  /** By Service Comment ID. */
  reply: boolean;
  replyBySocialComment: boolean;
  /** By Service Post ID or Service Comment ID. */
  remove: boolean;
  removeBySocialComment: boolean;
  /** Whether `disableComments` of a post takes effect. */
  disable: boolean;
}

/**
 * Whether a published post can be deleted through the service. `page-login`: only if the account is linked with the
 * page-based login; `never`: the network has no call for it.
 *
 * @see docs/service/posts.md
 */
export const PublishedDeletion = z.enum(['always', 'page-login', 'never']);

/** The capabilities of one network. */
export interface PlatformFact {
  /** The network's own name. */
  readonly name: string;
  /** Whether posts can be sent to it. */
  readonly posts: boolean;
  readonly deletesPublished: z.infer<typeof PublishedDeletion>;
  /** Whether new posts are compared with earlier ones (137). */
  readonly checksDuplicates: boolean;
  readonly comments: CommentReads & CommentWrites;
  readonly automations: boolean;
  readonly messages: boolean;
  /**
   * Which link of a text gets a card, in a post without media; null for none. Threads documents the first one; on X the
   * last one has been observed; of the others it is assumed.
   *
   * @see https://developers.facebook.com/docs/threads/posts
   */
  readonly linkCard: 'first' | 'last' | null;
}

const NO_COMMENTS = {
  byPost: false,
  bySocialPost: false,
  bySocialComment: false,
  create: false,
  reply: false,
  replyBySocialComment: false,
  remove: false,
  removeBySocialComment: false,
  disable: false,
} as const;

const COMMENTS_BY_POST = { ...NO_COMMENTS, byPost: true, create: true, reply: true, remove: true } as const;
const COMMENTS_BY_ANY_POST = { ...COMMENTS_BY_POST, bySocialPost: true } as const;

const PUBLISHES = {
  posts: true,
  deletesPublished: 'always',
  checksDuplicates: true,
  automations: false,
  messages: false,
  linkCard: null,
} as const;

const WITH_CARD = { ...PUBLISHES, linkCard: 'first' } as const;

/**
 * The capabilities of every network.
 *
 * @see docs/service/automations.md#triggers
 * @see docs/service/comments.md#read, #disable, #create, #delete
 * @see docs/service/posts.md#duplicates
 * @see docs/service/general.md#add-ons
 * @see docs/service/endpoints.md#other-endpoints
 * @see docs/service/posts.md#deleting-a-published-post
 */
export const PLATFORMS: Readonly<Record<Platform, PlatformFact>> = {
  bluesky: {
    ...WITH_CARD,
    name: 'Bluesky',
    comments: { ...COMMENTS_BY_ANY_POST, replyBySocialComment: true },
  },
  facebook: {
    ...WITH_CARD,
    name: 'Facebook',
    comments: {
      ...COMMENTS_BY_ANY_POST,
      bySocialComment: true,
      replyBySocialComment: true,
      removeBySocialComment: true,
    },
    messages: true,
  },
  gmb: { ...PUBLISHES, name: 'Google Business Profile', comments: NO_COMMENTS },
  instagram: {
    ...PUBLISHES,
    name: 'Instagram',
    deletesPublished: 'page-login',
    comments: {
      ...COMMENTS_BY_ANY_POST,
      bySocialComment: true,
      replyBySocialComment: true,
      removeBySocialComment: true,
      disable: true,
    },
    automations: true,
    messages: true,
  },
  linkedin: {
    ...WITH_CARD,
    name: 'LinkedIn',
    comments: { ...COMMENTS_BY_ANY_POST, bySocialComment: true, replyBySocialComment: true, disable: true },
  },
  pinterest: { ...PUBLISHES, name: 'Pinterest', checksDuplicates: false, comments: NO_COMMENTS },
  reddit: { ...PUBLISHES, name: 'Reddit', checksDuplicates: false, comments: COMMENTS_BY_POST },
  snapchat: { ...PUBLISHES, name: 'Snapchat', comments: NO_COMMENTS },
  telegram: { ...WITH_CARD, name: 'Telegram', checksDuplicates: false, comments: NO_COMMENTS },
  threads: { ...WITH_CARD, name: 'Threads', comments: COMMENTS_BY_ANY_POST },
  tiktok: {
    ...PUBLISHES,
    name: 'TikTok',
    deletesPublished: 'never',
    comments: {
      ...COMMENTS_BY_ANY_POST,
      replyBySocialComment: true,
      removeBySocialComment: true,
      disable: true,
    },
  },
  twitter: {
    ...PUBLISHES,
    name: 'X',
    linkCard: 'last',
    comments: { ...COMMENTS_BY_ANY_POST, replyBySocialComment: true, removeBySocialComment: true },
    messages: true,
  },
  whatsapp: {
    ...WITH_CARD,
    name: 'WhatsApp',
    posts: false,
    deletesPublished: 'never',
    comments: NO_COMMENTS,
  },
  youtube: {
    ...PUBLISHES,
    name: 'YouTube',
    comments: { ...COMMENTS_BY_ANY_POST, replyBySocialComment: true, removeBySocialComment: true },
  },
};

/** Networks whose comments can be read with a Service Post ID. */
export const COMMENT_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('byPost');
/** Networks whose comments can be read with a Social Post ID. */
export const SOCIAL_POST_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('bySocialPost');
/** Networks whose comments can be read with a Social Comment ID. */
export const SOCIAL_COMMENT_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('bySocialComment');
/** Networks on which a post can be commented. */
export const COMMENTING_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('create');
/** Networks that support a reply by Service Comment ID. */
export const REPLYING_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('reply');
/** Networks that support a reply by Social Comment ID. */
export const SOCIAL_REPLYING_PLATFORMS: readonly CommentPlatform[] =
  listCommentPlatforms('replyBySocialComment');
/** Networks on which comments can be deleted by an id of the service. */
export const DELETING_PLATFORMS: readonly CommentPlatform[] = listCommentPlatforms('remove');
/** Networks on which comments can be deleted by Social Comment ID. */
export const SOCIAL_DELETING_PLATFORMS: readonly CommentPlatform[] =
  listCommentPlatforms('removeBySocialComment');

/**
 * Networks that return only the most recent comments.
 *
 * @see docs/service/limits.md#comments-returned
 * @see docs/service/comments.md#COM-11
 */
export const NEWEST_COMMENTS_ONLY: readonly CommentPlatform[] = ['facebook', 'instagram'];

function listCommentPlatforms(use: keyof (CommentReads & CommentWrites)): readonly CommentPlatform[] {
  return CommentPlatform.options.filter((platform) => PLATFORMS[platform].comments[use]);
}

/** The only platform that supports automations. @see docs/service/automations.md#AUT-02 */
export const AUTOMATION_PLATFORM = 'instagram';
