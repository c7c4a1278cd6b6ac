import { formatCount, joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { type LocalClock, MONTHS } from '../../../domain/time/local-time.ts';
import { NOTHING } from '../../framework/output/cell.ts';
import type {
  Report,
  ReportFigure,
  ReportPage,
  ReportPicture,
} from '../../framework/output/report/report.ts';
import { type Column, type ListView, pickMember } from '../../framework/output/view.ts';
import type { ProfileReport, ReportTotals } from './report-document.ts';
import {
  countComments,
  defineNumber,
  describeUnread,
  formatChange,
  formatGrouped,
  formatInteractions,
  formatWait,
  showFigure,
} from './report-numbers.ts';
import {
  buildAutomations,
  buildComments,
  buildFollowers,
  buildPosts,
  buildReviews,
  heading,
} from './report-sections.ts';
import type { ReportPeriod } from './section-run.ts';

/** What the pages show. */
export interface ReportContent {
  profiles: readonly ProfileReport[];
  totals: ReportTotals;
  /** Profiles that could not be read, in sentences. */
  unread: readonly string[];
  period: ReportPeriod;
  /** By the id of the post; empty where no page is made. */
  pictures: ReadonlyMap<string, ReportPicture>;
}

/** Builds a page for each profile, and a cover for several. */
export function buildReport(content: ReportContent): Report<ListView<unknown>> {
  const { profiles, period } = content;
  const dates = formatPeriod(period);
  const pages = profiles.map((profile, at) =>
    buildPage(profile, { ...content, dates, anchor: toAnchor(at) }),
  );
  const [only] = profiles;
  if (profiles.length === 1 && only !== undefined && content.unread.length === 0)
    return { title: `${only.brand}, ${dates}`, pages };
  const title = joinWithAnd(listBrands(profiles));
  return { title: `${title}, ${dates}`, pages: [buildCover(content, { title, dates }), ...pages] };
}

const toAnchor = (at: number) => `profile-${at + 1}`;

/** Brands that a title names. */
const MOST_BRANDS = 2;

function listBrands(profiles: readonly ProfileReport[]): readonly string[] {
  const names = profiles.map(({ brand }) => brand);
  if (names.length <= MOST_BRANDS + 1) return names;
  return [...names.slice(0, MOST_BRANDS), formatCount(names.length - MOST_BRANDS, 'other profile')];
}

/** `14 to 21 September 2026` */
function formatPeriod({ start, end, zone }: Pick<ReportPeriod, 'start' | 'end' | 'zone'>): string {
  const [from, to] = [zone.wallAt(start), zone.wallAt(end)];
  const show = ({ day, month, year }: ReturnType<LocalClock['wallAt']>, parts: 'day' | 'month' | 'year') =>
    [day, ...(parts === 'day' ? [] : [MONTHS[month - 1]]), ...(parts === 'year' ? [year] : [])].join(' ');
  const isOfYear = from.year === to.year;
  const isOfMonth = isOfYear && from.month === to.month;
  if (isOfMonth && from.day === to.day) return show(to, 'year');
  return `${show(from, isOfMonth ? 'day' : isOfYear ? 'month' : 'year')} to ${show(to, 'year')}`;
}

function buildCover(
  { profiles, totals, unread }: ReportContent,
  { title, dates }: { title: string; dates: string },
): ReportPage<ListView<unknown>> {
  const places = new Map(profiles.map((profile, at) => [profile, toAnchor(at)]));
  const list: ListView<ProfileReport> = {
    kind: 'list',
    document: {},
    key: 'profiles',
    rows: profiles,
    columns: COVER_COLUMNS,
    empty: 'no profile could be read',
  };
  return {
    anchor: 'cover',
    title,
    about: dates,
    blocks: [
      {
        kind: 'figures',
        figures: [
          showFigure('Profiles', totals.profiles),
          showFigure('Followers', totals.followers, formatChange(totals.newFollowers)),
          showFigure('Posts', totals.posts, formatInteractions(totals.interactions)),
          showFigure('Comments', totals.comments, formatGrouped(totals.questions, 'question')),
          showFigure('Waiting for an answer', totals.waiting),
          { title: 'Time to answer', value: formatWait(totals.medianAnswerSeconds), about: 'median' },
          showFigure('Automated answers', totals.sent, 'sent'),
          showFigure('New reviews', totals.reviews),
        ],
      },
      { kind: 'heading', text: 'Profiles' },
      {
        kind: 'list',
        list: list as ListView<unknown>,
        anchorOf: (row) => places.get(row as ProfileReport) ?? '',
      }, // its rows
      ...(unread.length === 0
        ? []
        : [{ kind: 'heading', text: 'Not read' } as const, { kind: 'text', sentences: unread } as const]),
    ],
  };
}

/** Columns of the profiles, also in the formats of programs. */
export const COVER_COLUMNS: readonly Column<ProfileReport>[] = [
  { ...pickMember('brand', 'profile'), role: 'name', drop: 0 },
  { ...pickMember('profile', 'alias'), dataOnly: true },
  defineNumber('followers.followers', 'followers', ({ followers }) => followers?.followers ?? null, 0),
  {
    ...defineNumber<ProfileReport>(
      'followers.newFollowers',
      'new',
      ({ followers }) => followers?.newFollowers ?? null,
      0,
    ),
    show: ({ followers }) => formatChange(followers?.newFollowers ?? null) || NOTHING,
  },
  defineNumber('posts.published', 'posts', ({ posts }) => posts?.published ?? null, 3),
  defineNumber('posts.interactions', 'interactions', ({ posts }) => posts?.interactions ?? null, 4),
  defineNumber('comments.comments', 'comments', ({ comments }) => countComments(comments), 3),
  defineNumber('comments.waiting', 'waiting', ({ comments }) => comments?.waiting ?? null, 0),
  {
    name: 'comments.medianAnswerSeconds',
    title: 'time to answer',
    value: ({ comments }) => comments?.medianAnswerSeconds ?? null,
    show: ({ comments }) => formatWait(comments?.medianAnswerSeconds ?? null),
    align: 'right',
    drop: 6,
  },
  defineNumber('automations.sent', 'sent', ({ automations }) => automations?.sent ?? null, 5),
];

interface PageContent extends ReportContent {
  dates: string;
  anchor: string;
}

function buildPage(profile: ProfileReport, content: PageContent): ReportPage<ListView<unknown>> {
  const { dates, anchor } = content;
  const { followers, posts, comments, automations, reviews, unread } = profile;
  return {
    anchor,
    title: profile.brand,
    about: dates,
    blocks: [
      { kind: 'figures', figures: listFigures(profile) },
      ...(followers === null ? [] : buildFollowers(followers)),
      ...(posts === null ? [] : buildPosts(posts, content)),
      ...(comments === null ? [] : buildComments(comments, content)),
      ...(automations === null ? [] : buildAutomations(automations)),
      ...(reviews === null ? [] : buildReviews(reviews)),
      ...(unread.length === 0 ? [] : [heading('Not read')]),
      ...(unread.length === 0
        ? []
        : [
            {
              kind: 'text',
              sentences: describeUnread(unread),
            } as const,
          ]),
    ],
  };
}

function listFigures({
  followers,
  posts,
  comments,
  automations,
  reviews,
}: ProfileReport): readonly ReportFigure[] {
  const added = reviews?.networks.reduce((sum, network) => sum + network.added, 0) ?? null;
  return [
    showFigure('Followers', followers?.followers ?? null, formatChange(followers?.newFollowers ?? null)),
    showFigure('Posts', posts?.published ?? null, formatInteractions(posts?.interactions ?? null)),
    showFigure('Comments', countComments(comments), formatGrouped(comments?.questions ?? 0, 'question')),
    showFigure('Waiting for an answer', comments?.waiting ?? null),
    {
      title: 'Time to answer',
      value: formatWait(comments?.medianAnswerSeconds ?? null),
      about: comments === null ? '' : `median of ${comments.answered} answered`,
    },
    showFigure('Automated answers', automations?.sent ?? null, 'sent'),
    showFigure('New reviews', added),
  ];
}
