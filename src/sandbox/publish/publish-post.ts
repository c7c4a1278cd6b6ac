import { areCommentsDisabled } from '../../domain/posts/post-part.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import { DIGITS, generateRandomText, generateServiceCommentId, type Random } from '../generate-ids.ts';
import { checkCommentsEnabled } from '../networks/check-account.ts';
import { createSocialPostId } from '../networks/network-ids.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { CommentCopy } from '../store/service-comments.ts';
import { type CopyAbout, PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import { addOwnComment, createAdditions } from './additions.ts';
import { listInstagramPosts } from './check-abilities.ts';
import { hasVideo } from './check-media.ts';
import { decideTargets, type TargetDecisions } from './decide-targets.ts';
import {
  getDefaultText,
  getPostBody,
  listTargetWarnings,
  type Publisher,
  type PublishTarget,
  TIKTOK,
} from './publish-target.ts';

/** The result of publishing a post. */
export interface PublishResult {
  /** The post as it is stored now. */
  readonly post: Post;
  /** The new copies, in the order of the networks. */
  readonly copies: readonly SocialPost[];
  /** One per network that rejected it. */
  readonly errors: readonly PostError[];
}

/**
 * Publishes a stored post: stores copies and errors, and unschedules it. The caller holds the transaction and
 * enqueues events.
 *
 * @see docs/service/posts.md#response, #POST-01, #POST-02, #POST-12
 */
export function publishPost(publisher: Publisher, post: Post): PublishResult {
  return recordPublished(publisher, post, decideTargets(publisher, post, publisher.now()));
}

/** Stores the networks' decisions. The caller holds the transaction. */
export function recordPublished(
  publisher: Publisher,
  post: Post,
  { accepted, errors }: TargetDecisions,
): PublishResult {
  const { store, random } = publisher;
  const body = getPostBody(post);
  const { links } = store;
  const additions = createAdditions(body, (url) =>
    links.formatUrl(links.create({ profile: post.profile, url, created: publisher.now() }, random).id),
  );
  const copies = accepted.map(({ target, account, fails }) => {
    const text = additions.apply(target.part.text, target.part);
    const copy = createCopy(target, { account, text, fails, random });
    store.posts.addSocial(copy);
    return copy;
  });
  if (errors.some(({ platform }) => platform === 'tiktok')) recordTikTokFailure(publisher, post);
  const written = getDefaultText(body, post.about.platforms);
  // the text as published where the network's part has no changes of its own
  const unchanged = accepted.find(({ target }) => target.part.text === written);
  const text = additions.apply(written, unchanged?.target.part);
  const about = { ...post.about, status: null, errors, urls: additions.urls() };
  const after: Post = { ...post, text, dueAt: null, about };
  store.posts.change(after);
  addFirstComment(publisher, after, copies);
  return { post: after, copies, errors };
}

/**
 * A post that failed on TikTok has the id `failed` there, so that comment requests are refused with 288. A copy of an
 * earlier attempt stays as it is.
 *
 * @see docs/service/posts.md#tiktok-id
 * @see docs/service/comments.md#COM-19
 */
function recordTikTokFailure({ store, now }: Publisher, { id: postId, profile }: Post): void {
  const platform = 'tiktok';
  if (store.posts.listCopies(postId).some((copy) => copy.platform === platform)) return;
  store.posts.addSocial({
    ...PLAIN_COPY,
    platform,
    id: TIKTOK.failed,
    profile,
    postId,
    kind: 'post',
    conversationId: TIKTOK.failed,
    subreddit: null,
    created: now(),
  });
}

interface CopyInput {
  readonly account: NetworkAccount;
  /** The text to publish, with additions of the service. */
  readonly text: string;
  /** TikTok: processing will fail. */
  readonly fails: boolean;
  readonly random: Random;
}

/** Builds a network's copy of a post. @see docs/service/posts.md#response, #POST-02, #POST-08 */
function createCopy(leg: PublishTarget, accepted: CopyInput): SocialPost {
  const { platform, postId, profile, at, part } = leg;
  const isTikTok = platform === 'tiktok';
  const id = isTikTok ? TIKTOK.pending : createUnusedId(leg, accepted);
  const subreddit = part.options['subreddit'];
  return {
    platform,
    id,
    profile,
    postId,
    kind: getCopyKind(leg),
    conversationId: id,
    subreddit: platform === 'reddit' && typeof subreddit === 'string' ? subreddit : null,
    created: at,
    resolvesAt: isTikTok ? at + ASSUMED.tiktokProcessingMs : null,
    about: { ...buildCommonDetails(leg, accepted), ...buildNetworkDetails(leg, accepted) },
  };
}

/** An id that no other post of the network has. */
function createUnusedId({ store, platform }: PublishTarget, { account, random }: CopyInput): string {
  for (;;) {
    const id = createSocialPostId(platform, account, random);
    if (store.posts.findSocial(platform, id) === undefined) return id;
  }
}

/** Instagram publishes a single video as a reel. */
function getCopyKind(leg: PublishTarget): SocialPost['kind'] {
  const { platform, part } = leg;
  const { stories, reels } = part.options;
  if (stories === true) return 'story';
  const isLoneVideo = platform === 'instagram' && part.mediaUrls.length === 1 && hasVideo(leg);
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

/** Details that only one network has. */
function buildNetworkDetails(leg: PublishTarget, { account, fails, random }: CopyInput): CopyAbout {
  switch (leg.platform) {
    case 'instagram':
      return { usedQuota: listInstagramPosts(leg).length + 1 };
    case 'tiktok':
      return {
        idShare: `share~v2.${generateRandomText(random, DIGITS, 12)}`,
        isVideo: hasVideo(leg),
        ...(fails && { fails }),
      };
    case 'linkedin':
      return { owner: account.id };
    case 'gmb':
      return { type: leg.part.options['isPhotoVideo'] === true ? 'photoVideo' : 'localPost' };
    default:
      return {};
  }
}

type FirstComment = NonNullable<NonNullable<Post['about']['body']>['firstComment']>;

/**
 * Adds the first comment that a post asks for to its copies, as one service comment. Skips copies whose id is
 * pending, and copies with comments disabled. The caller holds the transaction.
 *
 * @see docs/service/posts.md#body
 * @see docs/service/comments.md#COM-28
 */
export function addFirstComment(publisher: Publisher, post: Post, copies: readonly SocialPost[]): void {
  const comment = post.about.body?.firstComment;
  if (comment === undefined) return;
  const written = copies
    .filter((copy) => copy.resolvesAt === null && checkCommentsEnabled(copy) === null)
    .flatMap((copy) => writeUnder(publisher, copy, comment));
  if (written.length === 0) return;
  const id = generateServiceCommentId(publisher.random);
  publisher.store.serviceComments.add({ id, profile: post.profile, postId: post.id, copies: written });
}

/** Empty for networks without comments. */
function writeUnder(
  { store, random, now }: Publisher,
  post: SocialPost,
  { comment: text, mediaUrls }: FirstComment,
): readonly CommentCopy[] {
  const platform = CommentPlatform.safeParse(post.platform).data;
  const account = store.accounts.findKnown(post.profile, post.platform);
  if (platform === undefined || account === undefined || !PLATFORMS[platform].comments.create) return [];
  const mediaUrl = mediaUrls?.[0] ?? null;
  const comment = { platform, account, post, replyTo: null, text, mediaUrl, at: now() };
  return [{ platform, commentId: addOwnComment(store, comment, random) }];
}
