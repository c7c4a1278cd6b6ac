import { formatCount, joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { formatDay, UTC, UTC_CLOCK } from '../../../domain/time/local-time.ts';
import { getNetworkName, NOTHING } from '../../framework/output/cell.ts';
import {
  formatNumber,
  type ReportBlock,
  type ReportCard,
  type ReportChart,
  type ReportPicture,
} from '../../framework/output/report/report.ts';
import { truncate } from '../../framework/output/text/width.ts';
import { type Column, type ListView, pickMember } from '../../framework/output/view.ts';
import { REVIEW_COLUMNS } from '../reviews/review.ts';
import { MISSING } from './read-pictures.ts';
import type { ProfileReport, ReportedPost } from './report-document.ts';
import { defineNumber, formatChange, formatGrouped, formatInteractions } from './report-numbers.ts';
import type { ReportPeriod } from './section-run.ts';

/** Reviews and reasons that a page shows; the document has all. */
const MOST_SHOWN = 10;
/** Enough of a post to recognize it, in a row and on a card. */
const ROW_WIDTH = 100;
const CARD_WIDTH = 240;
/** More are counted in a row; cards name them all. */
const MOST_NETWORKS = 2;

export const heading = (text: string): ReportBlock<ListView<unknown>> => ({ kind: 'heading', text });

/** `Tue 24 Nov 2026` */
function nameDay(date: string): string {
  return formatDay(UTC_CLOCK.wallAt(Date.parse(`${date}T00:00:00Z`)));
}

function toList<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
): ReportBlock<ListView<unknown>> {
  // drawn by the columns, which take these rows
  return {
    kind: 'list',
    list: { kind: 'list', document: {}, key: 'rows', rows, columns, empty } as ListView<unknown>,
  };
}

type Section<Name extends keyof ProfileReport> = NonNullable<ProfileReport[Name]>;
type AccountFigures = Section<'followers'>['networks'][number];

const ACCOUNT_COLUMNS: readonly Column<AccountFigures>[] = [
  { ...pickMember('platform', 'network'), role: 'network', drop: 0 },
  defineNumber('followers', 'followers', ({ followers }) => followers, 0),
  {
    ...defineNumber<AccountFigures>('newFollowers', 'new', ({ newFollowers }) => newFollowers, 0),
    show: ({ newFollowers }) => formatChange(newFollowers) || NOTHING,
  },
  defineNumber('impressions', 'impressions', ({ impressions }) => impressions, 2),
  defineNumber('reach', 'reach', ({ reach }) => reach, 3),
  defineNumber('profileViews', 'visits', ({ profileViews }) => profileViews, 4),
  defineNumber('engagements', 'engaged', ({ engagements }) => engagements, 5),
];

export function buildFollowers({
  days,
  networks,
}: Section<'followers'>): readonly ReportBlock<ListView<unknown>>[] {
  const chart: ReportChart = {
    title: 'New followers by day',
    bars: days.map(({ date, newFollowers }) => ({ name: nameDay(date), count: newFollowers })),
  };
  return [
    heading('Followers'),
    ...(days.length === 0 ? [] : [{ kind: 'chart', chart } as const]),
    toList(networks, ACCOUNT_COLUMNS, 'no accounts'),
  ];
}

const POST_COLUMNS: readonly Column<ReportedPost>[] = [
  {
    ...pickMember('publishedAt', 'published'),
    show: ({ publishedAt }) =>
      publishedAt === null ? '' : formatDay(UTC_CLOCK.wallAt(Date.parse(publishedAt))),
    drop: 3,
  },
  {
    ...pickMember('post', 'post'),
    show: ({ post }) => truncate(joinLines(post), ROW_WIDTH),
    flexible: true,
    drop: 0,
  },
  {
    ...pickMember('platforms', 'networks'),
    show: ({ platforms }) =>
      platforms.length > MOST_NETWORKS
        ? formatCount(platforms.length, 'network')
        : platforms.map(getNetworkName).join(', '),
    drop: 6,
  },
  defineNumber('interactions', 'interactions', ({ interactions }) => interactions, 0),
  defineNumber('views', 'views', ({ views }) => views, 2),
  defineNumber('impressions', 'impr', ({ impressions }) => impressions, 3),
  defineNumber('reach', 'reach', ({ reach }) => reach, 6),
  defineNumber('likes', 'likes', ({ likes }) => likes, 6),
  defineNumber('comments', 'comments', ({ comments }) => comments, 6),
  defineNumber('shares', 'shares', ({ shares }) => shares, 6),
  defineNumber('saves', 'saves', ({ saves }) => saves, 6),
];

function joinLines(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

export function buildPosts(
  { list, best, worst }: Section<'posts'>,
  { pictures }: { pictures: ReadonlyMap<string, ReportPicture> },
): readonly ReportBlock<ListView<unknown>>[] {
  const toCard = (title: string, id: string | null): readonly ReportCard[] => {
    const post = list.find((each) => each.id === id);
    if (post === undefined) return [];
    const seen = [
      ...(post.views === null ? [] : [`${formatNumber(post.views)} views`]),
      ...(post.impressions === null ? [] : [`${formatNumber(post.impressions)} impressions`]),
    ];
    return [
      {
        title,
        text: truncate(joinLines(post.post), CARD_WIDTH),
        about: [
          [formatInteractions(post.interactions), ...seen].join(', '),
          `${post.platforms.map(getNetworkName).join(', ')}; ${nameDay((post.publishedAt ?? '').slice(0, 'YYYY-MM-DD'.length))}`,
        ],
        picture: pictures.get(post.id) ?? MISSING,
      },
    ];
  };
  const cards = [...toCard('Most interactions', best), ...toCard('Fewest interactions', worst)];
  return [
    heading('Posts'),
    ...(cards.length === 0 ? [] : [{ kind: 'cards', cards } as const]),
    toList(list, POST_COLUMNS, 'nothing was published'),
    ...(list.length === 0
      ? []
      : [
          {
            kind: 'text',
            sentences: [
              'Interactions are likes, comments, shares, quotes and saves, of all networks. Figures are those of now: a newer post has had less time.',
            ],
          } as const,
        ]),
  ];
}

type CommentRow = Section<'comments'>['networks'][number];

const COMMENT_COLUMNS: readonly Column<CommentRow>[] = [
  { ...pickMember('platform', 'network'), role: 'network', drop: 0 },
  defineNumber('comments', 'comments', ({ comments }) => comments, 0),
  defineNumber('replies', 'replies', ({ replies }) => replies, 0),
  defineNumber('authors', 'people', ({ authors }) => authors, 0),
];

export function buildComments(
  { days, networks, postsRead, questions, answered, waiting }: Section<'comments'>,
  { period }: { period: ReportPeriod },
): readonly ReportBlock<ListView<unknown>>[] {
  const zone = period.zone.name === UTC ? '' : ` (${period.zone.name})`;
  const chart: ReportChart = {
    title: `Comments by day${zone}`,
    bars: days.map(({ date, comments }) => ({ name: nameDay(date), count: comments })),
  };
  const counts = [
    formatGrouped(questions, 'question'),
    `${formatNumber(answered)} answered`,
    `${formatNumber(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for an answer`,
  ];
  return [
    heading('Comments'),
    { kind: 'chart', chart },
    toList(networks, COMMENT_COLUMNS, 'no comments'),
    {
      kind: 'text',
      sentences: [
        `${joinWithAnd(counts)}. Comments of others, with their replies, on the ${formatCount(postsRead, 'post')} that ${postsRead === 1 ? 'was' : 'were'} published last.`,
      ],
    },
  ];
}

interface CountedRow {
  name: string | null;
  rows: number;
  share: number;
}

const buildCountColumns = (title: string): readonly Column<CountedRow>[] => [
  { ...pickMember('name', title), flexible: true, placeholder: () => '(unknown)', drop: 0 },
  defineNumber('rows', 'events', ({ rows }) => rows, 0),
  { ...pickMember('share', 'share'), role: 'bar', drop: 1 },
];

export function buildAutomations({
  rows,
  people,
  sent,
  failed,
  other,
  reasons,
}: Section<'automations'>): readonly ReportBlock<ListView<unknown>>[] {
  const toRow = (name: string | null, count: number): CountedRow => ({
    name,
    rows: count,
    share: rows === 0 ? 0 : count / rows,
  });
  const outcomes = [toRow('sent', sent), toRow('not sent', other), toRow('failed', failed)];
  return [
    heading('Automations'),
    toList(rows === 0 ? [] : outcomes, buildCountColumns('outcome'), 'no automation was triggered'),
    ...(reasons.length === 0
      ? []
      : [
          heading('Why something was not sent'),
          toList(
            reasons.slice(0, MOST_SHOWN).map((reason) => toRow(reason.name, reason.rows)),
            buildCountColumns('reason'),
            '',
          ),
        ]),
    ...(rows === 0
      ? []
      : [
          {
            kind: 'text',
            sentences: [
              `${formatNumber(rows)} ${rows === 1 ? 'event' : 'events'} of ${formatCount(people, 'person', 'people')} matched.`,
            ],
          } as const,
        ]),
  ];
}

type ReviewRow = Section<'reviews'>['networks'][number];

const REVIEWED_COLUMNS: readonly Column<ReviewRow>[] = [
  { ...pickMember('platform', 'network'), role: 'network', drop: 0 },
  defineNumber('added', 'new', ({ added }) => added, 0),
  defineNumber('averageRating', 'stars on average', ({ averageRating }) => averageRating, 1),
  defineNumber('totalReviewCount', 'all', ({ totalReviewCount }) => totalReviewCount, 1),
  defineNumber('unanswered', 'unanswered', ({ unanswered }) => unanswered, 0),
];

export function buildReviews({
  networks,
  latest,
}: Section<'reviews'>): readonly ReportBlock<ListView<unknown>>[] {
  if (networks.length === 0) return [];
  const left = latest.length - MOST_SHOWN;
  return [
    heading('Reviews'),
    toList(networks, REVIEWED_COLUMNS, 'no reviews'),
    ...(latest.length === 0 ? [] : [toList(latest.slice(0, MOST_SHOWN), REVIEW_COLUMNS, '')]),
    ...(left > 0 ? [{ kind: 'text', sentences: [`And ${formatCount(left, 'more review')}.`] } as const] : []),
  ];
}
