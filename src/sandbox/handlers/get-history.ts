import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { DAY_MS, SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import { createAccessFailure } from '../http/access.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { countFitting } from '../page-cursor.ts';
import type { Profile } from '../store/profiles.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';
import { toPostRecord } from './post-record.ts';

/**
 * Lists the posts of the request's profile, or of the profiles whose keys the query names.
 *
 * @see docs/service/posts.md#record
 */
export const getHistory: Handler<'getHistory'> = ({ query }, context) => {
  const { store, now } = context;
  const { from, to } = computeHistoryWindow(query, now);
  const profiles = readProfiles(query, context);
  const history = profiles
    .flatMap((profile) => store.posts.listBetween(profile.id, from, to).map((post) => ({ post, profile })))
    .sort((a, b) => b.post.created - a.post.created)
    .map(({ post, profile }) => toPostRecord(post, store.posts.listCopies(post.id), { ...profile, now }))
    .filter((record) => isMatch(record, query))
    .slice(0, query.limit ?? LIMITS.historyLimit.default);
  if (history.length === 0) {
    throw new ServiceFailure(221, { under: 'history', message: 'There is no history in this time.' });
  }
  const [only = context.profile, ...others] = profiles;
  const { refId } = others.length === 0 ? only : context.profile;
  const fitting = countFitting(history, LIMITS.historyBytes);
  return {
    history: history.slice(0, fitting),
    count: fitting,
    refId,
    // An assumption: the history has no cursor; `endDate` continues it.
    ...(fitting < history.length && { hasMore: true }),
  };
};

/** @throws ServiceFailure 102 for an unknown key, as in the header `Profile-Key` */
function readProfiles({ profileKeys }: HistoryQuery, { store, profile }: HandlerContext): readonly Profile[] {
  if (profileKeys === undefined) return [profile];
  return [...new Set(profileKeys)].map((key) => {
    const found = store.profiles.findByKey(key);
    if (found !== undefined) return found;
    throw createAccessFailure('profileKeys: no profile of this account has one of these keys');
  });
}

type HistoryQuery = HandlerInput<'getHistory'>['query'];

function isMatch(record: ReturnType<typeof toPostRecord>, query: HistoryQuery): boolean {
  const { platforms, status, type } = record;
  if (query.autoRepostId !== undefined && query.autoRepostId !== record.autoRepostId) return false;
  if (query.platforms?.some((name) => platforms.includes(name)) === false) return false;
  if (query.status === undefined ? status === 'deleted' : status !== query.status) return false;
  return query.type === undefined || normalizeType(query.type) === type;
}

/** `now` is a synonym of `immediate`. */
function normalizeType(type: NonNullable<HistoryQuery['type']>) {
  return type === 'now' ? 'immediate' : type;
}

/**
 * A post by its Service Post ID.
 *
 * @see docs/service/posts.md#update, #record
 * @see docs/service/comments.md#COM-20: on an unknown id
 */
export function getPost(
  { params: { id } }: { readonly params: { readonly id: string } },
  { store, profile, now }: HandlerContext,
): object {
  const post = store.posts.find(profile.id, id);
  if (post === undefined) {
    throw new ServiceFailure(186, { action: 'post', id, message: 'The post id was not found.' });
  }
  return toPostRecord(post, store.posts.listCopies(id), { ...profile, now });
}

export const getHistoryById: Handler<'getHistoryById'> = (input, context) => getPost(input, context);

/** The part of a history query that sets the period. */
interface HistoryRange {
  readonly lastDays?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * Computes the period of a history query, both ends inclusive.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; a date without a time is the whole day, UTC. Without an end date the end is open:
 * after a clock was set back, events are later than now
 * @see docs/service/posts.md#record
 */
export function computeHistoryWindow(
  { lastDays, startDate, endDate }: HistoryRange,
  now: number,
): { from: number; to: number } {
  const isDated = startDate !== undefined || endDate !== undefined;
  const days = lastDays ?? LIMITS.historyDays;
  const from = isDated || days === 0 ? 0 : now - days * DAY_MS;
  return {
    from: startDate === undefined ? from : (parseStart(startDate) ?? from),
    to: (endDate === undefined ? null : parseEnd(endDate)) ?? Number.POSITIVE_INFINITY,
  };
}

function parseStart(text: string): number | null {
  return readTimestamp(isDay(text) ? `${text}T00:00:00Z` : text).ms;
}

/** Times are given in whole seconds, so the whole second is included. */
function parseEnd(text: string): number | null {
  const beginning = parseStart(text);
  if (beginning === null) return null;
  return beginning + (isDay(text) ? DAY_MS : SECOND_MS) - 1;
}

function isDay(text: string): boolean {
  return !text.includes('T');
}
