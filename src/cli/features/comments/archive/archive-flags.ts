import * as z from 'zod';
import { parseSearch, type SearchQuery } from '../../../../domain/text/search-tokens.ts';
import { createUsageError } from '../../../../errors.ts';
import { CommentPlatform } from '../../../../service/platforms.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { buildSinceSchema, getStartTime, type Since } from '../../../framework/input/time/since.ts';
import type { ArchiveFilter } from './archive-filter.ts';

/** Flags that select comments of an archive by their time. */
export const ARCHIVE_TIMES = {
  since: defineFlag(
    buildSinceSchema().optional().describe('only written since then: 2h, 90d, yesterday, a day or a time'),
    { placeholder: 'time' },
  ),
  until: defineFlag(
    buildSinceSchema().optional().describe('only written before then: 2h, 90d, yesterday, a day or a time'),
    { placeholder: 'time' },
  ),
};

/** Flags that select comments of an archive. */
export const ARCHIVE_FILTER = {
  platform: defineFlag(z.array(CommentPlatform).default([]).describe('only comments on these networks'), {
    placeholder: 'network',
  }),
  from: defineTextFlag('only comments of the person with this handle, name or id', { placeholder: 'handle' }),
  post: defineTextFlag('only comments of this post (Service Post ID)', {
    placeholder: 'id',
    offers: 'post id',
  }),
  ...ARCHIVE_TIMES,
};

/** The flag that names another archive than that of the profile. */
export const ARCHIVE_FILE = {
  file: defineTextFlag('archive in a SQLite file (default: that of the profile)', {
    placeholder: 'file',
  }),
};

/**
 * Reads what was typed to be found.
 *
 * @throws CrierError of kind usage for a text without a letter, digit or emoji
 */
export function readQuery(typed: string): SearchQuery {
  const query = parseSearch(typed);
  if (typed.trim() !== '' && query.wanted.length + query.unwanted.length === 0)
    throw createUsageError(
      'there is no word to find: letters, digits and emoji are searched for',
      'give a word, such as refund',
    );
  return query;
}

/** @param now in milliseconds since 1970 @param zone for days; null for UTC */
export function readArchiveFilter(
  {
    query,
    platform,
    from,
    post,
    since,
    until,
  }: {
    query: SearchQuery;
    platform: readonly string[];
    from?: string | undefined;
    post?: string | undefined;
    since?: Since | undefined;
    until?: Since | undefined;
  },
  { now, zone }: { now: number; zone: string | null },
): Omit<ArchiveFilter, 'profile'> {
  return {
    query,
    platforms: platform,
    from,
    post,
    since: getStartTime(since?.inZone(zone), now),
    until: until?.inZone(zone).resolve(now) ?? Number.POSITIVE_INFINITY,
    isMissing: false,
  };
}
