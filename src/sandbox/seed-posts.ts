import { MINUTE_MS } from '../service/durations.ts';
import { CommentPlatform } from '../service/platforms.ts';
import type { Seed, SeedComment, SeedCopy, SeedNativePost, SeedPost } from './seed.ts';
import { PLAIN_POST, type PostAbout } from './store/posts.ts';
import { PLAIN_COPY } from './store/social-posts.ts';
import type { Store } from './store/store.ts';

/** Returns the id of a profile by its alias. */
export type ProfileIds = (alias: string) => number;

interface PostSeeding {
  readonly store: Store;
  readonly seed: Seed;
  readonly anchor: number;
  readonly profileIds: ProfileIds;
}

/** Stores the posts, their copies on the networks, and the comments below them. */
export function seedPosts({ store, seed, anchor, profileIds }: PostSeeding): void {
  const at = (minutesAgo: number) => anchor - minutesAgo * MINUTE_MS;
  // A reply on X is created after what it answers.
  for (const post of seed.posts.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const { id, text } = post;
    const profile = profileIds(post.profile);
    store.posts.add({
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

interface NativeSeeding extends Pick<LegSeeding, 'store' | 'profile' | 'at'> {
  readonly post: SeedNativePost;
}

function seedNativePost({ store, post, profile, at }: NativeSeeding): void {
  const { platform, socialPostId: id, kind = 'post', subreddit = null, comments = [] } = post;
  const { text, mediaUrls } = post;
  store.posts.addSocial({
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
  readonly store: Store;
  readonly seed: Seed;
  readonly post: SeedPost;
  readonly leg: SeedCopy;
  readonly profile: number;
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
  store.posts.addSocial({ ...copy, ...PLAIN_COPY });
  if (answered !== undefined) {
    // Within its conversation, the reply is a comment like any other.
    const parentId = answered === conversationId ? null : answered;
    const comment = { id, by: findOwner(seed, post, leg), text: post.text, minutesAgo: post.minutesAgo };
    seedComment({ store, copy, at }, comment, parentId);
  }
  for (const comment of leg.comments)
    seedComment({ store, copy, at }, comment, answered === undefined ? null : id);
}

function findConversationId(store: Store, answered: string): string {
  return store.posts.findSocial('twitter', answered)?.conversationId ?? answered;
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
    readonly store: Store;
    readonly copy: Pick<SeedCopy, 'platform'> & { readonly conversationId: string };
    at(minutesAgo: number): number;
  },
  { id, by, text, minutesAgo, likes = 0, extra = {}, replies = [] }: SeedComment,
  parentId: string | null,
): void {
  const { platform, conversationId: socialPostId } = under.copy;
  if (under.store.users.find(platform, by) === undefined) {
    throw new Error(`the seed has a comment by ${by}, who is not on ${platform}`);
  }
  const created = under.at(minutesAgo);
  under.store.comments.add({ platform, id, socialPostId, parentId, author: by, text, created, likes, extra });
  for (const reply of replies) seedComment(under, reply, id);
}
