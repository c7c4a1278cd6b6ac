/** Whether two words differ by one substituted, missing or extra letter, or by one transposition. */
export function isOneEditApart(one: string, other: string): boolean {
  const [rest, otherRest] = trimCommonEnds([...one], [...other]);
  if (rest.length <= 1 && otherRest.length <= 1) return rest.length + otherRest.length > 0;
  return rest.length === 2 && rest.toReversed().join() === otherRest.join();
}

function trimCommonEnds(
  one: readonly string[],
  other: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}
