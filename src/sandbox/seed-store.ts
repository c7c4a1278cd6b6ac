import { ASSUMED } from '../service/assumed.ts';
import { DAY_MS, MINUTE_MS } from '../service/durations.ts';
import { AUTOMATION_PLATFORM, CommentPlatform, type Platform } from '../service/platforms.ts';
import type { Database } from '../storage/open-database.ts';
import { generateProfileKey, generateRefId, type Random } from './generate-ids.ts';
import { toNetworkRating } from './handlers/reviews.ts';
import { deriveUserId } from './networks/network-ids.ts';
import { toDay } from './networks/post-metrics.ts';
import {
  PRIMARY,
  type Seed,
  type SeedComment,
  type SeedCopy,
  type SeedNativePost,
  type SeedPost,
  type SeedUser,
} from './seed.ts';
import { seedActivity } from './seed-activity.ts';
import { type EntryRecord, insertAutomation } from './store/automations/automations.ts';
import { findNetworkUser, insertComment, insertNetworkUser } from './store/comments.ts';
import { addClicks, insertLink } from './store/links.ts';
import { foldWords, insertTrack } from './store/media.ts';
import { insertPost, PLAIN_POST, type PostAbout } from './store/posts.ts';
import {
  findLinkedAccount,
  insertProfile,
  listAllProfiles,
  type Profile,
  saveAccount,
} from './store/profiles.ts';
import { insertReview } from './store/reviews.ts';
import { findSocialPost, insertSocialPost, PLAIN_COPY } from './store/social-posts.ts';

/** The initial content of a new sandbox. */
interface Seeding {
  store: Database;
  seed: Seed;
  random: Random;
  /** The demo data counts its minutes back from this time. */
  anchor: number;
  /** Previous profiles: one with the same alias keeps its key and its reference id. */
  profiles?: readonly Profile[];
}

/** Fills an empty store. The caller holds the transaction. */
export function seedStore(seeding: Seeding): void {
  const { store, seed, anchor } = seeding;
  const profileIds = seedProfiles(seeding);
  seedUsers(store, seed);
  seedAccounts(store, seed, profileIds);
  seedTracks(store, seed);
  for (const fill of [seedPosts, seedAutomations, seedReviews, seedLinks, seedActivity])
    fill({ store, seed, anchor, profileIds });
}

function seedProfiles({ store, seed, random, anchor, profiles = [] }: Seeding): ProfileIds {
  const primary = { alias: PRIMARY, title: 'Primary Profile' };
  for (const { alias, title } of [primary, ...seed.profiles]) {
    const before = profiles.find((profile) => profile.alias === alias);
    const isPrimary = alias === PRIMARY;
    insertProfile(store, {
      alias,
      title,
      refId: before?.refId ?? generateRefId(random),
      profileKey: isPrimary ? null : (before?.profileKey ?? generateProfileKey(random)),
      created: anchor,
    });
  }
  const ids = new Map(listAllProfiles(store).map(({ alias, id }) => [alias, id]));
  return (alias) => {
    const id = ids.get(alias);
    if (id === undefined) throw new Error(`the seed names a profile that it lacks: ${alias}`);
    return id;
  };
}

/** All users of the seed, and the owners of accounts, who write comments too. */
function seedUsers(store: Database, seed: Seed): void {
  for (const platform of CommentPlatform.options) {
    const owners = seed.accounts
      .filter((account) => account.platform === platform)
      .map(({ username, displayName }): SeedUser => ({ handle: username, name: displayName }));
    const byHandle = new Map(
      [...owners, ...Object.values(seed.users[platform] ?? {})].map((user) => [user.handle, user]),
    );
    for (const user of byHandle.values()) {
      insertNetworkUser(store, platform, { ...user, id: findUserId(platform, user.handle, seed) });
    }
  }
}

/** Default state of an account, without any problem. */
const IN_ORDER = {
  linked: true,
  permission: 'granted',
  standing: 'good',
  automations: 'on',
  messaging: 'on',
  page: 'selected',
  abilities: ASSUMED.abilities,
} as const;

function seedAccounts(store: Database, seed: Seed, profileIds: ProfileIds): void {
  for (const { profile, loginKind = 'direct', ...account } of seed.accounts) {
    const id = findUserId(account.platform, account.username, seed);
    saveAccount(store, { ...account, id, login: loginKind, profile: profileIds(profile), ...IN_ORDER });
  }
}

/** The id of a user on a network: the one in the seed, or else a generated one of the same format. */
function findUserId(platform: Platform, handle: string, { users, accounts }: Seed): string {
  const people = CommentPlatform.safeParse(platform).data;
  const account = accounts.find((each) => each.platform === platform && each.username === handle);
  return (people && users[people]?.[handle]?.id) ?? account?.id ?? deriveUserId(platform, handle);
}

function seedTracks(store: Database, seed: Seed): void {
  for (const { keywords = [], available = true, ...track } of seed.tracks) {
    const words = foldWords([track.title, track.displayArtist, ...keywords].join(' '));
    insertTrack(store, { track, audioType: track.audioType ?? 'music', available, words });
  }
}

/** Stores the automations of the seed, with the ids it gives them. */
function seedAutomations({ store, seed, anchor, profileIds }: SeedPlace): void {
  for (const {
    minutesAgo,
    description = '',
    paused = false,
    triggers,
    actions,
    ...rest
  } of seed.automations ?? []) {
    const profile = profileIds(rest.profile);
    const account = findLinkedAccount(store, profile, AUTOMATION_PLATFORM);
    if (account === undefined) {
      throw new Error(`the seed has the automation ${rest.id} of ${rest.profile}, without an account there`);
    }
    insertAutomation(store, {
      id: rest.id,
      name: rest.name,
      profile,
      accountId: account.id,
      description,
      active: !paused,
      created: anchor - minutesAgo * MINUTE_MS,
      triggers: triggers.map(toEntry),
      actions: actions.map(toEntry),
    });
  }
}

function toEntry<Type extends string>({
  id,
  type,
  ...config
}: {
  id: string;
  type: Type;
}): EntryRecord<Type> {
  return { id, type, config };
}

/** Returns the id of a profile by its alias. */
type ProfileIds = (alias: string) => number;

/** Where the parts of the seed go, once its profiles are there. */
type SeedPlace = Pick<Seeding, 'store' | 'seed' | 'anchor'> & { profileIds: ProfileIds };

/** Stores the reviews of the seed. */
function seedReviews({ store, seed, anchor, profileIds }: SeedPlace): void {
  const at = (minutesAgo: number) => anchor - minutesAgo * MINUTE_MS;
  for (const { platform, profile, by, rating, reply, minutesAgo, ...review } of seed.reviews ?? []) {
    const account = findLinkedAccount(store, profileIds(profile), platform);
    if (account === undefined)
      throw new Error(`the seed has a review of ${profile} on ${platform}, without an account there`);
    insertReview(store, {
      ...review,
      platform,
      accountId: account.id,
      reviewerId: deriveUserId(platform, by),
      reviewerName: by,
      rating: toNetworkRating(String(rating)),
      created: at(minutesAgo),
      reply: reply?.text ?? null,
      replied: reply === undefined ? null : at(reply.minutesAgo),
    });
  }
}

/** Stores the short links of the seed, and their clicks. */
function seedLinks({ store, seed, anchor, profileIds }: SeedPlace): void {
  for (const { id, profile, url, daysAgo, clicks } of seed.links ?? []) {
    const created = anchor - daysAgo * DAY_MS;
    insertLink(store, { id, profile: profileIds(profile), url, created });
    for (const [referer, browser, counts] of clicks) {
      for (const [at, count] of counts.entries()) {
        if (count > 0) addClicks(store, { link: id, day: toDay(created) + at, referer, browser, count });
      }
    }
  }
}

/** Stores the posts, their copies on the networks, and the comments below them. */
function seedPosts({ store, seed, anchor, profileIds }: SeedPlace): void {
  const at = (minutesAgo: number) => anchor - minutesAgo * MINUTE_MS;
  // A reply on X is created after what it answers.
  for (const post of seed.posts.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const { id, text } = post;
    const profile = profileIds(post.profile);
    insertPost(store, {
      id,
      profile,
      text,
      created: at(post.minutesAgo),
      dueAt: null,
      about: buildPostDetails(post, at),
    });
    for (const leg of post.copies) seedLeg({ store, seed, post, leg, profile, at });
  }
  for (const post of seed.nativePosts ?? []) {
    seedNativePost({ store, post, profile: profileIds(post.profile), at });
  }
}

function buildPostDetails(
  { plan, mediaUrls = [], ...post }: SeedPost,
  at: (minutesAgo: number) => number,
): PostAbout {
  const notes = post.notes ?? null;
  if (plan === undefined) return { ...PLAIN_POST, notes, mediaUrls };
  const { status, platforms = [], minutesAgo } = plan;
  return {
    ...PLAIN_POST,
    type: 'scheduled',
    status: status ?? null,
    platforms,
    scheduleDate: at(minutesAgo),
    notes,
    mediaUrls,
  };
}

function seedNativePost({
  store,
  post,
  profile,
  at,
}: Pick<LegSeeding, 'store' | 'profile' | 'at'> & { post: SeedNativePost }): void {
  const { platform, socialPostId: id, kind = 'post', subreddit = null, comments = [] } = post;
  const { text, mediaUrls } = post;
  insertSocialPost(store, {
    platform,
    id,
    profile,
    postId: null,
    kind,
    conversationId: id,
    subreddit,
    created: at(post.minutesAgo),
    ...PLAIN_COPY,
    about: { text, ...(mediaUrls !== undefined && { mediaUrls }) },
  });
  for (const comment of comments) {
    const copy = { platform: CommentPlatform.parse(platform), conversationId: id };
    seedComment({ store, copy, at }, comment, null);
  }
}

interface LegSeeding {
  store: Database;
  seed: Seed;
  post: SeedPost;
  leg: SeedCopy;
  profile: number;
  at(minutesAgo: number): number;
}

function seedLeg({ store, seed, post, leg, profile, at }: LegSeeding): void {
  const { platform, socialPostId: id, kind = 'post', subreddit = null, replyToSocialPostId: answered } = leg;
  const conversationId = answered === undefined ? id : findConversationId(store, answered);
  const copy = {
    platform,
    id,
    profile,
    postId: post.id,
    kind,
    conversationId,
    subreddit,
    created: at(post.minutesAgo),
  };
  insertSocialPost(store, { ...copy, ...PLAIN_COPY });
  if (answered !== undefined) {
    // Within its conversation, the reply is a comment like any other.
    const parentId = answered === conversationId ? null : answered;
    const comment = { id, by: findOwner(seed, post, leg), text: post.text, minutesAgo: post.minutesAgo };
    seedComment({ store, copy, at }, comment, parentId);
  }
  for (const comment of leg.comments)
    seedComment({ store, copy, at }, comment, answered === undefined ? null : id);
}

function findConversationId(store: Database, answered: string): string {
  return findSocialPost(store, 'twitter', answered)?.conversationId ?? answered;
}

function findOwner(seed: Seed, post: SeedPost, leg: SeedCopy): string {
  const account = seed.accounts.find(
    ({ profile, platform }) => profile === post.profile && platform === leg.platform,
  );
  if (account === undefined)
    throw new Error(`the seed has ${post.id} on ${leg.platform}, without an account there`);
  return account.username;
}

function seedComment(
  under: {
    store: Database;
    copy: Pick<SeedCopy, 'platform'> & { conversationId: string };
    at(minutesAgo: number): number;
  },
  { id, by, text, minutesAgo, likes = 0, extra = {}, replies = [] }: SeedComment,
  parentId: string | null,
): void {
  const { platform, conversationId: socialPostId } = under.copy;
  if (findNetworkUser(under.store, platform, by) === undefined) {
    throw new Error(`the seed has a comment by ${by}, who is not on ${platform}`);
  }
  const created = under.at(minutesAgo);
  insertComment(under.store, {
    platform,
    id,
    socialPostId,
    parentId,
    author: by,
    text,
    created,
    likes,
    extra,
  });
  for (const reply of replies) seedComment(under, reply, id);
}
