import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { STARS } from '../../../service/endpoints/reviews.ts';
import { PLATFORMS, type ReviewPlatform } from '../../../service/platforms.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import type { Review } from './review.ts';

/** What people say on a network without stars: whether they recommend the page. */
const RECOMMENDATIONS: readonly string[] = ['positive', 'negative'];

const HOW = `must be stars, such as 1-2 or 4,5, or ${RECOMMENDATIONS.join(' or ')}`;

/** The ratings that are wanted, each a number of stars or a recommendation: `['1', '2', 'negative']`. */
export const RATING = defineFlag(
  z
    .string()
    .transform((typed, context) => {
      const ratings = typed.toLowerCase().split(',').map(parseRating);
      if (ratings.every((each) => each !== null)) return [...new Set(ratings.flat())];
      context.addIssue({ code: 'custom', message: HOW });
      return z.NEVER;
    })
    .optional()
    .describe('only reviews with these stars, such as 1-2; on Facebook: negative or positive'),
  { placeholder: 'rating' },
);

/** @returns null for what is no rating, and no range of stars */
function parseRating(typed: string): readonly string[] | null {
  const word = typed.trim();
  if (RECOMMENDATIONS.includes(word)) return [word];
  const [, first, last = first] = /^(\d)(?:\s*[-–]\s*(\d))?$/.exec(word) ?? [];
  const [low, high] = [Number(first), Number(last)];
  if (!(low >= 1 && low <= high && high <= STARS.length)) return null;
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}

/** As in the flag; null if the service names no rating that is known. */
export function getRating({ stars, isRecommended }: Review): string | null {
  if (stars !== null) return String(stars);
  return isRecommended === null ? null : isRecommended ? 'positive' : 'negative';
}

/** Whether some of the ratings are of a kind that the network has. */
function isOfNetwork(ratings: readonly string[], platform: ReviewPlatform): boolean {
  const hasStars = PLATFORMS[platform].reviews.rating === 'stars';
  return ratings.some((rating) => RECOMMENDATIONS.includes(rating) !== hasStars);
}

/** @throws CrierError of kind usage for a network that has none of these ratings */
export function checkRatings(
  ratings: readonly string[] | undefined,
  platform: ReviewPlatform | undefined,
): void {
  if (ratings === undefined || platform === undefined || isOfNetwork(ratings, platform)) return;
  const { name, reviews } = PLATFORMS[platform];
  throw reviews.rating === 'stars'
    ? createUsageError(`reviews on ${name} have stars`, 'use stars, such as --rating 1-2')
    : createUsageError(`reviews on ${name} have no stars`, 'use --rating negative or positive');
}

/** Whether a review has one of the ratings; any without them. */
export function hasRating(review: Review, ratings: readonly string[] | undefined): boolean {
  return ratings === undefined || ratings.includes(getRating(review) ?? '');
}

/** Says how many of the reviews on each network cannot be compared. @param unrated without a rating that is known */
export function noteUnrated(
  read: readonly { readonly platform: ReviewPlatform; readonly open: number; readonly unrated: number }[],
  ratings: readonly string[] | undefined,
): readonly string[] {
  if (ratings === undefined) return [];
  const isOther = ({ platform }: { readonly platform: ReviewPlatform }) => !isOfNetwork(ratings, platform);
  const unknown = read.reduce((sum, each) => sum + (isOther(each) ? 0 : each.unrated), 0);
  return [
    ...read.flatMap((each) => {
      if (!isOther(each) || each.open === 0) return [];
      const { name, reviews: facts } = PLATFORMS[each.platform];
      const [has, flag] =
        facts.rating === 'stars'
          ? ['which has stars', '--rating 1-2']
          : ['which has no stars', '--rating negative'];
      return [`not listed: ${formatCount(each.open, 'review')} on ${name}, ${has} (${flag})`];
    }),
    ...(unknown > 0 ? [`not listed: ${formatCount(unknown, 'review')} without a rating`] : []),
  ];
}
