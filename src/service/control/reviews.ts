import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import { ReviewPlatform } from '../platforms.ts';
import { Instant } from '../times.ts';
import type { ControlCall } from './call.ts';

const Text = z.string().regex(/\S/, 'must not be blank');

/** Ratings as a person gives them: stars on Google, a recommendation on Facebook. */
const Rating = z.enum(['1', '2', '3', '4', '5', 'positive', 'negative']);

const AddedReview = z.object({
  platform: ReviewPlatform,
  id: z.string().describe('id of the review'),
  profile: z.string().describe('alias of the profile whose account is reviewed'),
  reviewer: z.string(),
  rating: z.string().describe('as the service lists it'),
  text: z.string(),
  created: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
  listedFrom: z.string().describe('when the service lists it: after its next refresh'),
});

/** Control calls for reviews, which people write on networks. @see {@link CONTROL} */
export const REVIEW_CONTROL = {
  addReview: {
    method: 'POST',
    path: '/_sandbox/reviews',
    input: z.strictObject({
      profile: z.string().default('primary').describe('alias of the profile whose account is reviewed'),
      platform: ReviewPlatform.describe('network of the review'),
      rating: Rating.describe('gmb: 1 to 5 stars; facebook: positive or negative'),
      from: Text.max(200).describe('name of the reviewer'),
      text: z.string().max(ASSUMED.engagementCharacters).default('').describe('text of the review'),
      id: Text.max(200).optional().describe('id of the review (default: a new one)'),
      at: Instant.optional().describe('when it was written (default: now)'),
    }),
    answer: z.object({ review: AddedReview }),
  },
  deleteReview: {
    method: 'DELETE',
    path: '/_sandbox/reviews',
    input: z.strictObject({
      platform: ReviewPlatform.describe('network of the review'),
      reviewId: Text.describe('id of the review'),
    }),
    answer: z.object({ deleted: z.string().describe('id of the review') }),
  },
} as const satisfies Record<string, ControlCall>;
