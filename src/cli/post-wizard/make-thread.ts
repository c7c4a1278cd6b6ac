import type { Platform } from '../../facts/platforms.ts';
import type { PostOptionsName } from '../../facts/post-options.ts';
import type { PostDraft } from './post-wizard-context.ts';

/** Networks that make several posts of a text, and where that is said. */
const THREADS: Partial<Record<Platform, PostOptionsName>> = {
  twitter: 'twitterOptions',
  threads: 'threadsOptions',
};

/** Whether a network can make a thread of a text, and does not yet. */
export function canBeThread(draft: PostDraft, platform: Platform): boolean {
  const name = THREADS[platform];
  return name !== undefined && draft[name]?.['thread'] !== true;
}

/** Lets a network make several posts of a text. */
export function makeThread(draft: PostDraft, platform: Platform): PostDraft {
  const name = THREADS[platform];
  return name === undefined ? draft : { ...draft, [name]: { ...draft[name], thread: true } };
}
