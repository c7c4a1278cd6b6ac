/** What is counted of a post. */
export const POST_METRICS = [
  'likes',
  'comments',
  'shares',
  'quotes',
  'saves',
  'views',
  'reach',
  'impressions',
  'clicks',
  'follows',
  'watchedSeconds',
] as const;
export type PostMetric = (typeof POST_METRICS)[number];

/** What is counted of an account by day, and how many followers it has. */
export const ACCOUNT_METRICS = [
  'followers',
  'newFollowers',
  'impressions',
  'reach',
  'profileViews',
  'engagements',
  'clicks',
] as const;
export type AccountMetric = (typeof ACCOUNT_METRICS)[number];

/** Field names of metrics, in the order of a response. */
export type MetricNames<Metric extends string> = Readonly<Partial<Record<Metric, string>>>;
