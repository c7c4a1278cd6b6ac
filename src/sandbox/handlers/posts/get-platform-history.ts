import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { LIMITS } from '../../../service/limits.ts';
import { CommentPlatform, type Platform } from '../../../service/platforms.ts';
import { createInputFailure } from '../../http/service-failure.ts';
import type { NamedCounts } from '../../networks/behavior/simulated-network.ts';
import { SIMULATED_NETWORKS } from '../../networks/behavior/simulated-networks.ts';
import { checkAccount } from '../../networks/check-account.ts';
import { buildPostUrl } from '../../networks/network-ids.ts';
import { computePostMetrics, type MeasuredPost } from '../../networks/post-metrics.ts';
import { countFitting, readCursor, writeCursor } from '../../page-cursor.ts';
import { countCommentsByPost } from '../../store/comments.ts';
import { findLinkedAccount } from '../../store/profiles.ts';
import {
  type AccountPostsRequest,
  listAccountPosts,
  type StoredSocialPost,
} from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { type Fetched, findXAppFailure, refreshLegs, throwRefusal } from '../network-legs.ts';

/** @see docs/service/posts.md#record; docs/service/comments.md#COM-18 */
export const getPlatformHistory: Handler<'getPlatformHistory'> = (
  { params: { platform }, query },
  context,
) => {
  const refresh = fetchAccount(platform, context);
  const limit = query.limit ?? LIMITS.platformHistoryLimit.default;
  const { posts, hasMore } = readPage(context, {
    profile: context.profile.id,
    platform,
    until: refresh.refreshed,
    after: query.next === undefined ? null : readPlace(query.next),
    most: limit,
  });
  const last = hasMore ? posts.at(-1) : undefined;
  const comments = countComments(context.store, platform, posts, refresh.refreshed);
  return {
    status: 'success',
    posts: posts.map((post) => ({
      ...toNetworkPost(post),
      ...getPostCounts({ ...post, comments: comments.get(post.id) ?? 0 }, refresh.refreshed),
    })),
    lastUpdated: formatIsoSeconds(refresh.refreshed),
    nextUpdate: formatIsoSeconds(refresh.next),
    meta: {
      pagination: {
        hasMore: last !== undefined,
        next: last === undefined ? null : writeCursor([last.created, last.row]),
        limit,
      },
    },
  };
};

/** Rows read at once: a text can be as long as a request. */
const ROWS_AT_ONCE = 25;

/** As many posts as requested that fit in a response, at least one. */
function readPage({ store }: HandlerContext, { most, ...page }: AccountPostsRequest) {
  const posts: StoredSocialPost[] = [];
  let { after } = page;
  for (;;) {
    // One extra row tells whether there are more.
    const rows = Math.min(ROWS_AT_ONCE, most + 1 - posts.length);
    const found = listAccountPosts(store, { ...page, after, most: rows });
    const together = [...posts, ...found];
    const fitting = Math.min(most, countFitting(together, ASSUMED.historyBytes));
    if (fitting < together.length) return { posts: together.slice(0, fitting), hasMore: true };
    posts.push(...found);
    if (found.length < rows) return { posts, hasMore: false };
    after = posts.at(-1) ?? null;
  }
}

function countComments(
  store: HandlerContext['store'],
  name: Platform,
  posts: readonly StoredSocialPost[],
  until: number,
): ReadonlyMap<string, number> {
  const platform = CommentPlatform.safeParse(name).data;
  if (platform === undefined) return new Map();
  return countCommentsByPost(store, { platform, ids: posts.map(({ id }) => id), until });
}

/** The key under which refreshes of an account's posts are counted. */
export function toAccountFetch(platform: Platform, profile: number): Fetched {
  return { platform, id: `account/${profile}` };
}

function fetchAccount(platform: Platform, context: HandlerContext) {
  const { store, profile, xPair } = context;
  const account = toAccountFetch(platform, profile.id);
  const failure =
    context.findInjectedFailure(platform) ??
    checkAccount({ platform, account: findLinkedAccount(store, profile.id, platform), xPair }) ??
    findXAppFailure(account, context);
  throwRefusal(platform, failure);
  const refresh = refreshLegs([account], context).get(account);
  if (refresh === undefined) throw new Error(`${platform} was not asked`);
  return refresh;
}

function readPlace(next: string): Pick<StoredSocialPost, 'created' | 'row'> {
  const [created, row] = readCursor(next, 2) ?? [];
  if (created === undefined || row === undefined) {
    throw createInputFailure('next: must be meta.pagination.next of the previous page');
  }
  return { created, row };
}

/** An assumption: the document names no fields. */
function toNetworkPost({
  platform,
  id,
  kind,
  text,
  created,
  subreddit,
  mediaUrls,
  ...post
}: StoredSocialPost) {
  const { thread, replyTo } = post.about;
  const isInThread = thread !== undefined || replyTo !== undefined;
  return {
    id,
    platform,
    post: text ?? '',
    type: kind,
    created: formatIsoSeconds(created),
    postUrl: buildPostUrl(platform, id),
    mediaUrls,
    ...(subreddit !== null && { subreddit }),
    ...(isInThread && { threadNumber: post.threadNumber }),
    replyTo,
  };
}

/**
 * Counts of a post under the names of its network. Comments are those of the sandbox; the others are the same as in its
 * analytics, so that repeated reads of one refresh agree and counts never fall.
 *
 * @param at when the network was read, in milliseconds since 1970
 * @see docs/service/posts.md#record
 */
function getPostCounts(
  post: MeasuredPost & {
    /** Including replies; on networks where comments are posts of their own, only direct replies. */
    comments: number;
  },
  at: number,
): NamedCounts {
  const { platform, kind, comments } = post;
  return SIMULATED_NETWORKS[platform].nameCounts({ ...computePostMetrics(post, at), comments }, kind);
}
