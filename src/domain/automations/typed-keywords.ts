/** A keyword in quotes, which may contain commas, or a part between commas; one inside of a number separates nothing. */
const PART = /\s*(?:"(?<quoted>[^"]*)"\s*(?:,|$)|(?<plain>(?:[^,]|(?<=\d),(?=\d))*)(?:,|$))/gy;

/** Splits keywords at commas, as typed: `GUIDE, RECIPE`. One that contains a comma is in quotes: `"A,B"`. */
export function splitKeywords(typed: string): readonly string[] {
  if (!typed.includes(',')) return [typed];
  return [...typed.matchAll(PART)]
    .map(({ groups }) => groups?.['quoted'] ?? groups?.['plain']?.trim() ?? '')
    .filter((keyword) => keyword !== '');
}

/** Writes a keyword so that it is read as one. */
export function quoteKeyword(keyword: string): string {
  const isOne = splitKeywords(keyword)[0] === keyword;
  return isOne || keyword.includes('"') ? keyword : `"${keyword}"`;
}
