import type { Client } from '../../../client/client.ts';
import type { AnswerHead } from '../../../client/transport.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import type { EndpointAnswer } from '../../../service/endpoint.ts';
import { listReviews } from '../../../service/endpoints/reviews.ts';
import { PLATFORMS, type ReviewPlatform } from '../../../service/platforms.ts';
import { type Review, toReview } from './review.ts';

/** What is known of all reviews on one network. */
export interface ReviewCounts {
  readonly platform: ReviewPlatform;
  readonly count: number;
  readonly unanswered: number;
  /** Facebook: reviewers who recommend the page. */
  readonly recommending: number;
  /** As the service answered, with all or none of its reviews. */
  readonly body: EndpointAnswer<typeof listReviews>;
}

/**
 * Reads the reviews on a network, newest first, and adds them up as they arrive: there can be very many.
 *
 * @param begin called for each attempt
 * @param isWhole whether the bytes of the answer are needed
 */
export function foldReviews<Value>(
  client: Client,
  platform: ReviewPlatform,
  begin: () => {
    add(review: Review): void;
    end(counts: ReviewCounts, answer: AnswerHead & { readonly bytes?: Uint8Array }): Value;
  },
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Value> {
  const isSplit = (name: string | null) => !isWhole && name === platform;
  return client.fold(listReviews, { query: { platform } }, isSplit, () => {
    const { add, end } = begin();
    let [count, unanswered, recommending] = [0, 0, 0];
    return {
      add(part) {
        // no list: error 350
        for (const each of part[platform] ?? []) {
          const review = toReview(platform, each);
          count += 1;
          if (review.reply === null) unanswered += 1;
          if (review.isRecommended === true) recommending += 1;
          add(review);
        }
      },
      end: (body, answer) => end({ platform, count, unanswered, recommending, body }, answer),
    };
  });
}

/** Sums up the reviews on a network: `Facebook: 1 of 2 recommend it, 1 unanswered`. */
export function describeReviews({ platform, count, unanswered, recommending, body }: ReviewCounts): string {
  const { name, reviews: facts } = PLATFORMS[platform];
  if (count === 0) return `${name}: no reviews`;
  const rating =
    facts.rating === 'recommendation'
      ? `${recommending} of ${count} recommend it`
      : `${formatCount(count, 'review')}${body.averageRating == null ? '' : `, ${body.averageRating.toFixed(1)} stars on average`}`;
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
