import type { PostFault } from '../../rules/post-fault.ts';

/** What is wrong, and where: a fault's own words begin behind the name of the place. */
export function formatPostFault({ path, message }: PostFault): string {
  return path === '' ? message : `${path}: ${message}`;
}
