import type { AccountMetric, PostMetric } from '../../service/networks/metrics.ts';

export interface AnalyticsPeriod {
  /** The last days that are drawn. */
  readonly days: number;
}

/** Figures of a day, by the names of metrics. */
export type DayFigures = { readonly date: string } & Readonly<Record<string, number | string>>;

export interface AccountByDay extends Readonly<Record<AccountMetric, number | null>> {
  readonly platform: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly daily: readonly DayFigures[];
}

export interface AccountsDocument {
  readonly analytics: readonly AccountByDay[];
}

export interface NetworkByDay extends Readonly<Record<PostMetric, number | null>> {
  readonly requestedId: string;
  readonly platform: string;
  readonly daily: readonly DayFigures[];
}

export interface PostFiguresDocument {
  readonly results: readonly { readonly id: string; readonly error: { readonly message: string } | null }[];
  readonly analytics: readonly NetworkByDay[];
}

export interface LinkByDay {
  readonly id: string | null;
  readonly shortUrl: string | null;
  readonly originalUrl: string | null;
  readonly totalClicks: number;
  readonly created: string | null;
  readonly daily: readonly DayFigures[];
}

export interface LinksDocument {
  readonly totalClicks: number;
  readonly daily: readonly DayFigures[];
  readonly links: readonly LinkByDay[];
}

/** Of `links show`. */
export interface ClicksOfLink {
  readonly totalClicks: number;
  readonly refererCounts: Readonly<Record<string, number>> | null;
  readonly browserCounts: Readonly<Record<string, number>> | null;
}

export interface WeekdaysDocument {
  readonly timeZone: string;
  readonly totals: { readonly comments: number; readonly replies: number };
  readonly results: readonly unknown[];
  readonly stats: readonly { readonly name: string | null; readonly hours?: readonly number[] }[];
}
