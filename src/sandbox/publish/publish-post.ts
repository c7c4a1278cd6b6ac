import { CommentPlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import { generateServiceCommentId } from '../generate-ids.ts';
import { checkCommentsEnabled } from '../networks/check-account.ts';
import { createLink, formatShortUrl } from '../store/links.ts';
import { changePost, type Post, type PostError } from '../store/posts.ts';
import { findKnownAccount } from '../store/profiles.ts';
import { type CommentCopy, insertServiceComment } from '../store/service-comments.ts';
import { insertSocialPost, listCopies, PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import { addCopies } from './add-copies.ts';
import { addOwnComment, createAdditions } from './additions.ts';
import { decideTargets, type TargetDecisions } from './decide-targets.ts';
import { getDefaultText, getPostBody, type Publisher, TIKTOK } from './publish-target.ts';

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
  return recordPublished(publisher, post, decideTargets(publisher.store, post, publisher.now()));
}

/** Stores the networks' decisions. The caller holds the transaction. */
export function recordPublished(
  publisher: Publisher,
  post: Post,
  { accepted, errors }: TargetDecisions,
): PublishResult {
  const { store, random } = publisher;
  const body = getPostBody(post);
  const additions = createAdditions(body, (url) =>
    formatShortUrl(
      store,
      createLink(store, { profile: post.profile, url, created: publisher.now() }, random).id,
    ),
  );
  const copies = accepted.map(({ target, account, fails }) => {
    const text = additions.apply(target.part.text, target.part);
    return addCopies(target, { account, text, fails, random });
  });
  for (const { platform } of errors) {
    if (PLATFORMS[platform].publishesLater) recordFailedCopy(publisher, platform, post);
  }
  const written = getDefaultText(body, post.about.platforms);
  // the text as published where the network's part has no changes of its own
  const unchanged = accepted.find(({ target }) => target.part.text === written);
  const text = additions.apply(written, unchanged?.target.part);
  const about = { ...post.about, status: null, errors, urls: additions.urls() };
  const after: Post = { ...post, text, dueAt: null, about };
  changePost(store, after);
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
function recordFailedCopy(
  { store, now }: Publisher,
  platform: Platform,
  { id: postId, profile }: Post,
): void {
  if (listCopies(store, postId).some((copy) => copy.platform === platform)) return;
  insertSocialPost(store, {
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
  insertServiceComment(publisher.store, { id, profile: post.profile, postId: post.id, copies: written });
}

/** Empty for networks without comments. */
function writeUnder(
  { store, random, now }: Publisher,
  post: SocialPost,
  { comment: text, mediaUrls }: FirstComment,
): readonly CommentCopy[] {
  const platform = CommentPlatform.safeParse(post.platform).data;
  const account = findKnownAccount(store, post.profile, post.platform);
  if (platform === undefined || account === undefined || !PLATFORMS[platform].comments.create) return [];
  const mediaUrl = mediaUrls?.[0] ?? null;
  const comment = { platform, account, post, replyTo: null, text, mediaUrl, at: now() };
  return [{ platform, commentId: addOwnComment(store, comment, random) }];
}
