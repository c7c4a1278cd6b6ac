import { LIMITS } from '../../facts/limits.ts';
import { historyWindow } from '../../rules/history-window.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { Handler, HandlerInput } from './handler.ts';
import { postRecord } from './post-record.ts';

/** @see undescribed.md 6.5 */
export const getHistory: Handler<'getHistory'> = ({ query }, { store, profile, now }) => {
  const { from, to } = historyWindow(query, now);
  const history = store.posts
    .between(profile.id, from, to)
    .map((post) => postRecord(post, store.posts.copies(post.id), { ...profile, now }))
    .filter((record) => isMeant(record, query))
    .slice(0, query.limit ?? LIMITS.historyLimit.default);
  if (history.length === 0) {
    throw new ServiceFailure(221, { under: 'history', message: 'There is no history in this time.' });
  }
  return { history, count: history.length, refId: profile.refId };
};

type Query = HandlerInput<'getHistory'>['query'];

function isMeant(record: ReturnType<typeof postRecord>, query: Query): boolean {
  const { platforms, status, type } = record;
  if (query.autoRepostId !== undefined && query.autoRepostId !== record.autoRepostId) return false;
  if (
    query.platforms !== undefined &&
    !query.platforms.split(',').some((name) => platforms.some((each) => each === name))
  )
    return false;
  if (query.status === undefined ? status === 'deleted' : status !== query.status) return false;
  return query.type === undefined || sameType(query.type) === type;
}

/** `now` is another word for `immediate`. */
function sameType(type: NonNullable<Query['type']>) {
  return type === 'now' ? 'immediate' : type;
}
