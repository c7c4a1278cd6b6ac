import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import type { PostFault } from '../../domain/posts/post-fault.ts';
import { buildPostPart, type PostPart } from '../../domain/posts/post-part.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { XPairSent } from '../store/classify-x-pair.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import { createTextComparer, type TextComparer } from './compare-content.ts';
import type { ComparedPost } from './find-duplicate.ts';
import { getPostBody } from './get-post-body.ts';
import { createOtherPostsReader } from './other-posts.ts';
import type { Publisher } from './publisher.ts';

/** One network's part of a post, with everything that decides whether it is accepted. */
export interface PublishTarget {
  readonly store: Store;
  readonly platform: Platform;
  /** The profile's linked account. */
  readonly account: NetworkAccount | undefined;
  readonly xPair: XPairSent;
  readonly body: PostBody;
  readonly part: PostPart;
  /** Service Post ID. */
  readonly postId: string;
  readonly profile: number;
  /** When it is published, in milliseconds since 1970. */
  readonly at: number;
  /** Faults of this network found without asking it. */
  readonly faults: readonly PostFault[];
  /** Other posts at about the same time. */
  others(): readonly ComparedPost[];
  readonly compare: TextComparer;
}

/** Why a network rejects its part. */
export type TargetRefusal = Omit<PostError, 'platform'>;

/** Lists the parts of a post, one per target network. @param at when it is to be published */
export function listPublishTargets(
  { store, compare = createTextComparer() }: Pick<Publisher, 'store' | 'compare'>,
  post: Post,
  at: number,
): readonly PublishTarget[] {
  const { id: postId, profile, about } = post;
  const { platforms, xPair } = about;
  const body = getPostBody(post);
  const faults = findPostFaults(body, { platforms, now: at });
  const otherPosts = createOtherPostsReader(store, post, at);
  return platforms.map((platform) => ({
    store,
    platform,
    account: store.accounts.findLinked(profile, platform),
    xPair,
    body,
    part: buildPostPart(body, platform),
    postId,
    profile,
    at,
    faults: faults.filter((fault) => fault.platform === platform),
    others: () => otherPosts(platform),
    compare,
  }));
}
