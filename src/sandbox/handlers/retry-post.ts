import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { getPostBody } from '../publish/get-post-body.ts';
import type { Handler } from './handler.ts';
import { toPostRecord } from './post-record.ts';
import { requirePost } from './require-post.ts';

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
    const copies = store.posts.listCopies(id);
    const { status, platforms } = toPostRecord(post, copies, profile);
    if (status !== 'error')
      throw createInputFailure(`id: the post is ${status}; only a post with status error can be retried`);
    if (post.about.retried)
      throw createInputFailure('id: the post was already retried, which is possible once');
    if (xPair === 'none' && platforms.every((each) => each === 'twitter')) {
      throw new ServiceFailure(419, { message: 'The X API key and secret headers are missing.' });
    }
    const body = getPostBody({ ...post, about: { ...post.about, platforms } });
    const about = { ...post.about, status: 'pending', platforms, body, xPair, retried: true } as const;
    store.posts.change({ ...post, dueAt: now, about });
  });
  return { status: 'success', id, refId: profile.refId };
};
