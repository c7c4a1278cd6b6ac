import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { ReviewPlatform } from '../platforms.ts';
import { Timestamp } from '../times.ts';

const Text = z.string().nullish();

/** Ratings of Google, by the number of stars less one. */
export const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

/** Ratings of Facebook, where people recommend a page or do not. */
export const RECOMMENDATIONS = ['positive', 'negative'] as const;

/** A review of an account. @see docs/service/endpoints.md#reviews */
const AnsweredReview = z.looseObject({
  id: z.string(),
  rating: z
    .union([z.string(), z.number()])
    .nullish()
    .describe('gmb: ONE to FIVE; facebook: positive or negative'),
  review: Text.describe('its text'),
  reviewReply: z
    .looseObject({ reply: Text, updated: Timestamp })
    .nullish()
    .describe('absent without a reply'),
  reviewer: z.looseObject({ id: Text, name: Text }).nullish(),
  created: Timestamp,
  updated: Timestamp,
});
export type AnsweredReview = z.infer<typeof AnsweredReview>;

const Reviews = z.array(AnsweredReview).nullish().describe('newest first');

const COMMON = { plans: Plan.options, action: 'reviews' } as const;
const ACCOUNT_CODES = [101, 156, 161, 326] as const;

export const listReviews = {
  ...COMMON,
  method: 'GET',
  path: '/reviews',
  effect: 'none',
  sample: { query: { platform: 'facebook' } },
  query: z.strictObject({ platform: ReviewPlatform }),
  answer: z.looseObject({
    status: Text,
    facebook: Reviews,
    gmb: Reviews,
    averageRating: z.number().nullish().describe('gmb: stars, 1 to 5'),
    totalReviewCount: z.number().nullish(),
    lastUpdated: Timestamp,
    nextUpdate: Timestamp,
  }),
  errors: [...ACCOUNT_CODES, 350],
} as const satisfies Endpoint;

const ReviewId = z.string('is required').regex(/\S/, 'must not be blank');

/** One review as it is now, for older clients. */
export const getReview = {
  ...COMMON,
  method: 'GET',
  path: '/reviews/{reviewId}',
  effect: 'none',
  sample: { params: { reviewId: 'none' }, query: { platform: 'facebook' } },
  params: z.strictObject({ reviewId: ReviewId }),
  query: z.strictObject({ platform: ReviewPlatform }),
  answer: AnsweredReview.extend({ status: Text, platform: Text }),
  errors: [...ACCOUNT_CODES, 349],
} as const satisfies Endpoint;

const WrittenReply = z
  .looseObject({ action: Text, status: Text, id: Text, reply: Text, platform: Text })
  .nullish();

/** By network: the one of the request. */
const WrittenAnswer = z.looseObject({ status: Text, facebook: WrittenReply, gmb: WrittenReply });

export const replyToReview = {
  ...COMMON,
  method: 'POST',
  path: '/reviews',
  effect: 'publish',
  sample: { body: { platform: 'facebook', reviewId: '1', reply: 'Thank you' } },
  body: z.strictObject({
    platform: ReviewPlatform,
    reviewId: ReviewId,
    reply: z.string('is required').regex(/\S/, 'must not be blank').describe('replaces an earlier reply'),
  }),
  answer: WrittenAnswer,
  errors: [...ACCOUNT_CODES, 349],
} as const satisfies Endpoint;

export const deleteReviewReply = {
  ...COMMON,
  method: 'DELETE',
  path: '/reviews',
  effect: 'delete',
  sample: { body: { platform: 'facebook', reviewId: '1' } },
  body: z.strictObject({ platform: ReviewPlatform, reviewId: ReviewId }),
  answer: WrittenAnswer,
  errors: [...ACCOUNT_CODES, 349, 1404],
} as const satisfies Endpoint;
