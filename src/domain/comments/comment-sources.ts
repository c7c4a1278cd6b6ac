import type { CommentSources } from '../../service/networks/network-facts.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';

const COMMON: CommentSources = {
  id: [['commentId']],
  parentId: [['parentId'], ['parent', 'id']],
  text: [['comment']],
  createdAt: [['created']],
  likes: [['likeCount']],
  replyCount: [['replyCount']],
  url: [['commentUrl']],
  authorId: [['from', 'id']],
  name: [['from', 'name']],
  handle: [['userName'], ['username']],
  authorUrl: [['from', 'url']],
  avatarUrl: [['profileImageUrl']],
};

/** Where to find each field. An unknown network has the common sources. @see docs/service/comments.md#record */
export function getCommentSources(platform: string): CommentSources {
  const known = Platform.safeParse(platform).data;
  return { ...COMMON, ...(known && PLATFORMS[known].comments?.sources) };
}
