import type { Action } from '../service/actions.ts';
import type { CommentPlatform, Platform, ReviewPlatform } from '../service/platforms.ts';
import type { Trigger } from '../service/triggers.ts';

/** A person or company on one simulated network. */
export interface SeedUser {
  readonly handle: string;
  /** The network's id of the user (default: derived from the handle). */
  readonly id?: string;
  readonly name: string;
  readonly bio?: string;
  readonly location?: string;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  /** LinkedIn: the user is a company. */
  readonly company?: {
    readonly founded: number;
    readonly organizationType: string;
    readonly website: string;
  };
}

/** A comment on one network's copy of a post. */
export interface SeedComment {
  /** Social Comment ID in the network's format. */
  readonly id: string;
  /** Key of the `SeedUser` in `SEED_USERS[platform]`. */
  readonly by: string;
  readonly text: string;
  /** Minutes before the sandbox was created; negative for later comments, which are hidden until then. */
  readonly minutesAgo: number;
  readonly likes?: number;
  /** Fields only this network has, merged over those of its shape; null removes a field. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly replies?: readonly SeedComment[];
}

/** One network's copy of a post. */
export interface SeedCopy {
  readonly platform: CommentPlatform;
  /** Social Post ID; on TikTok also `pending` or `failed`. */
  readonly socialPostId: string;
  readonly kind?: 'post' | 'reel' | 'story';
  /** Reddit only. */
  readonly subreddit?: string;
  /** X only: the post is a reply to this one; reading it returns its own replies. */
  readonly replyToSocialPostId?: string;
  readonly comments: readonly SeedComment[];
}

/** A service post with its copies on the networks. */
export interface SeedPost {
  /** Service Post ID: 20 characters, mixed-case alphanumeric. */
  readonly id: string;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly text: string;
  readonly minutesAgo: number;
  readonly copies: readonly SeedCopy[];
  /** Default: published at once. */
  readonly plan?: SeedPlan;
  readonly notes?: string;
  readonly mediaUrls?: readonly string[];
}

/** A scheduled post. */
interface SeedPlan {
  /** Minutes before the sandbox was created; negative for the future. */
  minutesAgo: number;
  /** Why it is not published. */
  status?: 'awaiting approval' | 'paused';
  /** Target networks of an unpublished post. */
  platforms?: readonly Platform[];
}

/** A post made in the network's own app. */
export interface SeedNativePost {
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly platform: Platform;
  readonly socialPostId: string;
  readonly text: string;
  readonly minutesAgo: number;
  readonly kind?: SeedCopy['kind'];
  /** Reddit only. */
  readonly subreddit?: string;
  readonly mediaUrls?: readonly string[];
  /** Only on networks whose comments the service reads. */
  readonly comments?: readonly SeedComment[];
}

/** A User Profile of the demo account. The Primary Profile always exists. */
export interface SeedProfile {
  /** Local name, used by `SeedPost.profile` and `SeedAccount.profile`. */
  readonly alias: string;
  readonly title: string;
}

/** Value of `profile` for the Primary Profile. */
export const PRIMARY = 'primary';

export interface SeedAccount {
  readonly platform: Platform;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly displayName: string;
  /** Comments by a `SeedUser` with this handle are the account's own. */
  readonly username: string;
  /** The network's id of the account (default: derived from the username). */
  readonly id?: string;
  /** `expired`: reading comments fails with 161 (272 on X) until the account is linked again. */
  readonly token: 'ok' | 'expired';
  /** Instagram only: audio needs the page-based login (default: `direct`). */
  readonly loginKind?: 'page' | 'direct';
}

/** A short link, with the clicks that it got. */
export interface SeedLink {
  readonly id: string;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly url: string;
  readonly daysAgo: number;
  /** Clicks from one site, by one browser, on the days since then, in order. */
  readonly clicks: readonly (readonly [referer: string, browser: string, counts: readonly number[]])[];
}

/** A track of the Instagram audio catalogue. */
export interface SeedTrack {
  readonly audioId: string;
  readonly title?: string;
  readonly displayArtist?: string;
  readonly durationMs?: number;
  readonly thumbnailUrl?: string;
  /** Default: `music` for search, and no type in responses. */
  readonly audioType?: 'music' | 'original_sound';
  readonly isAdsEligible?: boolean;
  /** More search terms. */
  readonly keywords?: readonly string[];
  /** `false`: not found by search; a lookup fails with 517. */
  readonly available?: boolean;
}

/** A trigger or action with its id. */
type SeedEntry<Flat> = Flat & { id: string };

/** An automation of a profile with a linked Instagram account. */
export interface SeedAutomation {
  /** `auto_` and 10 letters or digits. */
  readonly id: string;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly name: string;
  readonly description?: string;
  readonly paused?: true;
  /** Minutes before the sandbox was created. */
  readonly minutesAgo: number;
  readonly triggers: readonly SeedEntry<Trigger>[];
  readonly actions: readonly SeedEntry<Action>[];
}

/** How one action of an answer ended. */
export interface SeedEnding {
  readonly status: 'sent' | 'failed' | 'auth_error' | 'deduplicated';
  /** Of a failure. */
  readonly error?: string;
}

export interface SeedActivity {
  /** Ids of the automation and of its trigger. */
  readonly automation: string;
  readonly trigger: string;
  readonly kind: 'comment' | 'story_reply' | 'dm' | 'reaction';
  /** Key of the `SeedUser` on Instagram. */
  readonly by: string;
  /** Minutes before the sandbox was created. */
  readonly minutesAgo: number;
  /** Of a reaction, the emoji. */
  readonly text: string;
  readonly keyword?: string;
  readonly postId?: string;
  readonly storyId?: string;
  /** In the order of the actions; none when a limit was reached. */
  readonly endings: readonly SeedEnding[];
  /** Why the daily cap ended it. */
  readonly limited?: string;
  /** Why the fallback was sent in place of the text of a callback. */
  readonly fallback?: string;
  /** HTTP statuses of the attempts of its webhook, 503 and the like being tried again. */
  readonly attempts?: readonly number[];
}

export interface SeedReview {
  readonly platform: ReviewPlatform;
  /** `PRIMARY`, or the alias of a User Profile. */
  readonly profile: string;
  readonly id: string;
  /** Name of the reviewer. */
  readonly by: string;
  /** Google: stars. Facebook: a recommendation. */
  readonly rating: 1 | 2 | 3 | 4 | 5 | 'positive' | 'negative';
  readonly text: string;
  /** Minutes before the sandbox was created; negative for later reviews, which are hidden until then. */
  readonly minutesAgo: number;
  readonly reply?: { readonly text: string; readonly minutesAgo: number };
}

/** Contents of a new sandbox. */
export interface Seed {
  readonly profiles: readonly SeedProfile[];
  readonly accounts: readonly SeedAccount[];
  /** By network, then by handle. */
  readonly users: Readonly<Partial<Record<CommentPlatform, Readonly<Record<string, SeedUser>>>>>;
  readonly posts: readonly SeedPost[];
  readonly nativePosts?: readonly SeedNativePost[];
  readonly reviews?: readonly SeedReview[];
  readonly links?: readonly SeedLink[];
  readonly tracks: readonly SeedTrack[];
  readonly automations?: readonly SeedAutomation[];
  /** Oldest first. */
  readonly activity?: readonly SeedActivity[];
}

/** Minutes in an hour and a day: the unit of `minutesAgo` in the demo data. */
export const HOUR = 60;
export const DAY = 24 * HOUR;
