import { getDefaultText } from '../../rules/get-default-text.ts';
import type { Post, PostError } from '../store/posts.ts';
import { PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import { addFirstComment } from './add-first-comment.ts';
import { createAdditions } from './additions.ts';
import { createCopy } from './create-copy.ts';
import { decideTargets, type TargetDecisions } from './decide-targets.ts';
import { getPostBody } from './get-post-body.ts';
import { TIKTOK } from './post-result.ts';
import type { Publisher } from './publisher.ts';

/** What became of a post. */
export interface PublishResult {
  /** As it is written down now. */
  readonly post: Post;
  /** Its new copies, in the order of its networks. */
  readonly copies: readonly SocialPost[];
  /** One a network that did not take it. */
  readonly errors: readonly PostError[];
}

/**
 * Publishes a post that is written down: each network takes its part or not, copies and errors are kept, and nothing of
 * it is to be done by the clock any more. The transaction is the caller's, and so is what is told of it.
 *
 * @see docs/service/posts.md#response, #POST-01, #POST-02, #POST-12
 */
export function publishPost(publisher: Publisher, post: Post): PublishResult {
  return recordPublished(publisher, post, decideTargets(publisher, post, publisher.now()));
}

/** Writes down what the networks said to a post. The caller holds the transaction. */
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
  // as it stands where it went unchanged
  const shown = accepted.find(({ target }) => target.part.text === written);
  const text = additions.apply(written, shown?.target.part);
  const about = { ...post.about, status: null, errors, urls: additions.urls() };
  const after: Post = { ...post, text, dueAt: null, about };
  store.posts.change(after);
  addFirstComment(publisher, after, copies);
  return { post: after, copies, errors };
}

/**
 * A post that failed on tiktok has the id `failed` there, so that comment requests are refused with 288. A copy that an
 * earlier attempt published stays as it is.
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
