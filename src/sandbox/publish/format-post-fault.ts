import type { PostFault } from '../../domain/posts/post-fault.ts';

/** Formats a fault as its path and its message. */
export function formatPostFault({ path, message }: PostFault): string {
  return path === '' ? message : `${path}: ${message}`;
}
