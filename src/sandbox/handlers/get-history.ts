import { LIMITS } from '../../service/limits.ts';
import { createAccessFailure } from '../http/access.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { countFitting } from '../page-cursor.ts';
import type { Profile } from '../store/profiles.ts';
import { computeHistoryWindow } from './compute-history-window.ts';
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
