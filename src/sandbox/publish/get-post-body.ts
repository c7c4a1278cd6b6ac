import type { PostBody } from '../../service/post-body.ts';
import type { Post } from '../store/posts.ts';

/** The body to publish. A post published before the sandbox was created is retried as far as it is known. */
export function getPostBody({ text, about }: Post): PostBody {
  const { body, platforms, mediaUrls } = about;
  return body ?? { post: text, platforms: [...platforms], mediaUrls: [...mediaUrls] };
}
