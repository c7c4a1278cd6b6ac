import type { AccountPost } from './automation-records.ts';

/** As much of a post as is needed to recognize it. */
const SHOWN = 60;

/** The service does not document the types of posts. */
export function isStory({ type }: AccountPost): boolean {
  return /story/i.test(type ?? '');
}

/** A sentence about a post by the first words of its text, where it has its id: `only to the post “First Tide is…”`. */
export function namePosts(sentence: string, posts: readonly AccountPost[]): string {
  return posts.reduce(
    (named, post) => (post.id ? named.replaceAll(post.id, () => formatPost(post)) : named),
    sentence,
  );
}

export function formatPost({ id, post }: AccountPost): string {
  const text = (post ?? '').replaceAll(/\s+/g, ' ').trim();
  const letters = [...text];
  if (letters.length === 0) return id ?? '';
  return letters.length > SHOWN ? `“${letters.slice(0, SHOWN).join('').trimEnd()}…”` : `“${text}”`;
}
