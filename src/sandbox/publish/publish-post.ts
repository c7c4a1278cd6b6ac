import type { Post, PostError } from '../store/posts.ts';
import { PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import { addFirstComment } from './add-first-comment.ts';
import { createAdditions } from './additions.ts';
import { createCopy } from './create-copy.ts';
import { decideTargets, type TargetDecisions } from './decide-targets.ts';
import { getDefaultText } from './get-default-text.ts';
import { getPostBody } from './get-post-body.ts';
import { TIKTOK } from './post-result.ts';
import type { Publisher } from './publisher.ts';

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
  const additions = createAdditions(body, random);
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
