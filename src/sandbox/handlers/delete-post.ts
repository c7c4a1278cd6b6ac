import type { LooseRecord } from '../../domain/json/loose-record.ts';
import { ENDPOINTS } from '../../service/endpoints.ts';
import { buildFailureReply, ServiceFailure } from '../http/service-failure.ts';
import { deleteOne, deleteScheduled, isScheduled } from './delete-one.ts';
import type { Handler, HandlerContext } from './handler.ts';

const { action } = ENDPOINTS.deletePost;

/**
 * Deletes posts: one, several, or all scheduled ones. Published copies are deleted on the networks that support it;
 * the others are listed in `errors`. The results of several are in `posts`, each with its `id`, in the form of a
 * single result: no document shows such a response.
 *
 * @see docs/service/posts.md#update
 */
export const deletePost: Handler<'deletePost'> = ({ body }, context) => {
  const { id, bulk, markManualDeleted = false } = body;
  const deletion = { isMarkedOnly: markManualDeleted };
  if (id !== undefined) return deleteOne(id, deletion, context);
  const posts =
    bulk === undefined
      ? listScheduledIds(context).flatMap((each) => runForOne(each, () => deleteScheduled(each, context)))
      : [...new Set(bulk)].flatMap((each) => runForOne(each, () => deleteOne(each, deletion, context)));
  const status = summarizeStatus(posts.map((post) => post['status']));
  const [first] = posts;
  if (status !== 'error' || first === undefined) return { status, posts };
  // The first failure decides the code: reading U-37.
  const { code, message } = first;
  throw new ServiceFailure(Number(code), { answer: { action, status, code, message, posts } });
};

function listScheduledIds({ store, profile }: HandlerContext): readonly string[] {
  return store.posts
    .listUnpublished(profile.id)
    .filter(isScheduled)
    .map(({ id }) => id);
}

/** Handles each post independently of the others. @param remove returns null for one that is not to be deleted */
function runForOne(id: string, remove: () => object | null): readonly LooseRecord[] {
  try {
    const done = remove();
    return done === null ? [] : [{ id, ...done }];
  } catch (error) {
    if (error instanceof ServiceFailure) return [{ id, ...buildFailureReply(error, action).body }];
    throw error;
  }
}

function summarizeStatus(states: readonly unknown[]): 'success' | 'partial' | 'error' {
  if (states.every((state) => state === 'success')) return 'success';
  return states.every((state) => state === 'error') ? 'error' : 'partial';
}
