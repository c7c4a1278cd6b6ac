import type { Run } from '../run.ts';

/** A change of a post, and the sentence to show after it. */
export type PostAsked = readonly [change: Run, done: string];

/** How each command asks, and the word of its button. */
export const ASKED = {
  'posts update': { what: 'Move this post', action: 'Move' },
  'posts approve': { what: 'Approve this post', action: 'Approve' },
  'posts delete': { what: 'Permanently delete this post from all of its networks', action: 'Delete' },
  'posts retry': { what: 'Publish this post again on all of its networks', action: 'Publish again' },
  'posts resume': { what: 'Resume this post', action: 'Resume' },
} as const;

export type AskedCommand = keyof typeof ASKED;

export function toAsked(
  command: AskedCommand,
  id: string,
  done: string,
  input: Readonly<Record<string, unknown>> = {},
): PostAsked {
  return [{ command, input: { id: [id], ...input } }, done];
}
