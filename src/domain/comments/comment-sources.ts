import type { CommentFacts, CommentSources, NetworkFacts } from '../../service/networks/network-facts.ts';
import { PLATFORMS } from '../../service/platforms.ts';

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
  return { ...COMMON, ...getCommentFacts(platform)?.sources };
}

/** What is known of the comments of a network that an answer names; null for an unknown one. */
export function getCommentFacts(platform: string): CommentFacts | null {
  const known: Readonly<Record<string, NetworkFacts>> = PLATFORMS;
  return Object.hasOwn(known, platform) ? (known[platform]?.comments ?? null) : null;
}
