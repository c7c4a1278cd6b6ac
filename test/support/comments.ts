import type { Comment, CommentsDocument } from '../../src/cli/features/comments/comment.ts';

/** A comment of which only what a test looks at is given. */
export function comment(parts: Partial<Comment> = {}): Comment {
  return {
    platform: 'instagram',
    id: '1',
    parentId: null,
    author: { id: null, name: null, handle: 'ada', url: null, avatarUrl: null, isMe: null },
    text: 'hello',
    createdAt: '2026-09-21T10:00:00Z',
    likes: 1,
    replyCount: 0,
    url: null,
    replies: [],
    isAnswered: null,
    extra: {},
    ...parts,
  };
}

/** An answer with these comments. */
export function document(
  comments: readonly Comment[],
  parts: Partial<CommentsDocument> = {},
): CommentsDocument {
  const times = { lastUpdated: null, nextUpdate: null };
  return { status: 'success', id: 'x', ...times, comments: [...comments], errors: [], ...parts };
}

/** A network that failed. */
export function leg(platform: string | null, code: number | null = 161): CommentsDocument['errors'][number] {
  return { platform, status: 'error', code, message: null, id: null };
}
