import { createSocialPostId } from '../networks/network-ids.ts';
import { addFirstComment } from '../publish/publish-post.ts';
import { TIKTOK } from '../publish/publish-target.ts';
import type { StoredSocialPost } from '../store/social-posts.ts';
import type { Engine } from './engine.ts';
import { enqueueTikTokPublished } from './enqueue-post-events.ts';

/**
 * Resolves a pending TikTok copy: it gets its id, or fails. The caller holds the transaction.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
export function confirmCopy(engine: Engine, copy: StoredSocialPost): void {
  if (copy.about.fails === true) failCopy(engine, copy);
  else confirmPublished(engine, copy);
}

/** The first comment had to wait for the id. */
function confirmPublished(engine: Engine, copy: StoredSocialPost): void {
  const { store, random } = engine;
  const { platform, profile, postId, row, about } = copy;
  const account = store.accounts.findKnown(profile, platform);
  const post = postId === null ? undefined : store.posts.find(profile, postId);
  if (account === undefined || post === undefined) throw new Error('a copy without its post or account');
  const id = createSocialPostId(platform, account, random);
  store.posts.changeSocial(row, { id, resolvesAt: null, about });
  const known = { ...copy, id, conversationId: id, resolvesAt: null };
  addFirstComment(engine, post, [known]);
  enqueueTikTokPublished(engine, post, known);
}

/** The copy is not published. No event is sent, since there is no id. */
export function failCopy({ store }: Engine, { row, about }: StoredSocialPost): void {
  store.posts.changeSocial(row, { id: TIKTOK.failed, resolvesAt: null, about });
}
