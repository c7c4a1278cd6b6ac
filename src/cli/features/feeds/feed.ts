import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { EndpointAnswer } from '../../../service/endpoint.ts';
import { type AnsweredFeed, listFeeds } from '../../../service/endpoints/feeds.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import type { IdsArgument } from '../../framework/many/define-batch-change.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { type Column, listDataColumns, pickMember, type RecordLine } from '../../framework/output/view.ts';

export const FEEDS = defineFlag(
  z.array(z.string().regex(/\S/, 'must not be blank')).default([]).describe('ids or addresses of feeds'),
  { placeholder: 'feed' },
);

export const FEED_COLUMNS: readonly Column<AnsweredFeed>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('title', 'title'), role: 'name', drop: 2 },
  {
    ...pickMember('feedURL', 'feed'),
    // what is wrong matters more than where it is
    show: ({ feedURL, error, heldBack }) => {
      const fault = error ?? (heldBack?.count ? `${heldBack.count} not posted` : null);
      return fault === null ? (feedURL ?? '') : `${fault} (${feedURL ?? ''})`;
    },
    role: 'text',
    flexible: true,
    drop: 0,
  },
  ...listDataColumns<AnsweredFeed>({
    websiteLink: 'website',
    type: 'type',
    useFirstImage: 'image',
    autoHashtag: 'hashtags',
  }),
  {
    name: 'created',
    title: 'added',
    value: ({ created }) => readTime(created),
    role: 'time',
    dataOnly: true,
  },
  {
    name: 'lastUpdated',
    title: 'read',
    value: ({ lastUpdated }) => readTime(lastUpdated),
    role: 'time',
    drop: 3,
  },
  {
    name: 'nextUpdate',
    title: 'next',
    value: ({ nextUpdate }) => readTime(nextUpdate),
    role: 'time',
    drop: 4,
  },
  { ...pickMember('error', 'error'), dataOnly: true },
  { name: 'heldBack', title: 'not posted', value: describeHeldBack, dataOnly: true },
];

/** `5 entries not posted since 2026-09-22: older than ones that were there`. */
export function describeHeldBack({ heldBack }: AnsweredFeed): string | null {
  if (!heldBack?.count) return null;
  const since = readTime(heldBack.since);
  const when = typeof since === 'string' ? ` since ${since.slice(0, 'YYYY-MM-DD'.length)}` : '';
  return `${formatCount(heldBack.count, 'entry')} not posted${when}: ${heldBack.reason ?? ''}`;
}

function readTime(time: AnsweredFeed['created']): string | number | null {
  return typeof time === 'string' || typeof time === 'number' ? time : null;
}

/** A feed as a record: a table of one. */
export function listFeedLines(feed: AnsweredFeed): readonly RecordLine[] {
  const lines = FEED_COLUMNS.map((column) => ({
    name: column.name,
    title: column.title,
    value: column.value(feed),
    ...(column.role === 'time' && { role: 'time' as const }),
  }));
  const entries = (feed.heldBack?.entries ?? []).map(({ title, link }) => ({
    name: 'heldBack.entries',
    title: '',
    value: [title, link].filter((part) => part != null).join(' '),
  }));
  const isFault = (name: string) => name === 'error' || name === 'heldBack';
  return [...lines.filter(({ name, value }) => !isFault(name) || value !== null), ...entries];
}

export function readFeeds(client: Client): Promise<ClientAnswer<EndpointAnswer<typeof listFeeds>>> {
  return client.call(listFeeds, {});
}

/**
 * Finds a feed by its id or by its address.
 *
 * @throws CrierError of kind not-found
 */
export function findFeed(feeds: readonly AnsweredFeed[], which: string): AnsweredFeed {
  const found = feeds.find(({ id, feedURL }) => id === which || feedURL === which);
  if (found !== undefined) return found;
  throw new CrierError('not-found', `the profile has no feed ${which}`, {
    http: null,
    advice: `"${crier`feeds list`}" lists its feeds`,
  });
}

/** The ids of the commands that change feeds. Addresses are looked up in the list, which is read only where there are some. */
export const FEED_IDS: IdsArgument = {
  name: 'feeds',
  flag: FEEDS,
  addresses: {
    note: 'the id of a feed that is named by its address is looked up before sending',
    isAddress,
    async lookUp(client, named) {
      if (!named.some(isAddress)) return (which) => which;
      const feeds = (await readFeeds(client)).body.feeds ?? [];
      return (which) => (isAddress(which) ? findFeed(feeds, which).id : which);
    },
  },
};

function isAddress(which: string): boolean {
  return which.includes('://');
}
