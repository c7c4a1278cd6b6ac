/** Survivors in `src/domain/text`. */
export const REASONS_OF_TEXTS: Readonly<Record<string, string>> = {
  'src/domain/text/address-end.ts: hostEnd === -1 => false': 'an end of -1 is no link either',
  'src/domain/text/address-end.ts: -1 => +1': 'an end of -1 is no link either',
  'src/domain/text/address-end.ts: X_SHORT_LINK.lastIndex > end => false':
    'a short link is never longer than the address it is',
  'src/domain/text/address-end.ts: \'\' => "Stryker was here!"': 'only types: the pattern has a group',
  'src/domain/text/address-end.ts: port + 1 => port - 1': 'the characters before belong to paths, too',
  'src/domain/text/address-end.ts: \'*\' => ""': 'a star is punctuation, too',
  'src/domain/text/address-end.ts: last > host => true': 'a host ends with no punctuation',
  'src/domain/text/address-end.ts: last > host => last >= host': 'a host ends with no punctuation',
  'src/domain/text/align-lists.ts: weight > 0 => true': 'a pair without weight is never better than none',
  'src/domain/text/align-lists.ts: weight > 0 => weight >= 0':
    'a pair without weight is never better than none',
  'src/domain/text/align-lists.ts: one < before.length && other < after.length => true':
    'behind the ends all weights are 0',
  'src/domain/text/align-lists.ts: one < before.length && other < after.length => one < before.length || other < after.length':
    'behind the ends all weights are 0',
  'src/domain/text/align-lists.ts: one < before.length => true': 'behind the ends all weights are 0',
  'src/domain/text/align-lists.ts: one < before.length => one <= before.length':
    'behind the ends all weights are 0',
  'src/domain/text/cut-links.ts: REST.exec(rest)?.[0] => REST.exec(rest)[0]':
    'only types: what continues a link matches',
  'src/domain/text/cut-links.ts: \'\' => "Stryker was here!"':
    'only types: what continues a link matches, and nothing continues at the end',
  'src/domain/text/fold-keyword.ts: ASCII.test(text) => false':
    'only speed: the general way folds such a text, too',
  'src/domain/text/keyword-search.ts: \'\' => "Stryker was here!"':
    'only types: the places are those of the list',
  'src/domain/text/keyword-search.ts: [...merged] => []': 'only speed: words are found as phrases, too',
  'src/domain/text/keyword-search.ts: ([spelling]) => isPlainWord(spelling) => () => undefined':
    'only speed: words are found as phrases, too',
  'src/domain/text/keyword-search.ts: [...merged.keys()].filter((spelling) => !words.has(spelling)) => [...merged.keys()]':
    'only speed: words are found by both ways',
  'src/domain/text/keyword-search.ts: phrases.length > 0 => true': 'only speed: nothing is searched for',
  'src/domain/text/keyword-search.ts: phrases.length > 0 => phrases.length >= 0':
    'only speed: nothing is searched for',
  'src/domain/text/keyword-search.ts: !isUnclear && !hasLettersOfOneCapital(folded) => false':
    'only speed: the exact comparison finds the same',
  'src/domain/text/keyword-search.ts: words.size > 0 => true': 'only speed: nothing is searched for',
  'src/domain/text/keyword-search.ts: words.size > 0 => words.size >= 0':
    'only speed: nothing is searched for',
  'src/domain/text/keyword-search.ts: [] => ["Stryker was here"]': 'only types: each phrase has its places',
  'src/domain/text/keyword-search.ts: at < text.length => at <= text.length':
    'no phrase has a code unit that is not a number',
  'src/domain/text/label-lengths.ts: point < FIRST_OTHER => point <= FIRST_OTHER':
    'U+0080 is a control character, and part of no name',
  'src/domain/text/label-lengths.ts: points.length > MAX_LABEL => false':
    'only speed: a longer label is too long in punycode, too',
  'src/domain/text/links.ts: at < text.length => at <= text.length': 'nothing is found at the end',
  'src/domain/text/measure-text.ts: enough - weight => enough + weight': 'only speed: counting ends later',
  'src/domain/text/measure-text.ts: weight > enough => false': 'only speed: counting ends later',
  'src/domain/text/measure-text.ts: enough - length => enough + length': 'only speed: counting ends later',
  'src/domain/text/measure-text.ts: length > enough => false': 'only speed: counting ends later',
  'src/domain/text/search-tokens.ts: !/[#@＃＠]/.test(text) => false':
    'only speed: the pattern finds nothing then',
  'src/domain/text/search-tokens.ts: each.codePointAt(0)?.toString => each.codePointAt(0).toString':
    'only types: a character has a code point',
  'src/domain/text/search-tokens.ts: last?.isJoined => last.isJoined':
    'only types: there are tokens, so there is a run',
  'src/domain/text/search-tokens.ts: before.to < range.from => before.to <= range.from':
    'two that touch are highlighted alike',
  "src/domain/text/search-tokens.ts: groups?.['joined'] => groups['joined']":
    'only types: the pattern has groups',
  'src/domain/text/search-tokens.ts: ASCII.test(folded) => false':
    'only speed: the general way reads such a text, too',
  'src/domain/text/search-tokens.ts: /[\\u0300-\\u036F]+/g => /[\\u0300-\\u036F]/g':
    'each mark is removed by itself',
  "src/domain/text/search-tokens.ts: groups?.['emoji'] => groups['emoji']":
    'only types: the pattern has groups',
  "src/domain/text/text-counts.ts: unit !== 'weighted' && linkCharacters === null && PLAIN.test(text) => false":
    'only speed: the general way counts such a text alike',
  'src/domain/text/text-counts.ts: limits.filter(({ max }) => text.length * 6 > max) => limits':
    'only speed: shorter texts exceed nothing',
  'src/domain/text/text-counts.ts: text.length * 6 > max => true': 'only speed: shorter texts exceed nothing',
  'src/domain/text/text-counts.ts: text.length * 6 > max => text.length * 6 >= max':
    'only speed: shorter texts exceed nothing',
  'src/domain/text/unicode.ts: text.length <= count => false': 'only speed: the whole text is taken, too',
  'src/domain/text/unicode.ts: text.length <= count => text.length < count':
    'only speed: the whole text is taken, too',
  'src/domain/text/unicode.ts: end < text.length => true': 'a slice ends with the text',
  'src/domain/text/unicode.ts: end < text.length => end <= text.length': 'a slice ends with the text',
  'src/domain/text/word-boundaries.ts: marks < MOST_MARKS => true': 'no word has so many marks',
  'src/domain/text/word-boundaries.ts: marks < MOST_MARKS => marks <= MOST_MARKS':
    'no word has so many marks',
};
