import { PLATFORMS } from '../../service/platforms.ts';
import { enqueueScheduled } from '../engine/enqueue-post-events.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { publishPost } from '../publish/publish-post.ts';
import type { Post } from '../store/posts.ts';
import { changeContent } from './change-content.ts';
import { changeSchedule } from './change-schedule.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { requirePost } from './require-post.ts';

/**
 * Changes what the body names, atomically. A post that is approved when its date has passed, or that has none, is
 * published at once.
 *
 * @see docs/service/posts.md#update, #POST-08
 */
export const updatePost: Handler<'updatePost'> = ({ body }, context) => {
  const { id, ...change } = body;
  const { store, random, now } = context;
  const warnings = store.transaction(() => {
    const before = requirePost(id, context);
    if (before.about.status === 'deleted') throw createInputFailure('id: the post was deleted');
    const after = changeSchedule(changeContent(before, change), change, now);
    store.posts.change(after);
    if (after.about.status === null && before.about.status !== null) {
      const publisher = { store, random, now: () => now };
      enqueueScheduled(publisher, publishPost(publisher, after).post);
    }
    return change.disableComments === undefined ? [] : setComments(after, change.disableComments, context);
  });
  return { status: 'success', id, ...change, ...(warnings.length > 0 && { warnings }) };
};

/** Closes or opens the comments of published copies. @returns warnings for networks where that has no effect */
function setComments(post: Post, isClosed: boolean, { store }: HandlerContext) {
  const copies = store.posts.listAllCopies(post.id);
  for (const { row, platform, id, resolvesAt, about } of copies) {
    if (!PLATFORMS[platform].comments.disable) continue;
    store.posts.changeSocial(row, { id, resolvesAt, about: { ...about, commentsDisabled: isClosed } });
  }
  return post.about.platforms
    .filter((platform) => !PLATFORMS[platform].comments.disable)
    .map((platform) => ({
      platform,
      feature: 'disableComments',
      code: 101,
      message: `disableComments: has no effect on ${PLATFORMS[platform].name}`,
    }));
}
