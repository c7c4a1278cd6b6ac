import type { ReviewPlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { readInBatches } from './pages.ts';

export interface StoredReview {
  readonly platform: ReviewPlatform;
  /** The network's id of the review. */
  readonly id: string;
  /** The network's id of the reviewed account. */
  readonly accountId: string;
  readonly reviewerId: string;
  readonly reviewerName: string;
  /** As the network names it: `FIVE` on Google, `positive` on Facebook. */
  readonly rating: string;
  readonly text: string;
  /** In milliseconds since 1970, as `replied`. */
  readonly created: number;
  readonly reply: string | null;
  /** When the reply was last written; null without one. */
  readonly replied: number | null;
}

type ReviewedAccount = Pick<StoredReview, 'platform' | 'accountId'>;

const REVIEWS = `select platform, id, account_id as accountId, reviewer_id as reviewerId,
  reviewer_name as reviewerName, rating, text, created, reply, replied from reviews`;

const NEWEST = `${REVIEWS} where platform = :platform and account_id = :accountId and created <= :until
  and (created < :until or id > :after) order by created desc, id limit :most`;

/** Reviews of an account until this time, newest first. Read as they are taken. */
export function listAccountReviews(
  database: Database,
  { platform, accountId }: ReviewedAccount,
  until: number,
): IteratorObject<StoredReview> {
  return readInBatches<StoredReview>((last, most) =>
    database.all(NEWEST, { platform, accountId, until: last?.created ?? until, after: last?.id ?? '', most }),
  );
}

/** How many reviews of an account there are until this time, by rating. */
export function countRatings(
  database: Database,
  { platform, accountId }: ReviewedAccount,
  until: number,
): readonly { rating: string; count: number }[] {
  return database.all(
    `select rating, count(*) as count from reviews
     where platform = :platform and account_id = :accountId and created <= :until group by rating`,
    { platform, accountId, until },
  );
}

/** Finds a review of this account; that of another one is not found. */
export function findReview(
  database: Database,
  { platform, accountId }: ReviewedAccount,
  id: string,
): StoredReview | undefined {
  return database.first<StoredReview>(
    `${REVIEWS} where platform = :platform and id = :id and account_id = :accountId`,
    { platform, id, accountId },
  );
}

export function hasReview(database: Database, platform: ReviewPlatform, id: string) {
  return database.first('select 1 from reviews where platform = ? and id = ?', platform, id) !== undefined;
}

export function insertReview(database: Database, review: StoredReview): void {
  database.run(
    `insert into reviews (platform, id, account_id, reviewer_id, reviewer_name, rating, text, created, reply, replied)
         values (:platform, :id, :accountId, :reviewerId, :reviewerName, :rating, :text, :created, :reply, :replied)`,
    review,
  );
}

export function saveReviewReply(
  database: Database,
  review: Pick<StoredReview, 'platform' | 'id' | 'reply' | 'replied'>,
): void {
  database.run(
    'update reviews set reply = :reply, replied = :replied where platform = :platform and id = :id',
    review,
  );
}

/** @returns whether there was such a review */
export function removeReview(database: Database, platform: ReviewPlatform, id: string): boolean {
  const isThere = hasReview(database, platform, id);
  database.run('delete from reviews where platform = ? and id = ?', platform, id);
  return isThere;
}
