import type { Platform } from '../facts/platforms.ts';
import type { PostBody } from '../facts/post-body.ts';

/** What stands for all texts of a post: the one for every network, or else that of the first. */
export function getDefaultText({ post }: PostBody, [first]: readonly Platform[]): string {
  if (typeof post === 'string') return post;
  return post.default ?? (first === undefined ? undefined : post[first]) ?? '';
}
