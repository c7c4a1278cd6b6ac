import type { NetworkError } from '../facts/network-error.ts';
import { getField, isRecord, type LooseRecord } from './loose-record.ts';
import { readId } from './read-text.ts';
import { readDeletedComments } from './read-written-comment.ts';

/** What became of a post's copy on one network. */
export interface DeletedCopy {
  readonly platform: string | null;
  /** success, or error: the answer's own word. */
  readonly status: string;
  /** Social Post ID. */
  readonly id: string | null;
  /** Why the network kept it. */
  readonly error: NetworkError | null;
}

/** What became of a post: its copies, none of one that was on no network. */
export interface DeletedPost {
  readonly status: 'success' | 'partial' | 'error';
  readonly copies: readonly DeletedCopy[];
}

/**
 * Reads the answer to the deletion of a post, which has the form of one of comments. It takes any answer, however odd,
 * and never throws.
 *
 * @see docs/service/comments.md#delete
 * @see docs/service/posts.md#update
 */
export function readDeletedPost(body: unknown): DeletedPost {
  const { status, networks } = readDeletedComments(body);
  const copies = networks.map(({ platform, status: word, commentId, error }) => ({
    platform,
    status: word,
    id: commentId ?? error?.id ?? null,
    error,
  }));
  const isRefused = copies.length === 0 && getField(body, 'status') === 'error';
  return { status: isRefused ? 'error' : status, copies };
}

/** One of several, and what was said of it. */
export interface NamedDeletion {
  readonly id: string;
  readonly said: LooseRecord;
}

/**
 * What an answer says of each of several posts; null where it does not name them.
 *
 * @see docs/service/posts.md#update
 */
export function readDeletedPosts(body: unknown): readonly NamedDeletion[] | null {
  const posts = getField(body, 'posts');
  if (!Array.isArray(posts)) return null;
  return posts.filter(isRecord).map((said) => ({ id: readId(said['id'])?.value ?? '', said }));
}
