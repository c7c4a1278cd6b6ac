import type { PostChange } from '../../../service/endpoints/posts.ts';
import { PLATFORMS } from '../../../service/platforms.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { createInputFailure, ServiceFailure } from '../../http/service-failure.ts';
import { enqueueScheduled } from '../../publish/post-events.ts';
import { publishPost } from '../../publish/publish-post.ts';
import { getPostBody } from '../../publish/publish-target.ts';
import { changePost, type Post } from '../../store/posts.ts';
import { changeSocialPost, listAllCopies, listCopies } from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { isWaiting, requirePost, toPostRecord } from './get-history.ts';
import { listWaitingRepetitions, moveTo, replaceMissedSlot } from './repeated-posts.ts';

/**
 * Changes what the body names, atomically. A post that is approved when its date has passed, or that has none, is
 * published at once. Its approval is that of the posts that repeat it.
 *
 * @see docs/service/posts.md#update, #approval, #POST-08
 */
export const updatePost: Handler<'updatePost'> = ({ body }, context) => {
  const { id, ...change } = body;
  const { store, now } = context;
  const warnings = store.transaction(() => {
    const before = requirePost(id, context);
    if (before.about.status === 'deleted') throw createInputFailure('id: the post was deleted');
    const isApproval = change.approved === true && change.scheduleDate === undefined;
    const planned = isApproval && isUnapproved(before) ? replaceMissedSlot(before, now, store) : before;
    const after = changeSchedule(changeContent(planned, change), change, now);
    storeChange(before, after, context);
    if (change.approved !== undefined) updateRepetitions(before, after, context);
    return change.disableComments === undefined ? [] : setComments(after, change.disableComments, context);
  });
  return { status: 'success', id, ...change, ...(warnings.length > 0 && { warnings }) };
};

function isUnapproved({ about }: Post): boolean {
  return about.status === 'awaiting approval';
}

/** Publishes a post whose waiting is over. The caller holds the transaction. */
function storeChange(before: Post, after: Post, { store, random, now }: HandlerContext): void {
  changePost(store, after);
  if (after.about.status !== null || before.about.status === null) return;
  const publisher = { store, random, now: () => now };
  enqueueScheduled(publisher, publishPost(publisher, after).post);
}

/**
 * Approves or holds back the posts that repeat a post, as the post itself. When it is published later than planned,
 * they are as well, so that the days between remain.
 */
function updateRepetitions(before: Post, after: Post, context: HandlerContext): void {
  const { store, now } = context;
  const approved = !isUnapproved(after);
  const planned = before.about.scheduleDate ?? before.created;
  const delay = Math.max(now, after.about.scheduleDate ?? now) - planned;
  for (const repetition of listWaitingRepetitions(before, store)) {
    const { scheduleDate } = repetition.about;
    const isLater = approved && isUnapproved(repetition) && scheduleDate !== null && delay > 0;
    const moved = isLater ? moveTo(repetition, scheduleDate + delay, store) : repetition;
    storeChange(repetition, changeSchedule(moved, { approved }, now), context);
  }
}

/** Closes or opens the comments of published copies. @returns warnings for networks where that has no effect */
function setComments(post: Post, isClosed: boolean, { store }: HandlerContext) {
  const copies = listAllCopies(store, post.id);
  for (const { row, platform, id, resolvesAt, about } of copies) {
    if (!PLATFORMS[platform].comments?.disable) continue;
    changeSocialPost(store, row, { id, resolvesAt, about: { ...about, commentsDisabled: isClosed } });
  }
  return post.about.platforms
    .filter((platform) => !PLATFORMS[platform].comments?.disable)
    .map((platform) => ({
      platform,
      feature: 'disableComments',
      code: 101,
      message: `disableComments: has no effect on ${PLATFORMS[platform].name}`,
    }));
}

/**
 * Changes the content of a post.
 *
 * @throws ServiceFailure 101 for options of a network that the post does not go to
 */
function changeContent(post: Post, change: PostChange): Post {
  const { notes = post.about.notes, disableComments, youTubeOptions } = change;
  if (youTubeOptions !== undefined && !post.about.platforms.includes('youtube')) {
    throw createInputFailure('youTubeOptions: the post does not go to youtube');
  }
  const body = getPostBody(post);
  const options = { ...body.youTubeOptions, ...pickDefined(youTubeOptions ?? {}) };
  return {
    ...post,
    about: {
      ...post.about,
      notes,
      body: {
        ...body,
        ...(disableComments !== undefined && setDisableComments(body, disableComments)),
        ...(youTubeOptions !== undefined && { youTubeOptions: options }),
      },
    },
  };
}

/** The later value counts, wherever the former one is set. */
function setDisableComments({ tikTokOptions }: PostBody, disableComments: boolean): Partial<PostBody> {
  if (tikTokOptions?.disableComments === undefined) return { disableComments };
  return { disableComments, tikTokOptions: { ...tikTokOptions, disableComments } };
}

function pickDefined<Fields extends object>(fields: Fields) {
  // Object.entries loses the types of the members; those that remain have them.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/**
 * Changes when and whether a post is published. Its status becomes null when it is published immediately: it was
 * approved, and its date has passed.
 *
 * @throws ServiceFailure 101 for a published post, and for a change that its status does not allow
 * @see docs/service/posts.md#update
 */
function changeSchedule(post: Post, change: PostChange, now: number): Post {
  const moved = setDate(post, change);
  const held = setPause(moved, change);
  const judged = setApproval(held, change, now);
  const { status, scheduleDate } = judged.about;
  const isMoved = judged.about.status !== post.about.status || change.scheduleDate !== undefined;
  if (!isMoved) return judged;
  return { ...judged, dueAt: status === 'pending' ? scheduleDate : null };
}

function setDate(post: Post, { scheduleDate }: PostChange): Post {
  if (scheduleDate === undefined) return post;
  requireWaiting(post, 'scheduleDate');
  return { ...post, about: { ...post.about, type: 'scheduled', scheduleDate: Date.parse(scheduleDate) } };
}

function setPause(post: Post, { scheduledPause }: PostChange): Post {
  if (scheduledPause === undefined) return post;
  requireWaiting(post, 'scheduledPause');
  const { status, scheduleDate } = post.about;
  if (status === 'awaiting approval' || scheduleDate === null) {
    throw createInputFailure('scheduledPause: is only for a scheduled post');
  }
  return { ...post, about: { ...post.about, status: scheduledPause ? 'paused' : 'pending' } };
}

function setApproval(post: Post, { approved }: PostChange, now: number): Post {
  if (approved === undefined) return post;
  requireWaiting(post, 'approved');
  const { about } = post;
  if (!approved) return { ...post, about: { ...about, status: 'awaiting approval' } };
  if (about.status !== 'awaiting approval') return post;
  const isLater = about.scheduleDate !== null && about.scheduleDate > now;
  return { ...post, about: { ...about, status: isLater ? 'pending' : null } };
}

function requireWaiting(post: Post, name: keyof PostChange): void {
  const hasGoneOut = !isWaiting(post) || (post.about.retried && post.dueAt !== null);
  if (hasGoneOut) throw createInputFailure(`${name}: the post is no longer waiting`);
}

/**
 * Publishes a post again on all of its networks, including those that accepted it: the scheduler does that next, with
 * the X pair of this request.
 *
 * @throws ServiceFailure 419 when X is the only network, and there is no pair
 * @see docs/service/access.md#access-errors
 * @see docs/service/posts.md#update, #partial-failure
 * @see docs/service/errors.md#envelope
 */
export const retryPost: Handler<'retryPost'> = ({ body: { id } }, context) => {
  const { store, profile, now, xPair } = context;
  store.transaction(() => {
    const post = requirePost(id, context);
    const copies = listCopies(store, id);
    const { status, platforms } = toPostRecord(post, copies, profile);
    if (status !== 'error')
      throw createInputFailure(`id: the post is ${status}; only a post with status error can be retried`);
    if (post.about.retried)
      throw createInputFailure('id: the post was already retried, which is possible once');
    if (xPair === 'none' && platforms.every((each) => PLATFORMS[each].usesOwnApp)) {
      throw new ServiceFailure(419, { message: 'The X API key and secret headers are missing.' });
    }
    const body = getPostBody({ ...post, about: { ...post.about, platforms } });
    const about = { ...post.about, status: 'pending', platforms, body, xPair, retried: true } as const;
    changePost(store, { ...post, dueAt: now, about });
  });
  return { status: 'success', id, refId: profile.refId };
};
