import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { DAY_MS, SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { PostBody } from '../../../service/post-body.ts';
import type { PostStatus } from '../../../service/posts.ts';
import { createAccessFailure } from '../../http/access.ts';
import { formatFailureMessage, ServiceFailure } from '../../http/service-failure.ts';
import { countFitting } from '../../page-cursor.ts';
import { TIKTOK, toCopyResult, toErrorResult } from '../../publish/publish-target.ts';
import { findPost, type Post, type PostChoice, type PostError, readPostsBetween } from '../../store/posts.ts';
import { findProfileByKey, type Profile } from '../../store/profiles.ts';
import { listCopies, type SocialPost } from '../../store/social-posts.ts';
import type { Handler, HandlerContext, HandlerInput } from '../handler.ts';

/**
 * Lists the posts of the request's profile, or of the profiles whose keys the query names.
 *
 * @see docs/service/posts.md#record
 */
export const getHistory: Handler<'getHistory'> = ({ query }, context) => {
  const { store, now } = context;
  const { from, to } = computeHistoryWindow(query, now);
  const profiles = readProfiles(query, context);
  const history = readPosts(profiles, { store, from, to, choice: choosePosts(query) })
    .filter(({ post }) => mayMatch(post, query, now))
    .map(({ post, profile }) => toPostRecord(post, listCopies(store, post.id), { ...profile, now }))
    .filter((record) => isMatch(record, query))
    .take(query.limit ?? LIMITS.historyLimit.default)
    .toArray();
  if (history.length === 0) {
    throw new ServiceFailure(221, { under: 'history', message: 'There is no history in this time.' });
  }
  const [only = context.profile, ...others] = profiles;
  const { refId } = others.length === 0 ? only : context.profile;
  const fitting = countFitting(history, ASSUMED.historyBytes);
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
    const found = findProfileByKey(store, key);
    if (found !== undefined) return found;
    throw createAccessFailure('profileKeys: no profile of this account has one of these keys');
  });
}

type HistoryQuery = HandlerInput<'getHistory'>['query'];

/** What a filter selects may be rare: it is found by an index. */
function choosePosts({ autoRepostId, status, platforms, type }: HistoryQuery): PostChoice {
  if (autoRepostId !== undefined) return { of: 'series', value: autoRepostId };
  if (status === 'error') return { of: 'facets', values: ['error'] };
  if (status !== undefined && status !== 'success')
    return { of: 'status', value: status === 'processing' ? 'pending' : status };
  if (platforms !== undefined) return { of: 'facets', values: [...new Set(platforms)] };
  return type === undefined ? { of: 'all' } : { of: 'facets', values: [normalizeType(type)] };
}

/** Whether a post may match, as far as it is known without its copies, which take a query each. */
function mayMatch(post: Post, { status: wanted, type }: HistoryQuery, now: number): boolean {
  if (type !== undefined && normalizeType(type) !== post.about.type) return false;
  const { status } = post.about;
  if (wanted === undefined) return status !== 'deleted';
  const [good, bad] = [false, true].map((hasErrors) => getPostStatus(post, { hasErrors, now }));
  return wanted === good || wanted === bad;
}

interface PostOfProfile {
  readonly post: Post;
  readonly profile: Profile;
}

/** Newest first; of each profile, no more than one batch is read beyond those that are taken. */
function readPosts(
  profiles: readonly Profile[],
  { store, ...range }: { store: HandlerContext['store'] } & Parameters<typeof readPostsBetween>[2],
): IteratorObject<PostOfProfile, void> {
  const lists = profiles.map((profile) =>
    readPostsBetween(store, profile.id, range).map((post): PostOfProfile => ({ post, profile })),
  );
  return mergeNewestFirst(lists);
}

/** Of one time, those of an earlier list come first. */
function* mergeNewestFirst(
  lists: readonly IteratorObject<PostOfProfile, void>[],
): Generator<PostOfProfile, void> {
  const heads = lists.map((list) => list.next().value);
  for (;;) {
    const newest = Math.max(...heads.map((head) => head?.post.created ?? Number.NEGATIVE_INFINITY));
    const place = heads.findIndex((head) => head?.post.created === newest);
    const head = heads[place];
    if (head === undefined) return;
    yield head;
    heads[place] = lists[place]?.next().value;
  }
}

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
  { params: { id } }: { params: { id: string } },
  { store, profile, now }: HandlerContext,
): object {
  const post = findPost(store, profile.id, id);
  if (post === undefined) {
    throw new ServiceFailure(186, { action: 'post', id, message: 'The post id was not found.' });
  }
  return toPostRecord(post, listCopies(store, id), { ...profile, now });
}

export const getHistoryById: Handler<'getHistoryById'> = (input, context) => getPost(input, context);

/**
 * Computes the period of a history query, both ends inclusive.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; a date without a time is the whole day, UTC. Without an end date the end is open:
 * after a clock was set back, events are later than now
 * @see docs/service/posts.md#record
 */
export function computeHistoryWindow(
  {
    lastDays,
    startDate,
    endDate,
  }: { lastDays?: number | undefined; startDate?: string | undefined; endDate?: string | undefined },
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

/** The profile of a post, and the time at which it is read. */
type PostRecordContext = Pick<Profile, 'title' | 'refId'> & {
  /** Default: no post is being processed. */
  now?: number;
};

/**
 * Converts a post to its form in the service.
 *
 * @param copies its copies, one for each network
 * @see docs/service/posts.md#response, #record
 */
export function toPostRecord(
  post: Post,
  copies: readonly SocialPost[],
  { title, refId, now }: PostRecordContext,
) {
  const { about } = post;
  const failed = copies.filter(({ id }) => id === TIKTOK.failed);
  const isKnown = ({ platform }: SocialPost) => about.errors.some((error) => error.platform === platform);
  const errors = [...about.errors, ...failed.filter((copy) => !isKnown(copy)).map(toTikTokError)];
  return {
    id: post.id,
    post: post.text,
    platforms: [...new Set([...about.platforms, ...copies.map(({ platform }) => platform)])],
    postIds: copies.filter((copy) => !failed.includes(copy)).map(toCopyResult),
    errors: errors.map(toErrorResult),
    status: getPostStatus(post, { hasErrors: errors.length > 0, now }),
    type: about.type,
    created: formatIsoSeconds(post.created),
    ...(about.scheduleDate !== null && { scheduleDate: formatIsoSeconds(about.scheduleDate) }),
    mediaUrls: about.mediaUrls,
    urls: about.urls,
    ...(about.notes !== null && { notes: about.notes }),
    ...(about.autoRepostId !== null && { autoRepostId: about.autoRepostId }),
    ...(isWaiting(post) && about.body !== null && { request: pickRequest(about.body) }),
    profileTitle: title,
    refId,
  } as const;
}

/** The fields of a request that describe the post; others may be keys of profiles. */
function pickRequest(body: PostBody): Partial<PostBody> {
  const { idempotencyKey: _key, ...fields } = body;
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => Object.hasOwn(PostBody.shape, name) && value !== undefined,
    ),
  );
}

/** A due post is being processed until it is published. */
function getPostStatus(
  { dueAt, about }: Post,
  { hasErrors, now = -Infinity }: { hasErrors: boolean; now: number | undefined },
): PostStatus {
  if (about.status === 'pending' && dueAt !== null && dueAt <= now) return 'processing';
  return about.status ?? (hasErrors ? 'error' : 'success');
}

function toTikTokError({ platform }: SocialPost): PostError {
  return { platform, code: TIKTOK.code, message: formatFailureMessage(TIKTOK.code) };
}

/** @throws ServiceFailure 186 when the profile has no such post; `action` is the endpoint's */
export function requirePost(id: string, { store, profile }: HandlerContext): Post {
  const post = findPost(store, profile.id, id);
  if (post === undefined) throw new ServiceFailure(186, { id, message: 'The post id was not found.' });
  return post;
}

const WAITING: readonly (PostStatus | null)[] = ['awaiting approval', 'pending', 'paused'];

/** Whether a post waits for its date or for approval, or is paused. */
export function isWaiting({ about: { status } }: Post): boolean {
  return WAITING.includes(status);
}
