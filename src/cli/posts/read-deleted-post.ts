import { readDeletedComments } from '../../domain/comments/read-written-comment.ts';
import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { readId } from '../../domain/json/read-text.ts';
import type { NetworkError } from '../../service/endpoints/network-error.ts';

/** Result of deleting a post's copy on one network. */
export interface DeletedCopy {
  readonly platform: string | null;
  /** `success` or `error`, as in the answer. */
  readonly status: string;
  /** Social Post ID. */
  readonly id: string | null;
  /** Why the network did not delete it. */
  readonly error: NetworkError | null;
}

/** Result of deleting a post: its copies, none if it was on no network. */
export interface DeletedPost {
  readonly status: 'success' | 'partial' | 'error';
  readonly copies: readonly DeletedCopy[];
}

/**
 * Reads the answer to deleting a post, which has the same form as for comments. It accepts any answer and never
 * throws.
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

/** The deletion of one of several posts. */
export interface NamedDeletion {
  readonly id: string;
  readonly said: LooseRecord;
}

/**
 * Reads the result for each of several posts; null if the answer does not list them.
 *
 * @see docs/service/posts.md#update
 */
export function readDeletedPosts(body: unknown): readonly NamedDeletion[] | null {
  const posts = getField(body, 'posts');
  if (!Array.isArray(posts)) return null;
  return posts.filter(isRecord).map((said) => ({ id: readId(said['id'])?.value ?? '', said }));
}
