import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import { isRatingOf, toNetworkRating, toReviewFetch } from '../handlers/reviews.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { isRefreshDue } from '../networks/check-account.ts';
import { createReviewId, deriveUserId } from '../networks/network-ids.ts';
import { hasReview, insertReview, removeReview, type StoredReview } from '../store/reviews.ts';
import { findRefresh } from '../store/social-posts.ts';
import { type ControlHandler, readPastTime, requireAccountOn, requireProfile } from './control-handler.ts';

/** Adds a review as a person who writes it on the network: the service lists it after its next refresh. */
const addReview: ControlHandler<'addReview'> = (input, { store, engine }) => {
  const { platform, from, text, id } = input;
  const now = engine.now();
  const created = readPastTime(input.at, now);
  const rating = toNetworkRating(input.rating);
  if (!isRatingOf(platform, rating))
    throw createInputFailure(
      `rating: must be ${PLATFORMS[platform].reviews.rating === 'stars' ? '1 to 5 stars' : 'positive or negative'} on ${PLATFORMS[platform].name}`,
    );
  return store.transaction(() => {
    const profile = requireProfile(input.profile, store);
    const account = requireAccountOn(platform, profile, store);
    if (id !== undefined && hasReview(store, platform, id))
      throw createInputFailure('id: another review has it');
    const review: StoredReview = {
      platform,
      id: id ?? createReviewId(platform, engine.random),
      accountId: account.id,
      reviewerId: deriveUserId(platform, from),
      reviewerName: from,
      rating,
      text,
      created,
      reply: null,
      replied: null,
    };
    insertReview(store, review);
    const fetched = toReviewFetch(account);
    const last = findRefresh(store, fetched.platform, fetched.id);
    const isListedNow = isRefreshDue(last, now) || created <= (last?.refreshed ?? now);
    return {
      review: {
        platform,
        id: review.id,
        profile: profile.alias,
        reviewer: from,
        rating,
        text,
        created: formatIsoSeconds(created),
        listedFrom: formatIsoSeconds(isListedNow ? now : (last?.next ?? now)),
      },
    };
  });
};

/** Deletes a review as its author: replies to it are refused with 349. */
const deleteReview: ControlHandler<'deleteReview'> = ({ platform, reviewId }, { store }) => {
  const isRemoved = store.transaction(() => removeReview(store, platform, reviewId));
  if (!isRemoved)
    throw new ServiceFailure(349, { message: `There is no such review on ${PLATFORMS[platform].name}.` });
  return { deleted: reviewId };
};

export const reviewHandlers = { addReview, deleteReview };
