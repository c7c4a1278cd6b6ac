import type { PostBody } from '../../facts/post-body.ts';
import type { Post } from '../store/posts.ts';

/** What is sent of a post; what was published before the sandbox began is sent again as far as it is known. */
export function getPostBody({ text, about }: Post): PostBody {
  const { body, platforms, mediaUrls } = about;
  return body ?? { post: text, platforms: [...platforms], mediaUrls: [...mediaUrls] };
}
