import type { AccountPost } from './automation-records.ts';

/** As much of a post as is needed to recognize it. */
const SHOWN = 60;

/** The service does not document the types of posts. */
export function isStory({ type }: AccountPost): boolean {
  return /story/i.test(type ?? '');
}

export function formatPost({ id, post }: AccountPost): string {
  const text = (post ?? '').replaceAll(/\s+/g, ' ').trim();
  const letters = [...text];
  if (letters.length === 0) return id ?? '';
  return letters.length > SHOWN ? `“${letters.slice(0, SHOWN).join('').trimEnd()}…”` : `“${text}”`;
}
