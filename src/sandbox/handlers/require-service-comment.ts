import { ServiceFailure } from '../service-failure.ts';
import type { ServiceComment } from '../store/service-comments.ts';
import type { HandlerContext } from './handler.ts';

/**
 * A comment of the profile that one network has at least.
 *
 * @throws ServiceFailure 186: ours for one that was deleted too, since the document has no code for that, and its id
 * leads nowhere any more
 * @see docs/service/comments.md#dialects, #COM-28
 */
export function requireServiceComment(id: string, { store, profile }: HandlerContext): ServiceComment {
  const comment = store.serviceComments.find(profile.id, id);
  if (comment === undefined)
    throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment id was not found.' });
  if (comment.copies.length > 0) return comment;
  throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment was deleted before.' });
}
