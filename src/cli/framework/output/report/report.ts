/**
 * What a list shows in place of its rows as a table, in Markdown and as a page; other formats have the rows.
 *
 * @template List a list with its columns
 */
export interface Report<List> {
  /** Of the document: `Kestrel Lane Coffee`. */
  readonly title: string;
  readonly pages: readonly ReportPage<List>[];
}

/** A page, which begins on a new sheet of paper. */
export interface ReportPage<List> {
  /** Unique in the report; links of the cover lead to it. */
  readonly anchor: string;
  readonly title: string;
  /** Below the title: its dates. */
  readonly about: string;
  readonly blocks: readonly ReportBlock<List>[];
}

export type ReportBlock<List> =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'figures'; readonly figures: readonly ReportFigure[] }
  | { readonly kind: 'chart'; readonly chart: ReportChart }
  | { readonly kind: 'cards'; readonly cards: readonly ReportCard[] }
  | {
      readonly kind: 'list';
      readonly list: List;
      /** The anchor of the page that a row leads to. */
      readonly anchorOf?: (row: unknown) => string;
    }
  /** Sentences, a paragraph each. */
  | { readonly kind: 'text'; readonly sentences: readonly string[] };

/** A number at a glance, with what belongs to it. */
export interface ReportFigure {
  readonly title: string;
  readonly value: string;
  /** Such as a change; empty for nothing. */
  readonly about: string;
}

/** Counts, each with its name, in the order of time. */
export interface ReportChart {
  readonly title: string;
  /** Names in full: `Tue 24 Nov 2026`. */
  readonly bars: readonly { readonly name: string; readonly count: number }[];
}

/** Something that is shown with its picture. */
export interface ReportCard {
  readonly title: string;
  readonly text: string;
  readonly about: readonly string[];
  readonly picture: ReportPicture;
}

/** A picture as a data URL, or what is drawn in its place. */
export type ReportPicture =
  | { readonly kind: 'image'; readonly dataUrl: string; readonly name: string }
  | { readonly kind: 'text' | 'video' | 'missing'; readonly name: string };

/** What a chart shows, in words: `210 in 7 days; the most on Tue 24 Nov 2026 (48), the fewest on Sun 22 Nov 2026 (12)`. */
export function describeChart({ bars }: ReportChart): string {
  const [first] = bars;
  if (first === undefined) return 'nothing';
  const sum = bars.reduce((total, { count }) => total + count, 0);
  const most = bars.reduce((one, other) => (other.count > one.count ? other : one), first);
  const fewest = bars.reduce((one, other) => (other.count < one.count ? other : one), first);
  const total = `${formatNumber(sum)} in ${bars.length === 1 ? '1 day' : `${bars.length} days`}`;
  if (most.count === fewest.count) return total;
  return `${total}; the most on ${most.name} (${formatNumber(most.count)}), the fewest on ${fewest.name} (${formatNumber(fewest.count)})`;
}

/** Numbers of a report are in full, unlike those of tables: `12,002`. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en', { maximumFractionDigits: 1 });
}
