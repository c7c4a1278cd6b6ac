import * as z from 'zod';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { type AnsweredReview, STARS } from '../../../service/endpoints/reviews.ts';
import { PLATFORMS, ReviewPlatform } from '../../../service/platforms.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { type Column, type ListView, pickMember } from '../../framework/output/view.ts';

/** A review on either network, in the normalized shape that crier prints. Missing values are null. */
export const Review = z.strictObject({
  platform: ReviewPlatform,
  id: z.string(),
  rating: z.string().nullable().describe('as the service names it: ONE to FIVE, positive or negative'),
  stars: z.int().nullable().describe('gmb: 1 to 5'),
  isRecommended: z.boolean().nullable().describe('facebook: whether the reviewer recommends the page'),
  reviewer: z.string().nullable().describe('name of the reviewer'),
  text: z.string().nullable(),
  createdAt: z.string().nullable().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
  reply: z.string().nullable().describe('your reply'),
  repliedAt: z.string().nullable().describe('UTC, YYYY-MM-DDThh:mm:ssZ'),
});
export type Review = z.infer<typeof Review>;

/** Normalizes a review of an answer. */
export function toReview(
  platform: ReviewPlatform,
  { id, rating = null, review, reviewReply, reviewer, created }: AnsweredReview,
): Review {
  const name = rating === null ? null : String(rating);
  const { rating: kind } = PLATFORMS[platform].reviews;
  return {
    platform,
    id,
    rating: name,
    stars: kind === 'stars' ? readStars(rating) : null,
    isRecommended: kind === 'recommendation' ? readRecommendation(name) : null,
    reviewer: reviewer?.name ?? null,
    text: review ?? null,
    createdAt: readTime(created),
    reply: reviewReply?.reply ?? null,
    repliedAt: readTime(reviewReply?.updated),
  };
}

/** A number of stars, however it is written: `FIVE`, `5`, or 5. */
function readStars(rating: string | number | null): number | null {
  // `STARS` is a constant tuple, and a rating any text
  const named = (STARS as readonly string[]).indexOf(String(rating).toUpperCase()) + 1;
  const stars = named > 0 ? named : Number(rating ?? 0);
  return Number.isInteger(stars) && stars >= 1 && stars <= STARS.length ? stars : null;
}

function readRecommendation(rating: string | null): boolean | null {
  return rating === 'positive' ? true : rating === 'negative' ? false : null;
}

function readTime(time: unknown): string | null {
  const { ms } = readTimestamp(time);
  return ms === null ? null : formatIsoSeconds(ms);
}

export const REVIEW_COLUMNS: readonly Column<Review>[] = [
  { ...pickMember('platform', 'network'), role: 'network', drop: 3 },
  { ...pickMember('id', 'id'), role: 'id', dataOnly: true },
  { ...pickMember('stars', 'stars'), dataOnly: true },
  { ...pickMember('isRecommended', 'recommended'), dataOnly: true },
  {
    name: 'rating',
    title: 'rating',
    value: ({ rating, stars }) => stars ?? rating,
    role: 'stars',
    drop: 0,
  },
  { ...pickMember('reviewer', 'reviewer'), role: 'name', drop: 2 },
  { ...pickMember('text', 'review'), role: 'text', flexible: true, wraps: true, drop: 0 },
  {
    ...pickMember('reply', 'reply'),
    show: ({ reply }) => (reply === null ? '' : 'yes'),
    placeholder: () => 'no',
    drop: 1,
  },
  { ...pickMember('createdAt', 'when'), role: 'time', drop: 4 },
  { ...pickMember('repliedAt', 'replied'), dataOnly: true },
];

export const REVIEW_REFERENCES: NonNullable<ListView<Review>['references']> = {
  column: 'id',
  target: ({ platform, id }) => ({ kind: 'review', id, platform }),
};

/** Which network the ids of reviews belong to. */
export const REVIEW_PLATFORM = {
  platform: defineFlag(ReviewPlatform.optional().describe('network that the ids belong to'), {
    placeholder: 'network',
  }),
};
