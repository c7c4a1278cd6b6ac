import { areCommentsDisabled } from '../../domain/posts/post-part.ts';
import { buildThreadPosts } from '../../domain/posts/thread-posts.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { CommentPlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import { DIGITS, generateRandomText, type Random } from '../generate-ids.ts';
import { createSocialPostId } from '../networks/network-ids.ts';
import { insertComment } from '../store/comments.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import { type CopyAbout, findSocialPost, insertSocialPost, type SocialPost } from '../store/social-posts.ts';
import { ensureOwnUser } from './additions.ts';
import { listInstagramPosts } from './check-abilities.ts';
import { hasVideo } from './check-media.ts';
import { listTargetWarnings, type PublishTarget, TIKTOK } from './publish-target.ts';

interface CopyInput {
  account: NetworkAccount;
  /** The text to publish, with additions of the service. */
  text: string;
  /** TikTok: processing will fail. */
  fails: boolean;
  random: Random;
}

/**
 * Stores a network's copy of a post: one post there, or the posts of a thread, each a reply to the one before. On
 * networks with comments, a reply is also a comment in the conversation. The caller holds the transaction.
 *
 * @returns the copy, of a thread its first post
 * @see docs/service/posts.md#threads, #POST-09
 * @see docs/service/comments.md#COM-17
 */
export function addCopies(leg: PublishTarget, accepted: CopyInput): SocialPost {
  const { store, part } = leg;
  const [first, ...others] = buildThreadPosts(part, accepted.text);
  if (first === undefined || others.length === 0) {
    const copy = createCopy(leg, accepted, createId(leg, accepted));
    insertSocialPost(store, copy);
    return copy;
  }
  const ids = createIds(leg, accepted, others.length + 1);
  const single = createCopy(leg, accepted, ids[0]);
  const start: SocialPost = {
    ...single,
    about: { ...single.about, ...first, written: part.text, thread: ids },
  };
  insertSocialPost(store, start);
  for (const [index, post] of others.entries()) {
    const [replyTo = start.id, id = start.id] = ids.slice(index);
    const threadNumber = index + 2;
    insertSocialPost(store, { ...start, id, threadNumber, about: { ...post, replyTo } });
    addThreadReply(leg, accepted, { id, replyTo, start, threadNumber, text: post.text });
  }
  return start;
}

function addThreadReply(
  { store, platform: name }: PublishTarget,
  { account }: CopyInput,
  {
    id,
    replyTo,
    start,
    threadNumber,
    text,
  }: { id: string; replyTo: string; start: SocialPost; threadNumber: number; text: string },
): void {
  const platform = CommentPlatform.safeParse(name).data;
  if (platform === undefined) return;
  insertComment(store, {
    platform,
    id,
    socialPostId: start.id,
    parentId: replyTo === start.id ? null : replyTo,
    author: ensureOwnUser(store, platform, account),
    text,
    created: start.created,
    likes: 0,
    extra: PLATFORMS[platform].comments.isFlat ? { threadNumber } : {},
  });
}

/** Different ids that no post of the network has. */
function createIds(leg: PublishTarget, accepted: CopyInput, count: number): readonly [string, ...string[]] {
  const ids = new Set<string>();
  while (ids.size < count) ids.add(createUnusedId(leg, accepted));
  const [first = '', ...others] = ids;
  return [first, ...others];
}

function createId(leg: PublishTarget, accepted: CopyInput): string {
  return PLATFORMS[leg.platform].publishesLater ? TIKTOK.pending : createUnusedId(leg, accepted);
}

/** Builds a network's copy of a post. @see docs/service/posts.md#response, #POST-02, #POST-08 */
function createCopy(leg: PublishTarget, accepted: CopyInput, id: string): SocialPost {
  const { platform, postId, profile, at, part } = leg;
  const { publishesLater, post } = PLATFORMS[platform];
  const subreddit = part.options['subreddit'];
  return {
    platform,
    id,
    profile,
    postId,
    kind: getCopyKind(leg),
    conversationId: id,
    subreddit: post.needsSubreddit && typeof subreddit === 'string' ? subreddit : null,
    threadNumber: 1,
    created: at,
    resolvesAt: publishesLater ? at + ASSUMED.tiktokProcessingMs : null,
    about: { ...buildCommonDetails(leg, accepted), ...NETWORK_DETAILS[platform]?.(leg, accepted) },
  };
}

/** An id that no other post of the network has. */
function createUnusedId({ store, platform }: PublishTarget, { account, random }: CopyInput): string {
  for (;;) {
    const id = createSocialPostId(platform, account, random);
    if (findSocialPost(store, platform, id) === undefined) return id;
  }
}

/** Instagram publishes a single video as a reel. */
function getCopyKind(leg: PublishTarget): SocialPost['kind'] {
  const { platform, part } = leg;
  const { stories, reels } = part.options;
  if (stories === true) return 'story';
  const isLoneVideo =
    PLATFORMS[platform].post.isLoneVideoReel === true && part.mediaUrls.length === 1 && hasVideo(leg);
  return reels === true || isLoneVideo ? 'reel' : 'post';
}

function buildCommonDetails(leg: PublishTarget, { text }: CopyInput): CopyAbout {
  const { body, part } = leg;
  const warnings = listTargetWarnings(leg);
  return {
    text,
    ...(text !== part.text && { written: part.text }),
    ...(warnings.length > 0 && { warnings }),
    ...(areCommentsDisabled(body, part) && { commentsDisabled: true }),
  };
}

const NETWORK_DETAILS: Readonly<
  Partial<Record<Platform, (leg: PublishTarget, copy: CopyInput) => CopyAbout>>
> = {
  instagram: (leg) => ({ usedQuota: listInstagramPosts(leg).length + 1 }),
  tiktok: (leg, { fails, random }) => ({
    idShare: `share~v2.${generateRandomText(random, DIGITS, 12)}`,
    isVideo: hasVideo(leg),
    ...(fails && { fails }),
  }),
  linkedin: (_leg, { account }) => ({ owner: account.id }),
  gmb: ({ part }) => ({ type: part.options['isPhotoVideo'] === true ? 'photoVideo' : 'localPost' }),
};
