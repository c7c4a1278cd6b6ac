/** `#` and a word that is not only digits; not inside a word or a link. */
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;

export function countHashtags(text: string): number {
  let count = 0;
  for (const _tag of text.matchAll(HASHTAG)) count += 1;
  return count;
}
