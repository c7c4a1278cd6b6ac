/** Survivors in `src/domain/text`. */
export const REASONS_OF_TEXTS: Readonly<Record<string, string>> = {
  'src/domain/text/address-end.ts: hostEnd === -1 => false': 'an end of -1 is no link either',
  'src/domain/text/address-end.ts: -1 => +1': 'an end of -1 is no link either',
  'src/domain/text/address-end.ts: X_SHORT_LINK.lastIndex > end => false':
    'a short link is never longer than the address it is',
  'src/domain/text/address-end.ts: \'\' => "Stryker was here!"': 'only types: the pattern has a group',
  'src/domain/text/address-end.ts: port + 1 => port - 1': 'the characters before belong to paths, too',
  'src/domain/text/address-end.ts: \'*\' => ""': 'a star is punctuation, too',
  'src/domain/text/address-end.ts: hasMarkAt(text, end) => true':
    'only speed: an address is read again, and ends in the same place',
  'src/domain/text/address-end.ts: Math.max(host, last - SUFFIX_UNITS) => Math.min(host, last - SUFFIX_UNITS)':
    'only speed: a suffix is behind the last apostrophe, and none is in a host',
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
  'src/domain/text/align-lists.ts: other < after.length => true': 'behind the ends all weights are 0',
  'src/domain/text/align-lists.ts: other < after.length => other <= after.length':
    'behind the ends all weights are 0',
  'src/domain/text/align-lists.ts: other === after.length => false': 'behind the ends all sums are 0',
  'src/domain/text/links.ts: Math.max(at, schemes.lastIndex) => Math.min(at, schemes.lastIndex)':
    'only speed: a scheme inside of a link is skipped',
  'src/domain/text/lists-and-counts.ts: \'\' => "Stryker was here!"': 'there is at most one name',
  'src/domain/text/names.ts: Math.abs(one.length - other.length) <= 1 => true':
    'only speed: names of other lengths are more than one edit apart',
  'src/domain/text/names.ts: name.toLowerCase() => name.toUpperCase()': 'both names are compared alike',
  'src/domain/text/names.ts: start < shorter => start <= shorter': 'two equal words have no rest either way',
  'src/domain/text/rewritten-path.ts: [] => ["Stryker was here"]': 'no folder is called so',
  'src/domain/text/rewritten-path.ts: /^[/\\\\]?/ => /[/\\\\]?/': 'the first match is at the beginning',
  'src/domain/text/suspect-text.ts: \'\\\\\' => ""': 'only speed: without a backslash nothing is found',
  'src/domain/text/suspect-text.ts: \'\' => "Stryker was here!"':
    'only types, or neither text is a quotation mark',
  'src/domain/text/text-counts.ts: /^[\\x20-\\x7e\\n]*$/ => /^[\\x20-\\x7e\\n]$/':
    'only speed: the general way counts such a text alike',
  'src/domain/text/text-pieces.ts: step < most => step <= most': 'only speed: one measure more',
  'src/domain/text/fold-keyword.ts: /^[IΑΕΗΙΟΥΩ]$/ => /[IΑΕΗΙΟΥΩ]$/': 'it is one character',
  'src/domain/text/fold-keyword.ts: /^[IΑΕΗΙΟΥΩ]$/ => /^[IΑΕΗΙΟΥΩ]/': 'it is one character',
  'src/domain/text/fold-keyword.ts: /^[\\0-\\x7F]*$/ => /^[\\0-\\x7F]$/':
    'only speed: the general way folds such a text, too',
  'src/domain/text/fold-keyword.ts: \'I\' => ""': 'only speed: parts without I are the whole text',
  'src/domain/text/fold-keyword.ts: /[^I]+/g => /[^I]/g': 'each character becomes small by itself',
  'src/domain/text/fold-keyword.ts: /[^IΑΕΗΙΟΥΩ]+/g => /[^IΑΕΗΙΟΥΩ]/g':
    'each character becomes small by itself, but the last sigma of a word, which is folded afterwards',
  'src/domain/text/fold-keyword.ts: /^\\(([A-Za-z])\\)$/ => /\\(([A-Za-z])\\)$/':
    'no character becomes more than one letter in brackets',
  'src/domain/text/fold-keyword.ts: /^\\(([A-Za-z])\\)$/ => /^\\(([A-Za-z])\\)/':
    'no character becomes more than one letter in brackets',
  'src/domain/text/fold-keyword.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  'src/domain/text/keyword-search.ts: true => false': 'only speed: all keywords are looked for',
  'src/domain/text/measure-text.ts: /^\\p{Regional_Indicator}/u => /\\p{Regional_Indicator}/u':
    'it is one character',
  'src/domain/text/measure-text.ts: [] => ["Stryker was here"]': 'an entry that is no link is skipped',
  'src/domain/text/word-boundaries.ts: `[[\\p{L}\\p{N}_]--${SPACELESS_CLASS}]` => ``':
    'only speed: words are found as phrases, too',
  'src/domain/text/word-boundaries.ts: `${BASE_CLASS}[${BASE_CLASS}\\p{M}]*` => ``':
    'only speed: words are found as phrases, too',
  "src/domain/text/word-boundaries.ts: patterns.runs ??= new RegExp(PLAIN_RUN, 'gv') => patterns.runs &&= new RegExp(PLAIN_RUN, 'gv')":
    'only speed: words are found as phrases, too',
  'src/domain/text/word-boundaries.ts: { const [run] = findPlainWords(word); return run?.[0] === word; } => {}':
    'only speed: words are found as phrases, too',
  'src/domain/text/word-boundaries.ts: run?.[0] === word => false':
    'only speed: words are found as phrases, too',
  'src/domain/text/word-boundaries.ts: /^[\\p{L}\\p{M}\\p{N}_]/u => /[\\p{L}\\p{M}\\p{N}_]/u':
    'it is one character',
  'src/domain/text/word-boundaries.ts: /^\\p{M}/u => /\\p{M}/u': 'it is one character',
  'src/domain/text/word-boundaries.ts: /^[\\u{1F3FB}-\\u{1F3FF}\\u{E0020}-\\u{E007F}]/u => /[\\u{1F3FB}-\\u{1F3FF}\\u{E0020}-\\u{E007F}]/u':
    'it is one character',
  'src/domain/text/word-boundaries.ts: /^\\p{Regional_Indicator}/u => /\\p{Regional_Indicator}/u':
    'it is one character',
  "src/domain/text/word-boundaries.ts: patterns.spaceless ??= new RegExp(`^${SPACELESS_CLASS}`, 'v') => patterns.spaceless &&= new RegExp(`^${SPACELESS_CLASS}`, 'v')":
    'only the first search of a process builds it, and an earlier test has made that search',
  'src/domain/text/word-boundaries.ts: marks += 1 => marks -= 1': 'no word has so many marks',
  'src/domain/text/search-tokens.ts: /[#@＃＠]/ => /[^#@＃＠]/':
    'only speed: the pattern finds nothing without such a sign',
  'src/domain/text/search-tokens.ts: [] => ["Stryker was here"]':
    'only types, or an entry that is never read: no phrase, or the words of a mark',
  'src/domain/text/search-tokens.ts: /^[#＃]/ => /[#＃]/':
    'only the first character of a mark is such a sign',
  'src/domain/text/search-tokens.ts: \'\' => "Stryker was here!"':
    'only types: a phrase or a word matches, and a mark has its token',
  'src/domain/text/search-tokens.ts: \'words\' => ""': 'only whether it is a mark is read',
  'src/domain/text/search-tokens.ts: last !== undefined => true': 'only types: all units are there',
  'src/domain/text/search-tokens.ts: /^[\\0-\\x7F]*$/ => /^[\\0-\\x7F]$/':
    'only speed: the general way reads such a text, too',
  'src/domain/text/search-tokens.ts: patterns.built ??= buildPatterns() => patterns.built &&= buildPatterns()':
    'only the first search of a process builds them, and an earlier test has made that search',
  'src/domain/text/measure-text.ts: \'\\u200D\' => ""': 'one pictograph is weighed alike by itself',
  'src/domain/text/measure-text.ts: Math.min(at + MAX_JOINED, elements.length) => Math.max(at + MAX_JOINED, elements.length)':
    'only speed: no emoji has more',
  'src/domain/text/measure-text.ts: \'\' => "Stryker was here!"': 'only types: the element is in the list',
  'src/domain/text/keyword-search.ts: found.first < wanted => true':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.first < wanted => found.first <= wanted':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.phrase === null || found.phrase >= wanted => false':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.phrase === null || found.phrase >= wanted => found.phrase === null && found.phrase >= wanted':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.phrase === null => false':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.phrase >= wanted => false':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: found.phrase >= wanted => found.phrase > wanted':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/keyword-search.ts: fallback.phrase === null => false':
    'only speed: a keyword after the wanted ones, or a place without one, is looked at in vain',
  'src/domain/text/host-names.ts: known ??= new Set(endings) => known &&= new Set(endings)':
    'only the first search of a process builds it, and an earlier test has made that search',
  'src/domain/text/host-names.ts: foreign ??= groupByFirstCharacter(endings.filter((each) => !/^[a-z]+$/.test(each))) => foreign &&= groupByFirstCharacter(endings.filter(each => !/^[a-z]+$/.test(each)))':
    'only the first search of a process builds it, and an earlier test has made that search',
  'src/domain/text/host-names.ts: endings.filter((each) => !/^[a-z]+$/.test(each)) => endings':
    'only speed: an ending of letters goes on there, or was found before',
  'src/domain/text/host-names.ts: /^[a-z]+$/ => /^[a-z]$/':
    'only speed: an ending of letters goes on there, or was found before',
  'src/domain/text/host-names.ts: [] => ["Stryker was here"]':
    'it has a capital, which a text in lower case has not',
  'src/domain/text/host-names.ts: (a, b) => b.length - a.length => () => undefined':
    'only the first search of a process builds it, and an earlier test has made that search',
  'src/domain/text/host-names.ts: b.length - a.length => b.length + a.length':
    'only the first search of a process builds it, and an earlier test has made that search',
  'src/domain/text/host-names.ts: at < before => at <= before':
    'only speed: a run that begins there is not read',
  'src/domain/text/host-names.ts: run.index >= before => false':
    'only speed: the scheme is read, which has no dot',
  'src/domain/text/host-names.ts: run.index >= before => run.index > before':
    'only speed: the scheme is read, which has no dot',
  "src/domain/text/host-names.ts: run[0].includes('.') => true":
    'only speed: a run without a dot has no ending',
  'src/domain/text/host-names.ts: \'.\' => ""': 'only speed: a run without a dot has no ending',
  'src/domain/text/host-names.ts: from >= run.end => false': 'only speed: each place before it is skipped',
  'src/domain/text/host-names.ts: from >= run.end => from > run.end':
    'only speed: each place before it is skipped',
  'src/domain/text/host-names.ts: start > (labels[index]?.end ?? Number.POSITIVE_INFINITY) => start >= (labels[index]?.end ?? Number.POSITIVE_INFINITY)':
    'a dot begins no name',
  'src/domain/text/host-names.ts: labels[index]?.end => labels[index].end':
    'only types: a place is before the end of the last label',
  'src/domain/text/host-names.ts: end === -1 => false': 'a name without an end has no part that is a link',
  'src/domain/text/host-names.ts: -1 => +1': 'no name ends there',
  'src/domain/text/host-names.ts: at < end => at <= end': 'what ends a run begins no name',
  'src/domain/text/host-names.ts: label?.reach => label.reach': 'only types: a run has at least one label',
  'src/domain/text/host-names.ts: labels.length - 1 => labels.length + 1':
    'only types: there is no such label',
  'src/domain/text/host-names.ts: label === undefined => false': 'only types: the label is in the list',
  'src/domain/text/host-names.ts: label.underscore < start => label.underscore <= start':
    'an underscore begins no name',
  'src/domain/text/host-names.ts: label.end <= name.start || from >= name.end => false':
    'only speed: a label outside of the name has no part of it',
  'src/domain/text/host-names.ts: label.end <= name.start || from >= name.end => label.end <= name.start && from >= name.end':
    'only speed: a label outside of the name has no part of it',
  'src/domain/text/host-names.ts: label.end <= name.start => false':
    'only speed: a label outside of the name has no part of it',
  'src/domain/text/host-names.ts: label.end <= name.start => label.end < name.start':
    'only speed: a label outside of the name has no part of it',
  'src/domain/text/host-names.ts: from >= name.end => false':
    'only speed: a label outside of the name has no part of it',
  'src/domain/text/host-names.ts: from >= name.end => from > name.end':
    'only speed: a label outside of the name has no part of it',
};
