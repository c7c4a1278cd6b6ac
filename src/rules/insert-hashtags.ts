/** How hashtags are added to a text. @see docs/service/posts.md#body */
export interface HashtagOptions {
  readonly max: number;
  /** `auto`: words of the text become hashtags where they stand. */
  readonly position: 'auto' | 'end';
}

/** Shorter words say too little. */
const MIN_LETTERS = 5;

/** A word with what stands before it: part of a link, an address, a name or a hashtag it is not. */
const WORD = /(^|[\s(])(\p{L}+)(?=$|[\s!?)]|[.,;:](?:\s|$))/gu;

/**
 * Adds hashtags to a text, made of its longest words; of equally long ones the first. How the service chooses them is
 * not written down.
 */
export function insertHashtags(text: string, { max, position }: HashtagOptions): string {
  const chosen = chooseWords(text, max);
  if (position === 'end') {
    return [text, ...chosen.map((word) => `#${word}`)].filter((part) => part !== '').join(' ');
  }
  const left = new Set(chosen);
  return text.replaceAll(WORD, (found: string, before: string, word: string) =>
    left.delete(word) ? `${before}#${word}` : found,
  );
}

function chooseWords(text: string, max: number): readonly string[] {
  const byName = new Map<string, string>();
  for (const [, , word = ''] of text.matchAll(WORD)) {
    const name = word.toLowerCase();
    if (word.length >= MIN_LETTERS && !byName.has(name)) byName.set(name, word);
  }
  return [...byName.values()].sort((a, b) => b.length - a.length).slice(0, max);
}
