import { ServiceFailure } from '../http/service-failure.ts';
import type { HandlerContext } from './handler.ts';
import { toPostRecord } from './post-record.ts';

/**
 * A post by its Service Post ID; also used for `GET /history/{id}`.
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
