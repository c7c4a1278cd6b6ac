import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { formatDay, toDay } from '../networks/post-metrics.ts';
import {
  type ClickCount,
  countClicksByDay,
  createLink,
  type DayClicks,
  findOwnLink,
  formatShortUrl,
  listLinkClicks,
  listLinksBetween,
  type ShortLink,
} from '../store/links.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { computeHistoryWindow } from './posts/get-history.ts';

/** @see docs/service/endpoints.md#links */
export const shortenLink: Handler<'shortenLink'> = ({ body: { url } }, { store, profile, now, random }) => {
  const link = store.transaction(() => createLink(store, { profile: profile.id, url, created: now }, random));
  return { status: 'success', ...toLinkMembers(link, store) };
};

/**
 * The links of the profile, newest first, those of posts included.
 *
 * @see docs/service/endpoints.md#links
 */
export const listLinks: Handler<'listLinks'> = ({ query }, context) => {
  const { store, profile } = context;
  const links = listLinksBetween(store, profile.id, toCreatedRange(query));
  return { status: 'success', analytics: links.map((link) => toLinkClicks(link, query, context)) };
};

/** @see docs/service/endpoints.md#links */
export const getLink: Handler<'getLink'> = ({ params: { id }, query }, context) => {
  const link = findOwnLink(context.store, context.profile.id, id);
  const { from, to } = toCreatedRange(query);
  if (link === undefined || link.created < from || link.created > to)
    throw new ServiceFailure(1404, { id, message: 'The short link was not found.' });
  return {
    status: 'success',
    analytics: toLinkClicks(link, query, context),
  };
};

/**
 * The clicks on the links of the profile by day.
 *
 * @see docs/service/endpoints.md#analytics
 */
export const getLinkAnalytics: Handler<'getLinkAnalytics'> = ({ query }, context) => {
  const { store, profile } = context;
  const days = toDayRange({ startDate: query.fromDate, endDate: query.toDate });
  const all = countClicksByDay(store, profile.id, days);
  return {
    status: 'success',
    totalClicks: sumClicks(all),
    daily: toDailyClicks(all),
    links: listLinksBetween(store, profile.id, ALWAYS).map((link) => {
      const own = listLinkClicks(store, link.id, days);
      return { ...toLinkMembers(link, store), totalClicks: sumClicks(own), daily: toDailyClicks(own) };
    }),
  };
};

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER } as const;

type LinkDates = HandlerInput<'getLink'>['query'];
type DateRange = Omit<Parameters<typeof computeHistoryWindow>[0], 'lastDays'>;

function toCreatedRange({ fromCreatedDate, toCreatedDate }: LinkDates) {
  return toTimeRange({ startDate: fromCreatedDate, endDate: toCreatedDate });
}

/** Both ends included; without a date, it has no end. */
function toTimeRange(range: DateRange): { from: number; to: number } {
  const { from, to } = computeHistoryWindow({ ...range, lastDays: 0 }, 0);
  return { from, to: Math.min(to, Number.MAX_SAFE_INTEGER) };
}

/** Clicks are counted by day: a time means its whole day. */
function toDayRange(range: DateRange): { from: number; to: number } {
  const { from, to } = toTimeRange(range);
  return { from: toDay(from), to: toDay(to) };
}

function toLinkMembers({ id, url, created }: ShortLink, store: HandlerContext['store']) {
  return { id, shortUrl: formatShortUrl(store, id), originalUrl: url, created: formatIsoSeconds(created) };
}

function toLinkClicks(link: ShortLink, { fromClickDate, toClickDate }: LinkDates, { store }: HandlerContext) {
  const days = toDayRange({ startDate: fromClickDate, endDate: toClickDate });
  const clicks = listLinkClicks(store, link.id, days);
  return {
    ...toLinkMembers(link, store),
    totalClicks: sumClicks(clicks),
    refererCounts: sumBy(clicks, ({ referer }) => referer),
    browserCounts: sumBy(clicks, ({ browser }) => browser),
  };
}

function sumClicks(clicks: readonly DayClicks[]): number {
  return clicks.reduce((sum, { count }) => sum + count, 0);
}

/** The names come from headers of strangers: built from entries, so that none of them is special. */
function sumBy(
  clicks: readonly ClickCount[],
  getName: (click: ClickCount) => string,
): Readonly<Record<string, number>> {
  const sums = [...Map.groupBy(clicks, getName)].map(([name, some]) => [name, sumClicks(some)] as const);
  return Object.fromEntries(sums.toSorted(([, a], [, b]) => b - a));
}

function toDailyClicks(clicks: readonly DayClicks[]) {
  return [...Map.groupBy(clicks, ({ day }) => day)]
    .toSorted(([one], [other]) => one - other)
    .map(([day, some]) => ({
      date: formatDay(day),
      clicks: sumClicks(some),
    }));
}
