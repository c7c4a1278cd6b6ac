import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import type { EndpointAnswer } from '../../../service/endpoint.ts';
import { listReviews } from '../../../service/endpoints/reviews.ts';
import { PLATFORMS, type ReviewPlatform } from '../../../service/platforms.ts';
import { type Review, toReview } from './review.ts';

/** The reviews on one network. */
export interface ReviewsRead {
  readonly platform: ReviewPlatform;
  /** Newest first. */
  readonly reviews: readonly Review[];
  /** As the service answered. */
  readonly answer: ClientAnswer<EndpointAnswer<typeof listReviews>>;
}

export async function readReviews(client: Client, platform: ReviewPlatform): Promise<ReviewsRead> {
  const answer = await client.call(listReviews, { query: { platform } });
  const listed = answer.body[platform] ?? []; // no list: error 350
  return { platform, reviews: listed.map((review) => toReview(platform, review)), answer };
}

/** Sums up the reviews on a network: `Facebook: 1 of 2 recommend it, 1 unanswered`. */
export function describeReviews({ platform, reviews, answer: { body } }: ReviewsRead): string {
  const { name, reviews: facts } = PLATFORMS[platform];
  if (reviews.length === 0) return `${name}: no reviews`;
  const unanswered = reviews.filter(({ reply }) => reply === null).length;
  const recommending = reviews.filter(({ isRecommended }) => isRecommended === true).length;
  const rating =
    facts.rating === 'recommendation'
      ? `${recommending} of ${reviews.length} recommend it`
      : `${formatCount(reviews.length, 'review')}${body.averageRating == null ? '' : `, ${body.averageRating.toFixed(1)} stars on average`}`;
  return `${name}: ${rating}, ${unanswered} unanswered`;
}

/** @throws CrierError of kind usage without the network */
export function requirePlatform(platform: ReviewPlatform | undefined): ReviewPlatform {
  if (platform !== undefined) return platform;
  throw createUsageError(
    '--platform is missing',
    'add --platform gmb or --platform facebook, or use the references of "crier reviews list"',
  );
}
