import type { Action } from '../../facts/actions.ts';
import type { CommentPlatform, Platform } from '../../facts/platforms.ts';
import type { Trigger } from '../../facts/triggers.ts';

/** A person or company on one simulated network. */
export interface SeedUser {
  readonly handle: string;
  /** The network's own id of the user, as it writes such ids; made from the handle when left out. */
  readonly id?: string;
  readonly name: string;
  readonly bio?: string;
  readonly location?: string;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  /** linkedin: the user is a company. */
  readonly company?: {
    readonly founded: number;
    readonly organizationType: string;
    readonly website: string;
  };
}

/** A comment on one network's copy of a post. */
export interface SeedComment {
  /** Social Comment ID; exactly as the network writes such ids. */
  readonly id: string;
  /** Key of the `SeedUser` in `SEED_USERS[platform]`. */
  readonly by: string;
  readonly text: string;
  /** Minutes before the moment the sandbox was made; less than nothing is after it, and nobody sees it before. */
  readonly minutesAgo: number;
  readonly likes?: number;
  /**
   * What this network alone tells of a comment; merged over what the network's shape works out. A field
   * that is null here is left out of the answer.
   */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly replies?: readonly SeedComment[];
}

/** One network's copy of a post. */
export interface SeedCopy {
  readonly platform: CommentPlatform;
  /** Social Post ID; tiktok may say `pending` or `failed`. */
  readonly socialPostId: string;
  readonly kind?: 'post' | 'reel' | 'story';
  /** reddit alone. */
  readonly subreddit?: string;
  /** twitter alone: the post is itself a reply to this one; reading it gives its own replies. */
  readonly replyToSocialPostId?: string;
  readonly comments: readonly SeedComment[];
}

/** A post of the service, with its copies on the networks. */
export interface SeedPost {
  /** Service Post ID: 20 characters, mixed-case alphanumeric. */
  readonly id: string;
  /** Whose post it is: `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly text: string;
  readonly minutesAgo: number;
  readonly copies: readonly SeedCopy[];
  /** Left out, it was published at once. */
  readonly plan?: SeedPlan;
  readonly notes?: string;
  readonly mediaUrls?: readonly string[];
}

/** A post that was to be published later. */
export interface SeedPlan {
  /** Minutes before the moment the sandbox was made; less than nothing is after it. */
  readonly minutesAgo: number;
  /** Why it is not published, when it is not. */
  readonly status?: 'awaiting approval' | 'paused';
  /** The networks it is meant for, when it is not there yet. */
  readonly platforms?: readonly Platform[];
}

/** A post made in the network's own app, without the service. */
export interface SeedNativePost {
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly platform: Platform;
  readonly socialPostId: string;
  readonly text: string;
  readonly minutesAgo: number;
  readonly kind?: SeedCopy['kind'];
  /** reddit alone. */
  readonly subreddit?: string;
  readonly mediaUrls?: readonly string[];
  /** Only on networks whose comments the service reads. */
  readonly comments?: readonly SeedComment[];
}

/** A User Profile of the demo account. The Primary Profile is not among them: it is always there. */
export interface SeedProfile {
  /** This machine's name for it: `SeedPost.profile` and `SeedAccount.profile` say it. */
  readonly alias: string;
  readonly title: string;
}

/** `SeedPost.profile` and `SeedAccount.profile` of what belongs to the Primary Profile. */
export const PRIMARY = 'primary';

/** What a profile has linked on one network. */
export interface SeedAccount {
  readonly platform: Platform;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly displayName: string;
  /** Comments that a `SeedUser` of this handle wrote on the network are the account's own. */
  readonly username: string;
  /** The network's own id of the account; made from the username when left out. */
  readonly id?: string;
  /** `expired`: reading comments fails with 161 (272 on twitter) until the account is linked again. */
  readonly token: 'ok' | 'expired';
  /** instagram alone: audio needs the page-based login. Left out, it is `direct`. */
  readonly loginKind?: 'page' | 'direct';
}

/** A track of the instagram audio catalogue. */
export interface SeedTrack {
  readonly audioId: string;
  readonly title?: string;
  readonly displayArtist?: string;
  readonly durationMs?: number;
  readonly thumbnailUrl?: string;
  /** Left out, the track is `music` for the search, and the answer does not name a type. */
  readonly audioType?: 'music' | 'original_sound';
  readonly isAdsEligible?: boolean;
  /** More words that the search finds it by. */
  readonly keywords?: readonly string[];
  /** `false`: not found by the search, and the lookup is refused with 517. */
  readonly available?: boolean;
}

/** A trigger or action of an automation, with the id that it has. */
type SeedEntry<Flat> = Flat & { readonly id: string };

/** An automation of a profile that has instagram linked. */
export interface SeedAutomation {
  /** `auto_` and 10 letters or digits. */
  readonly id: string;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly name: string;
  readonly description?: string;
  readonly paused?: true;
  /** Minutes between its making and that of the sandbox. */
  readonly minutesAgo: number;
  readonly triggers: readonly SeedEntry<Trigger>[];
  readonly actions: readonly SeedEntry<Action>[];
}

/** Everything that a new sandbox begins with. */
export interface Seed {
  readonly profiles: readonly SeedProfile[];
  readonly accounts: readonly SeedAccount[];
  /** By network, then by handle. */
  readonly users: Readonly<Record<CommentPlatform, Readonly<Record<string, SeedUser>>>>;
  readonly posts: readonly SeedPost[];
  readonly nativePosts?: readonly SeedNativePost[];
  readonly tracks: readonly SeedTrack[];
  readonly automations?: readonly SeedAutomation[];
}
