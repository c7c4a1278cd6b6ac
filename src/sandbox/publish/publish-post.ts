import { getDefaultText } from '../../rules/get-default-text.ts';
import type { Post, PostError } from '../store/posts.ts';
import { PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import { additionsTo } from './additions.ts';
import { bodyOf } from './body-of.ts';
import { type Decided, decideLegs } from './decide-legs.ts';
import { commentFirst } from './first-comment.ts';
import { newCopy } from './new-copy.ts';
import type { Publisher } from './publisher.ts';
import { TIKTOK } from './told-post.ts';

/** What became of a post. */
export interface Published {
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
export function publishPost(publisher: Publisher, post: Post): Published {
  return keepPublished(publisher, post, decideLegs(publisher, post, publisher.now()));
}

/** Writes down what the networks said to a post. The caller holds the transaction. */
export function keepPublished(publisher: Publisher, post: Post, { taken, errors }: Decided): Published {
  const { store, random } = publisher;
  const body = bodyOf(post);
  const additions = additionsTo(body, random);
  const copies = taken.map(({ leg, account, fails }) => {
    const text = additions.apply(leg.part.text, leg.part);
    const copy = newCopy(leg, { account, text, fails, random });
    store.posts.addSocial(copy);
    return copy;
  });
  if (errors.some(({ platform }) => platform === 'tiktok')) keepFailedOnTikTok(publisher, post);
  const written = getDefaultText(body, post.about.platforms);
  // as it stands where it went unchanged
  const shown = taken.find(({ leg }) => leg.part.text === written);
  const text = additions.apply(written, shown?.leg.part);
  const about = { ...post.about, status: null, errors, urls: additions.urls() };
  const after: Post = { ...post, text, dueAt: null, about };
  store.posts.change(after);
  commentFirst(publisher, after, copies);
  return { post: after, copies, errors };
}

/**
 * A post that failed on tiktok has the id `failed` there, so that comment requests are refused with 288. A copy that an
 * earlier attempt published stays as it is.
 *
 * @see docs/service/posts.md#tiktok-id
 * @see docs/service/comments.md#COM-19
 */
function keepFailedOnTikTok({ store, now }: Publisher, { id: postId, profile }: Post): void {
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
