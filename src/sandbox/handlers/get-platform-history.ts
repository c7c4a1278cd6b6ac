import { LIMITS } from '../../facts/limits.ts';
import type { Platform } from '../../facts/platforms.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import { accountFailure } from '../networks/account-failure.ts';
import { postUrl } from '../networks/post-url.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import { badInput, ServiceFailure } from '../service-failure.ts';
import type { PlacedPost } from '../store/social-posts.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { type Fetched, refreshLegs } from './refresh-legs.ts';
import { xAppFailure } from './x-app-failure.ts';

/** @see undescribed.md 6.5; rule COM-18 */
export const getPlatformHistory: Handler<'getPlatformHistory'> = (
  { params: { platform }, query },
  context,
) => {
  const refresh = fetchAccount(platform, context);
  const limit = query.limit ?? LIMITS.platformHistoryLimit.default;
  // One more than is given tells whether there is more.
  const found = context.store.posts.onAccount({
    profile: context.profile.id,
    platform,
    until: refresh.refreshed,
    after: query.next === undefined ? null : placeIn(query.next),
    most: limit + 1,
  });
  const posts = found.slice(0, limit);
  const last = found.length > limit ? posts.at(-1) : undefined;
  return {
    status: 'success',
    posts: posts.map(networkPost),
    lastUpdated: isoSeconds(refresh.refreshed),
    nextUpdate: isoSeconds(refresh.next),
    meta: {
      pagination: {
        hasMore: last !== undefined,
        next: last === undefined ? null : writeCursor([last.created, last.row]),
        limit,
      },
    },
  };
};

/** What the refreshes of an account's posts are counted by. */
export function accountFetch(platform: Platform, profile: number): Fetched {
  return { platform, id: `account/${profile}` };
}

function fetchAccount(platform: Platform, context: HandlerContext) {
  const { store, profile, xPair } = context;
  const account = accountFetch(platform, profile.id);
  const failure =
    context.orderedFailure(platform) ??
    accountFailure({ platform, account: store.accounts.of(profile.id, platform), xPair }) ??
    xAppFailure(account, context);
  if (failure !== null) {
    const { code, ...facts } = failure;
    throw new ServiceFailure(code, { platform, ...facts });
  }
  const refresh = refreshLegs([account], context).get(account);
  if (refresh === undefined) throw new Error(`${platform} was not asked`);
  return refresh;
}

function placeIn(next: string): Pick<PlacedPost, 'created' | 'row'> {
  const [created, row] = readCursor(next, 2) ?? [];
  if (created === undefined || row === undefined) {
    throw badInput('next: must be meta.pagination.next of the page before');
  }
  return { created, row };
}

/** Fields of our own choosing: the document names none. */
function networkPost({ platform, id, kind, text, created, subreddit, mediaUrls }: PlacedPost) {
  return {
    id,
    platform,
    post: text ?? '',
    type: kind,
    created: isoSeconds(created),
    postUrl: postUrl(platform, id),
    mediaUrls,
    ...(subreddit !== null && { subreddit }),
  };
}
