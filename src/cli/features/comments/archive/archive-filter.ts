import type { SearchPhrase, SearchQuery } from '../../../../domain/text/search-tokens.ts';
import { FACTS, getFirstPlace } from './archive-database.ts';

/** Which comments of an archive are selected. */
export interface ArchiveFilter {
  readonly query: SearchQuery;
  readonly platforms: readonly string[];
  /** A handle, a name or an id. */
  readonly from: string | undefined;
  readonly post: string | undefined;
  /** In milliseconds since 1970; comments without a time are older than any. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
  /** Those of one profile; undefined for all. */
  readonly profile: string | null | undefined;
  /** Only those that the service no longer lists. */
  readonly isMissing: boolean;
}

/** A search ranks that many of the newest matches: reading and scoring each costs time. */
export const MOST_RANKED = 5_000;
/** More are not counted. */
export const MOST_COUNTED = 10_000;

/** The condition of a filter on `comment_words`. Everything that was typed is a quoted token in it. */
export function buildWhere(filter: ArchiveFilter, before = Number.POSITIVE_INFINITY) {
  const missing = 'rowid in (select place from comments where missing_since is not null)';
  const times = listTimes(filter, 'rowid', before);
  return {
    where: ['comment_words match ?', ...times, ...(filter.isMissing ? [missing] : [])].join(' and '),
    values: [buildMatch(filter)],
  };
}

function listTimes(
  { since, until }: ArchiveFilter,
  column: 'rowid' | 'place',
  before = Number.POSITIVE_INFINITY,
): readonly string[] {
  const end = Math.min(before, until === Number.POSITIVE_INFINITY ? until : getFirstPlace(until));
  return [
    ...(since === Number.NEGATIVE_INFINITY ? [] : [`${column} >= ${getFirstPlace(since)}`]),
    ...(end === Number.POSITIVE_INFINITY ? [] : [`${column} < ${end}`]),
  ];
}

/** The same on `comments`: the index is only used where a word or a fact selects. */
export function buildRowFilter(filter: ArchiveFilter): { where: string; values: readonly string[] } {
  const { query, platforms, from, post, profile, isMissing } = filter;
  const hasWords = query.wanted.length + query.unwanted.length + platforms.length > 0;
  const isOf = [from, post, profile].some((each) => each !== undefined);
  if (!hasWords && !isOf) {
    const parts = [...listTimes(filter, 'place'), ...(isMissing ? ['missing_since is not null'] : [])];
    return { where: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, values: [] };
  }
  const { where, values } = buildWhere(filter);
  return { where: `where place in (select rowid from comment_words where ${where})`, values };
}

function buildMatch({ query, platforms, from, post, profile }: ArchiveFilter): string {
  const facts = [
    platforms.map(FACTS.network),
    from === undefined ? [] : [FACTS.authorId(from), FACTS.authorName(from)],
    post === undefined ? [] : [FACTS.post(post)],
    profile === undefined ? [] : [FACTS.profile(profile)],
  ].filter((some) => some.length > 0);
  const wanted = [
    ...query.wanted.map(formatPhrase),
    ...facts.map((some) => `(facts : (${some.map((fact) => `"${fact}"`).join(' OR ')}))`),
  ];
  const all = wanted.length === 0 ? [`(facts : "${FACTS.every()}")`] : wanted;
  return [all.join(' AND '), ...query.unwanted.map(formatPhrase)].map((part) => `(${part})`).join(' NOT ');
}

function formatPhrase({ kind, tokens, isPrefix }: SearchPhrase): string {
  return `(${kind === 'mark' ? 'marks' : 'text'} : "${tokens.join(' ')}"${isPrefix ? ' *' : ''})`;
}
