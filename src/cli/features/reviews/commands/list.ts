import * as z from 'zod';
import type { AnswerHead } from '../../../../client/transport.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { ReviewPlatform } from '../../../../service/platforms.ts';
import { Timestamp } from '../../../../service/times.ts';
import { defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import {
  createFinder,
  defineFindFlags,
  type Finder,
  refuseRawSearch,
} from '../../../framework/input/flags/find-flags.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { createFirstItems } from '../../../framework/output/first-items.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import { checkRatings, getRating, hasRating, noteUnrated, RATING } from '../rating.ts';
import { describeReviews, foldReviews, type ReviewCounts } from '../read-reviews.ts';
import { REVIEW_COLUMNS, REVIEW_REFERENCES, Review } from '../review.ts';

/** No account is linked. */
const NOT_LINKED = 156;

export default defineCommand({
  summary: 'List reviews of your accounts, newest first',
  description: `
Reviews on Google Business Profile (gmb), with stars, and on Facebook, where people recommend a page or do not. Without a
network, lists those on both; one that is not linked is omitted. --unanswered lists those without a reply of yours. Tables
show references that "reviews reply" takes in place of ids.`,
  examples: [
    'reviews list',
    'reviews list gmb --unanswered',
    'reviews list --rating 1-3,negative',
    'reviews list facebook -n 5 --json --fields reviewer,isRecommended,text',
  ],
  positional: ['platform'],
  flags: [REMOTE, READ_PROFILES],
  validationCode: 101,
  input: z.object({
    platform: defineFlag(
      ReviewPlatform.optional().describe('only reviews on this network, also as --platform: gmb or facebook'),
      {
        placeholder: 'network',
      },
    ),
    unanswered: defineSwitch('only reviews without a reply'),
    ...defineFindFlags('reviews'),
    rating: RATING,
    limit: defineFlag(z.int().min(1).optional().describe('maximum number to list (default: all)'), {
      short: 'n',
      placeholder: 'n',
    }),
  }),
  output: z.object({
    reviews: z.array(Review),
    networks: z
      .array(
        z.strictObject({
          platform: ReviewPlatform,
          averageRating: z.number().nullable().describe('gmb: stars, by all reviews'),
          totalReviewCount: z.int().describe('number of all reviews'),
          unanswered: z.int().describe('number of reviews without a reply'),
          lastUpdated: Timestamp,
          nextUpdate: Timestamp,
        }),
      )
      .describe('networks that were read, with figures of all reviews there'),
    errors: z.array(z.looseObject({})).describe('one entry for each network that failed'),
    meta: ListMeta,
  }),
  records: 'reviews',
  async run({ platform, unanswered, limit, rating, ...find }, { service, io }) {
    checkRatings(rating, platform);
    if (rating !== undefined) refuseRawSearch(io.printing);
    const finder = await createFinder(find, 'review', io.printing);
    if (io.printing.format === 'raw' && platform === undefined)
      throw createUsageError(
        '-o raw prints one response, and this reads two',
        'name the network, such as gmb',
      );
    const client = await service.client();
    const platforms = platform === undefined ? ReviewPlatform.options : [platform];
    const all = await Array.fromAsync(
      runEach(platforms, { atOnce: 1, done: 'read', progress: io.progress }, (each) =>
        foldReviews(client, each, () => selectReviews({ unanswered, rating, limit, finder }), {
          isWhole: io.printing.format === 'raw',
        }),
      ),
    );
    const isLinked = all.filter(({ failure }) => failure?.facts.code !== NOT_LINKED);
    const counted = isLinked.length === 0 ? all : isLinked;
    const failure = combineFailures(counted, {
      done: 'read',
      noun: 'network',
      remainder: 'the reviews on the other one are printed',
    });
    const [only] = counted.length === 1 ? counted : [];
    if (failure !== null && failure.kind !== 'partial') throw only?.failure ?? failure;
    const reads = all.flatMap(({ value }) => value ?? []);
    const sum = (count: (read: (typeof reads)[number]) => number) =>
      reads.reduce((total, each) => total + count(each), 0);
    const found = sum((read) => read.found.count());
    const reviews = sortNewestFirst(reads.flatMap((read) => read.found.list())).slice(0, limit);
    const isSearch = finder.isActive || rating !== undefined;
    const hasMore = reviews.length < found;
    const [first] = reads;
    return {
      view: {
        kind: 'list',
        document: {
          reviews,
          networks: reads.map(describeNetwork),
          errors: failure?.facts.errors ?? [],
          meta: buildListMeta({ hasMore, limit: limit ?? null }),
        },
        key: 'reviews',
        rows: reviews,
        columns: finder.showMatches(platform === undefined ? REVIEW_COLUMNS : COLUMNS_OF_ONE),
        references: REVIEW_REFERENCES,
        heading: reads.map(describeReviews).join('; '),
        empty: describeEmpty({ unanswered, isSearch }, failure === null),
      },
      ...(isSearch && { searched: { noun: 'review', all: sum(({ open }) => open), matched: found } }),
      ...(reads.length === 1 && first?.answer.bytes !== undefined && { raw: first.answer.bytes }),
      ...(first !== undefined && getServiceTime(first.answer)),
      notes: [
        ...(hasMore ? [`showing ${reviews.length} of ${formatCount(found, 'review')}: raise -n`] : []),
        ...noteUnrated(reads, rating),
      ],
      failure: failure ?? undefined,
    };
  },
});

/** Every review is on the same network then. */
const COLUMNS_OF_ONE = REVIEW_COLUMNS.map((column) =>
  column.name === 'platform' ? { ...column, dataOnly: true, inWide: true } : column,
);

/** Counts the reviews on a network, and keeps those that are wanted. @param limit how many; undefined for all */
function selectReviews({
  unanswered,
  rating,
  limit,
  finder,
}: {
  unanswered: boolean;
  rating: readonly string[] | undefined;
  limit: number | undefined;
  finder: Finder;
}) {
  const found = createFirstItems(limit ?? null, sortNewestFirst);
  let [open, unrated] = [0, 0];
  return {
    add(review: Review) {
      const { reply, text, reviewer } = review;
      if (unanswered && reply !== null) return;
      open += 1;
      if (getRating(review) === null) unrated += 1;
      if (!hasRating(review, rating)) return;
      if (finder.matches(text, { id: null, handle: null, name: reviewer })) found.add(review);
    },
    end: (counts: ReviewCounts, answer: AnswerHead & { readonly bytes?: Uint8Array }) => ({
      ...counts,
      ...{ open, unrated, found, answer },
    }),
  };
}

function sortNewestFirst(reviews: readonly Review[]): readonly Review[] {
  return reviews.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}

function describeNetwork({ platform, count, unanswered, body }: ReviewCounts) {
  return {
    platform,
    averageRating: body.averageRating ?? null,
    totalReviewCount: body.totalReviewCount ?? count,
    unanswered,
    lastUpdated: body.lastUpdated ?? null,
    nextUpdate: body.nextUpdate ?? null,
  };
}

/** @param isWhole whether every network was read */
function describeEmpty(
  { unanswered, isSearch }: { unanswered: boolean; isSearch: boolean },
  isWhole: boolean,
): string {
  if (isSearch) return isWhole ? 'no review matches' : 'no review matches where reviews could be read';
  if (!isWhole) return unanswered ? 'no unanswered review where reviews could be read' : 'no reviews there';
  return unanswered ? 'every review is answered' : 'no reviews';
}
