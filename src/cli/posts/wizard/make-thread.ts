import type { Platform } from '../../../service/platforms.ts';
import type { PostOptionsName } from '../../../service/post-options.ts';
import type { PostDraft } from './post-draft.ts';

/** Networks that support threads, with the options that enable them. */
const THREADS: Partial<Record<Platform, PostOptionsName>> = {
  twitter: 'twitterOptions',
  threads: 'threadsOptions',
};

/** Whether a network supports threads, and the draft is not one yet. */
export function canBeThread(draft: PostDraft, platform: Platform): boolean {
  const name = THREADS[platform];
  return name !== undefined && draft[name]?.['thread'] !== true;
}

/** Enables a thread on a network. */
export function makeThread(draft: PostDraft, platform: Platform): PostDraft {
  const name = THREADS[platform];
  return name === undefined ? draft : { ...draft, [name]: { ...draft[name], thread: true } };
}
