import { describeLengthRefusal } from '../../domain/text/reply-lengths.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { RECOMMENDATIONS, STARS } from '../../service/endpoints/reviews.ts';
import { PLATFORMS, type ReviewPlatform } from '../../service/platforms.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import {
  countRatings,
  findReview,
  listAccountReviews,
  type StoredReview,
  saveReviewReply,
} from '../store/reviews.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { refreshLegs, requireUsableAccount } from './network-legs.ts';

/**
 * The reviews of an account as of the last refresh, newest first. Replies are those of now, which is an assumption.
 *
 * @see docs/service/endpoints.md#reviews
 */
export const listReviews: Handler<'listReviews'> = ({ query: { platform } }, context) => {
  const account = requireReviewedAccount(platform, context);
  const fetched = toReviewFetch(account);
  const refresh = refreshLegs([fetched], context).get(fetched);
  const { store } = context;
  const reviewed = { platform, accountId: account.id };
  const until = refresh?.refreshed ?? context.now;
  const ratings = countRatings(store, reviewed, until);
  const times = refresh && {
    lastUpdated: formatIsoSeconds(refresh.refreshed),
    nextUpdate: formatIsoSeconds(refresh.next),
  };
  if (ratings.length === 0) throw new ServiceFailure(350, { platform, ...times });
  return {
    status: 'success',
    [platform]: listAccountReviews(store, reviewed, until).map(toReviewRecord),
    ...(PLATFORMS[platform].reviews.rating === 'stars' && { averageRating: computeAverageStars(ratings) }),
    totalReviewCount: sumCounts(ratings),
    ...times,
  };
};

/** The key under which refreshes of an account's reviews are counted. */
export function toReviewFetch({ platform, id }: NetworkAccount) {
  return { platform, id: `reviews of ${id}` };
}

function toReviewRecord({
  id,
  rating,
  text,
  reply,
  replied,
  reviewerId,
  reviewerName,
  created,
}: StoredReview) {
  return {
    id,
    rating,
    review: text,
    ...(reply !== null && { reviewReply: { reply, updated: formatIsoSeconds(replied ?? created) } }),
    reviewer: { id: reviewerId, name: reviewerName },
    created: formatIsoSeconds(created),
    updated: formatIsoSeconds(created),
  };
}

/** The rating of a review as its network names it, by the number of stars or a recommendation. */
export function toNetworkRating(rating: string): string {
  return STARS[Number(rating) - 1] ?? rating;
}

const RATINGS: Readonly<Record<'stars' | 'recommendation', readonly string[]>> = {
  stars: STARS,
  recommendation: RECOMMENDATIONS,
};

export function isRatingOf(platform: ReviewPlatform, rating: string): boolean {
  return RATINGS[PLATFORMS[platform].reviews.rating].includes(rating);
}

/** Rounded to one decimal, as Google shows it. */
function computeAverageStars(ratings: ReturnType<typeof countRatings>): number {
  // `STARS` is a constant tuple, and a rating any text
  const stars = ratings.map(
    ({ rating, count }) => count * ((STARS as readonly string[]).indexOf(rating) + 1),
  );
  return Math.round((10 * stars.reduce((sum, each) => sum + each, 0)) / sumCounts(ratings)) / 10;
}

function sumCounts(ratings: ReturnType<typeof countRatings>): number {
  return ratings.reduce((sum, { count }) => sum + count, 0);
}

/**
 * One review as it is now: older clients ask for it.
 *
 * @see docs/service/endpoints.md#reviews
 */
export const getReview: Handler<'getReview'> = ({ params: { reviewId }, query: { platform } }, context) => {
  const account = requireReviewedAccount(platform, context);
  return { status: 'success', platform, ...toReviewRecord(requireReview(account, reviewId, context)) };
};

/**
 * Replies to a review; a second reply replaces the first, as on both networks.
 *
 * @see docs/service/endpoints.md#reviews
 */
export const replyToReview: Handler<'replyToReview'> = ({ body: { platform, reviewId, reply } }, context) => {
  const account = requireReviewedAccount(platform, context);
  const tooLong = describeLengthRefusal(reply, { platform, limits: PLATFORMS[platform].reviews.limits });
  if (tooLong !== null) throw createInputFailure(`reply: ${tooLong}`);
  context.store.transaction(() => {
    requireReview(account, reviewId, context);
    saveReviewReply(context.store, { platform, id: reviewId, reply, replied: context.now });
  });
  return toWrittenAnswer('reply', { platform, id: reviewId, reply });
};

/**
 * Deletes the reply to a review. Assumed: without one, there is no such object.
 *
 * @see docs/service/endpoints.md#reviews
 */
export const deleteReviewReply: Handler<'deleteReviewReply'> = (
  { body: { platform, reviewId: id } },
  context,
) => {
  const account = requireReviewedAccount(platform, context);
  const reply = context.store.transaction(() => {
    const review = requireReview(account, id, context);
    if (review.reply === null)
      throw new ServiceFailure(1404, { message: 'The review has no reply.', platform, id });
    saveReviewReply(context.store, { platform, id, reply: null, replied: null });
    return review.reply;
  });
  return toWrittenAnswer('delete', { platform, id, reply });
};

function toWrittenAnswer(
  action: 'reply' | 'delete',
  { platform, id, reply }: Pick<StoredReview, 'platform' | 'id' | 'reply'>,
) {
  return { status: 'success', [platform]: { action, status: 'success', id, reply, platform } };
}

type LinkedReviewAccount = NetworkAccount & { platform: ReviewPlatform };

function requireReviewedAccount(platform: ReviewPlatform, context: HandlerContext): LinkedReviewAccount {
  return { ...requireUsableAccount(platform, context), platform };
}

/** @throws ServiceFailure 349 when the account has no such review */
function requireReview(
  { platform, id }: LinkedReviewAccount,
  reviewId: string,
  { store }: HandlerContext,
): StoredReview {
  const review = findReview(store, { platform, accountId: id }, reviewId);
  if (review !== undefined) return review;
  throw new ServiceFailure(349, {
    message: `The review no longer exists on ${PLATFORMS[platform].name}.`,
    platform,
    id: reviewId,
  });
}
