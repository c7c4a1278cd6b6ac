/** A sign and a word behind it that is not a number alone; inside a word or a link it is none. */
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;

export function countHashtags(text: string): number {
  let count = 0;
  for (const _tag of text.matchAll(HASHTAG)) count += 1;
  return count;
}
