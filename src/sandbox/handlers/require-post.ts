import type { PostStatus } from '../../service/posts.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { Post } from '../store/posts.ts';
import type { HandlerContext } from './handler.ts';

/** @throws ServiceFailure 186 when the profile has no such post; `action` is the endpoint's */
export function requirePost(id: string, { store, profile }: Pick<HandlerContext, 'store' | 'profile'>): Post {
  const post = store.posts.find(profile.id, id);
  if (post === undefined) throw new ServiceFailure(186, { id, message: 'The post id was not found.' });
  return post;
}

const WAITING: readonly (PostStatus | null)[] = ['awaiting approval', 'pending', 'paused'];

/** Whether a post waits for its date or for approval, or is paused. */
export function isWaiting({ about: { status } }: Post): boolean {
  return WAITING.includes(status);
}
