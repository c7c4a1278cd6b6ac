import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';

/**
 * Returns the text that represents all texts of a post: the shared or default one, or else that of the first network.
 */
export function getDefaultText({ post }: PostBody, [first]: readonly Platform[]): string {
  if (typeof post === 'string') return post;
  return post.default ?? (first === undefined ? undefined : post[first]) ?? '';
}
