/** How hashtags are added to a text. @see docs/service/posts.md#body */
export interface HashtagOptions {
  readonly max: number;
  /** `auto`: words of the text become hashtags in place. */
  readonly position: 'auto' | 'end';
}

/** Shorter words carry too little meaning. */
const MIN_LETTERS = 5;

/** A word and the character before it; not a part of a link, an address, a name or a hashtag. */
const WORD = /(^|[\s(])(\p{L}+)(?=$|[\s!?)]|[.,;:](?:\s|$))/gu;

/**
 * Adds hashtags made of the longest words of a text; of equally long ones the first. How the service chooses them is
 * not documented.
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
