/**
 * Truncates a text to a number of code points, so that no surrogate pair is split.
 *
 * @see docs/service/readings.md#U-09
 */
export function truncateToCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
