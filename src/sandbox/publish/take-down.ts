import { CommentPlatform, PLATFORMS, type Platform } from '../../facts/platforms.ts';
import type { XPairSent } from '../classify-x-pair.ts';
import { drawInjectedFailure } from '../injected-failure.ts';
import { checkAccount } from '../networks/check-account.ts';
import { countXRequest } from '../networks/count-x-request.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { SocialPost, StoredSocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';

interface TakeDownRequest {
  readonly store: Store;
  readonly xPair: XPairSent;
  readonly now: number;
}

/**
 * Takes a copy of a post from its network, with what was commented below it; where the network has several, all of them.
 * The caller holds the transaction.
 *
 * @returns why the network does not let the service do so, if it does not
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
 * Removes a post from one network, with the comments below it. A post of the service remembers that it was there.
 *
 * @param id Service Post ID, for all that the network has of the post; or Social Post ID, for that one
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
  // A reply on X is a comment of the conversation that it belongs to.
  if (platform !== undefined && conversationId !== id) comments.delete(platform, id);
  else if (platform !== undefined) comments.deleteUnder(platform, id);
  posts.removeSocial(row);
}
