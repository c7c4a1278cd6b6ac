import * as z from 'zod';
import { ACCOUNT_METRICS, POST_METRICS } from '../../../service/networks/metrics.ts';
import { ListMeta } from '../../framework/output/list-meta.ts';
import { ProfileAlias } from '../comments/read-profiles.ts';
import { Review } from '../reviews/review.ts';

const Count = z.number().nullable();

function defineCounts<Metric extends string>(metrics: readonly Metric[]) {
  // of the list of metrics
  return Object.fromEntries(metrics.map((metric) => [metric, Count])) as Record<Metric, typeof Count>;
}

const Followers = z.strictObject({
  followers: Count.describe('of all networks, now'),
  newFollowers: Count.describe('of the days of the period'),
  days: z
    .array(z.strictObject({ date: z.string().describe('day in UTC'), newFollowers: z.number() }))
    .describe('whole days, the oldest first'),
  networks: z
    .array(z.strictObject({ platform: z.string(), ...defineCounts(ACCOUNT_METRICS) }))
    .describe('sums of the days of the period; null where a network does not count them'),
});

const ReportedPost = z.strictObject({
  id: z.string().describe('Service Post ID'),
  post: z.string().nullable().describe('text'),
  publishedAt: z.string().nullable(),
  platforms: z.array(z.string()),
  mediaUrls: z.array(z.string()),
  interactions: Count.describe('likes, comments, shares, quotes and saves'),
  ...defineCounts(POST_METRICS),
  networks: z
    .array(
      z.strictObject({ platform: z.string(), postUrl: z.string().nullable(), ...defineCounts(POST_METRICS) }),
    )
    .describe('figures of each network, as "analytics post" has them'),
});
export type ReportedPost = z.infer<typeof ReportedPost>;

const Posts = z.strictObject({
  published: z.int().describe('posts of the period'),
  interactions: Count,
  ...defineCounts(POST_METRICS),
  best: z.string().nullable().describe('id of the post with the most interactions; null with fewer than two'),
  worst: z.string().nullable().describe('id of the post with the fewest'),
  list: z.array(ReportedPost).describe('the latest first'),
});

const Comments = z.strictObject({
  postsRead: z.int().describe('posts whose comments were read, published in the period or before'),
  comments: z.int().describe('comments of others in the period'),
  replies: z.int().describe('their replies to comments'),
  authors: z.int(),
  questions: z.int().describe('comments and replies with a question mark'),
  answered: z.int().describe('comments and replies that you answered'),
  waiting: z.int().describe('not answered, and not marked as done'),
  medianAnswerSeconds: z.number().nullable().describe('half of those that were answered waited less'),
  days: z.array(
    z.strictObject({
      date: z.string().describe('day in timeZone'),
      comments: z.int().describe('with replies'),
    }),
  ),
  networks: z.array(
    z.strictObject({ platform: z.string(), comments: z.int(), replies: z.int(), authors: z.int() }),
  ),
});

const Automations = z.strictObject({
  rows: z.int().describe('events that matched'),
  people: z.int(),
  sent: z.int(),
  failed: z.int(),
  other: z.int().describe('not sent for another reason, or not complete'),
  reasons: z
    .array(z.strictObject({ name: z.string().nullable(), rows: z.int() }))
    .describe('why something was not sent, the most frequent first'),
});

const Reviews = z.strictObject({
  networks: z.array(
    z.strictObject({
      platform: z.string(),
      averageRating: z.number().nullable().describe('stars, by all reviews'),
      totalReviewCount: z.int(),
      unanswered: z.int(),
      added: z.int().describe('of the period'),
    }),
  ),
  latest: z.array(Review).describe('those of the period, the latest first'),
});

export const ProfileReport = z.strictObject({
  profile: ProfileAlias,
  brand: z.string().describe('name of the accounts, or title of the profile'),
  followers: Followers.nullable().describe('null if it could not be read'),
  posts: Posts.nullable(),
  comments: Comments.nullable(),
  automations: Automations.nullable().describe('null also without the plan for them'),
  reviews: Reviews.nullable().describe('null also without an account that has reviews'),
  unread: z
    .array(z.looseObject({ section: z.string(), message: z.string() }))
    .describe('parts that could not be read'),
});
export type ProfileReport = z.infer<typeof ProfileReport>;

const Totals = z.strictObject({
  profiles: z.int(),
  followers: Count,
  newFollowers: Count,
  posts: z.int(),
  interactions: Count,
  comments: z.int().describe('with replies'),
  questions: z.int(),
  waiting: z.int(),
  medianAnswerSeconds: z.number().nullable(),
  sent: z.int(),
  reviews: z.int().describe('of the period'),
});
export type ReportTotals = z.infer<typeof Totals>;

export const ReportDocument = z.object({
  from: z.string().describe('start of the period'),
  to: z.string().describe('its end, when the report was made'),
  timeZone: z.string().describe('the zone of the days of comments'),
  totals: Totals,
  profiles: z.array(ProfileReport),
  errors: z
    .array(z.object({ profile: ProfileAlias, message: z.string() }))
    .describe('profiles that could not be read'),
  meta: ListMeta,
});
