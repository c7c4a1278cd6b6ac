import { CommentPlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import { checkAccount, type NetworkFailure } from '../networks/check-account.ts';
import { countXRequest } from '../networks/fetch-limits.ts';
import { drawInjectedFailure } from '../networks/injected-failure.ts';
import type { XPairSent } from '../store/keys.ts';
import type { SocialPost, StoredSocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';

interface TakeDownRequest {
  readonly store: Store;
  readonly xPair: XPairSent;
  readonly now: number;
}

/**
 * Deletes all copies of a post on one network, with their comments. The caller holds the transaction.
 *
 * @returns why the network refuses; null when it does not
 * @see docs/service/posts.md#update
 */
export function takeDown(copy: SocialPost, request: TakeDownRequest): NetworkFailure | null {
  const failure = checkRemoval(copy, request);
  if (failure !== null) return failure;
  const { platform, postId } = copy;
  if (postId !== null) removeCopies(request.store, postId, platform);
  return null;
}

/**
 * Removes a post from one network, with its comments. A service post remembers the removed copy.
 *
 * @param id Service Post ID for all copies on the network, or Social Post ID for one
 * @returns whether the network had it
 */
export function removeCopies(store: Store, id: string, platform: Platform): boolean {
  const copies = store.posts.listAllCopies(id).filter((copy) => copy.platform === platform);
  const found = copies.length > 0 ? copies : [store.posts.findSocial(platform, id) ?? []].flat();
  for (const each of found) remove(each, store);
  const newest = found.at(-1);
  if (newest !== undefined) rememberRemoved(newest, store);
  return newest !== undefined;
}

/** @see docs/service/comments.md#COM-18 */
function rememberRemoved({ platform, id, profile, postId }: SocialPost, { posts }: Store): void {
  const post = postId === null ? undefined : posts.find(profile, postId);
  if (post === undefined) return;
  const removed = [...post.about.removed.filter((copy) => copy.platform !== platform), { platform, id }];
  posts.change({ ...post, about: { ...post.about, removed } });
}

function checkRemoval(
  { platform, profile }: SocialPost,
  { store, xPair, now }: TakeDownRequest,
): NetworkFailure | null {
  const { deletesPublished, name } = PLATFORMS[platform];
  if (deletesPublished === 'never') {
    return { code: 1415, message: `${name} has no call that deletes a published post.` };
  }
  const account = store.accounts.findLinked(profile, platform);
  return (
    drawInjectedFailure(store, { endpoint: 'deletePost', network: platform }) ??
    checkAccount({ platform, account, xPair }) ??
    (deletesPublished === 'page-login' && account?.login !== 'page' ? buildPageLoginFailure(name) : null) ??
    (platform === 'twitter' ? countXRequest(store, now) : null)
  );
}

function buildPageLoginFailure(name: string): NetworkFailure {
  const message = `${name} deletes a published post only on an account that is linked with the page-based login.`;
  return { code: 1415, message, relink: true };
}

function remove(
  { platform: name, id, conversationId, row }: StoredSocialPost,
  { posts, comments }: Store,
): void {
  const platform = CommentPlatform.safeParse(name).data;
  // a reply on X is a comment in the conversation it belongs to
  if (platform !== undefined && conversationId !== id) comments.delete(platform, id);
  else if (platform !== undefined) comments.deleteUnder(platform, id);
  posts.removeSocial(row);
}
