import { ServiceFailure } from '../http/service-failure.ts';
import type { ServiceComment } from '../store/service-comments.ts';
import type { HandlerContext } from './handler.ts';

/**
 * Finds a comment of the profile that is still on at least one network.
 *
 * @throws ServiceFailure 186; an assumption for a deleted one, because the document has no code for it, and its id
 * leads nowhere
 * @see docs/service/comments.md#dialects, #COM-28
 */
export function requireServiceComment(id: string, { store, profile }: HandlerContext): ServiceComment {
  const comment = store.serviceComments.find(profile.id, id);
  if (comment === undefined)
    throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment id was not found.' });
  if (comment.copies.length > 0) return comment;
  throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment was deleted before.' });
}
