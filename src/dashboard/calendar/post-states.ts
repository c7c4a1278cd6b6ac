import type { PostOfPage } from '../records.ts';

/** How a post of a status is called and drawn, and what can be done with it. */
interface StateOfPost {
  readonly word: string;
  readonly tone: 'waits' | 'asks' | 'done' | 'failed' | 'rests';
  /** Its time and its words can be changed still. */
  readonly isOpen: boolean;
}

const STATES_OF_POSTS: Readonly<Record<string, StateOfPost>> = {
  'awaiting approval': { word: 'to approve', tone: 'asks', isOpen: true },
  pending: { word: 'scheduled', tone: 'waits', isOpen: true },
  paused: { word: 'paused', tone: 'rests', isOpen: true },
  processing: { word: 'publishing', tone: 'waits', isOpen: false },
  success: { word: 'published', tone: 'done', isOpen: false },
  error: { word: 'failed', tone: 'failed', isOpen: false },
  deleted: { word: 'deleted', tone: 'rests', isOpen: false },
};

/** In the order of the list's filter. */
export const STATUSES = Object.entries(STATES_OF_POSTS).map(([status, { word }]) => ({ status, word }));

export function getStateOf({ status }: Pick<PostOfPage, 'status'>): StateOfPost {
  return STATES_OF_POSTS[status] ?? { word: status ?? 'unknown', tone: 'rests', isOpen: false };
}
