import * as z from 'zod';
import { getField } from '../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { LinkClicks } from '../../../service/endpoints/links.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { formatShortCount } from '../../framework/output/cell.ts';
import { type Column, pickMember, type RecordLine } from '../../framework/output/view.ts';

const Day = z.iso.date('must be a day such as 2026-09-21').optional();

export const createClickDays = () => ({
  clicksSince: defineFlag(Day.describe('count clicks from this day on (UTC): 2026-09-21'), {
    placeholder: 'day',
  }),
  clicksUntil: defineFlag(Day.describe('count clicks up to the end of this day (UTC)'), {
    placeholder: 'day',
  }),
});

export function readClickDays(days: { clicksSince?: string | undefined; clicksUntil?: string | undefined }) {
  const { clicksSince, clicksUntil } = days;
  return {
    ...(clicksSince !== undefined && { fromClickDate: clicksSince }),
    ...(clicksUntil !== undefined && { toClickDate: clicksUntil }),
  };
}

const Counts = z.record(z.string(), z.number());

export const ShortLinkRecord = z.strictObject({
  id: z.string().nullable(),
  shortUrl: z.string().nullable(),
  originalUrl: z.string().nullable(),
  created: z.string().nullable(),
  totalClicks: z.number(),
  refererCounts: Counts.describe('clicks by the host that linked to it; direct is none'),
  browserCounts: Counts.describe('clicks by family of browsers'),
});
export type ShortLinkRecord = z.infer<typeof ShortLinkRecord>;

/** Reads a link from a response; what is missing is null, or has no clicks. */
export function toShortLinkRecord(link: LinkClicks): ShortLinkRecord {
  return {
    ...readLinkMembers(link),
    refererCounts: link.refererCounts ?? {},
    browserCounts: link.browserCounts ?? {},
  };
}

export function readLinkMembers(link: unknown) {
  const text = (name: string) => {
    const value = getField(link, name);
    return typeof value === 'string' ? value : null;
  };
  const clicks = getField(link, 'totalClicks');
  return {
    id: text('id'),
    shortUrl: text('shortUrl'),
    originalUrl: text('originalUrl'),
    created: readTimestamp(getField(link, 'created')).iso,
    totalClicks: typeof clicks === 'number' ? clicks : 0,
  };
}

type CountedLink = ReturnType<typeof readLinkMembers>;

/** The largest of some counts, as people read them: `direct 3, news.example 1`. */
function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** Columns of links: the clicks first, since tables cut addresses. */
export const LINK_COLUMNS: readonly Column<CountedLink>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  {
    ...pickMember('totalClicks', 'clicks'),
    show: ({ totalClicks }) => formatShortCount(totalClicks),
    role: 'count',
    drop: 0,
  },
  { ...pickMember('originalUrl', 'leads to'), role: 'text', flexible: true },
  { ...pickMember('shortUrl', 'short'), dataOnly: true, inWide: true },
  { ...pickMember('created', 'created'), role: 'time', drop: 1 },
];

/** The same, with referers and browsers for TSV and CSV. */
export const CLICKED_LINK_COLUMNS: readonly Column<ShortLinkRecord>[] = [
  ...LINK_COLUMNS,
  {
    ...pickMember('refererCounts', 'referers'),
    show: ({ refererCounts }) => formatCounts(refererCounts),
    dataOnly: true,
    inWide: true,
  },
  {
    ...pickMember('browserCounts', 'browsers'),
    show: ({ browserCounts }) => formatCounts(browserCounts),
    dataOnly: true,
    inWide: true,
  },
];

export function buildLinkLines(link: ShortLinkRecord): readonly RecordLine[] {
  return [
    { name: 'id', title: 'id', value: link.id },
    { name: 'shortUrl', title: 'short address', value: link.shortUrl },
    { name: 'originalUrl', title: 'leads to', value: link.originalUrl },
    { name: 'created', title: 'created', value: link.created, role: 'time' },
    { name: 'totalClicks', title: 'clicks', value: link.totalClicks },
    {
      name: 'refererCounts',
      title: 'referers',
      value: link.refererCounts,
      shown: formatCounts(link.refererCounts),
    },
    {
      name: 'browserCounts',
      title: 'browsers',
      value: link.browserCounts,
      shown: formatCounts(link.browserCounts),
    },
  ];
}
