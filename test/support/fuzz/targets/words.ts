import { computeFilledLength, fillTemplate } from '../../../../src/domain/automations/fill-template.ts';
import { compileKeywords } from '../../../../src/domain/automations/match-keyword.ts';
import { escapeVariables, fillVariables, listVariables } from '../../../../src/domain/text/fill-variables.ts';
import { foldKeyword } from '../../../../src/domain/text/fold-keyword.ts';
import { findLinks, maskLinks, replaceLinks } from '../../../../src/domain/text/links.ts';
import {
  compileHighlights,
  findMarks,
  parseSearch,
  splitIntoTokens,
} from '../../../../src/domain/text/search-tokens.ts';
import { findTextSuspicions } from '../../../../src/domain/text/suspect-text.ts';
import { type FuzzTarget, requireSame } from '../fuzz-target.ts';

/** Lines of keywords, an empty one, and a text. */
export const keywords: FuzzTarget = {
  seeds: [
    'price\nPRIX\n\nWhat is the PRICE, please?',
    'flat white\nwhite\noat\n\nflat whites, oat-milk',
    'ß\nı\nİ\n\nSTRASSE ı İ',
    '価格\nราคา\n\n価格は? ราคาเท่าไหร่',
    '👍🏽\n❤\n\n❤️ 👍',
    'ΟΔΌΣ\n\nοδος ΟΔΟΣ',
  ],
  tokens: [
    '\n\n',
    '\n',
    ' ',
    'price',
    'İ',
    'ı',
    'i\u0307',
    'ς',
    'Σ',
    'ΐ',
    '\u0301',
    '\u200D',
    '🏽',
    'ー',
    '價',
  ],
  run(input) {
    const [lines = '', ...rest] = input.split('\n\n');
    const words = lines.split('\n');
    const text = rest.join('\n\n');
    const found = compileKeywords(words)(text);
    // each by itself must find the same as all together
    const first = words.find((word) => compileKeywords([word])(text) !== null) ?? null;
    const same = (one: string | null) => (one === null ? null : foldKeyword(one));
    requireSame(same(found), same(first), 'all keywords together find the first that matches by itself');
    if (foldKeyword(text) !== '' && compileKeywords([text])(text) === null)
      throw new Error('a text does not contain itself');
    // what gets a keyword for each accent more than a letter has is no text of people
    if (/\p{M}{3}/u.test(text.normalize('NFD'))) return;
    for (const form of ['NFC', 'NFD'] as const)
      requireSame(compileKeywords(words)(text.normalize(form)), found, `a keyword in ${form}`);
  },
};

export const searchWords: FuzzTarget = {
  seeds: [
    'oat milk "flat white" -cow barista* #oatmilk @sam',
    '燕麦奶 🥛 가나다',
    'Oat-Café "a',
    '“quoted” −minus',
  ],
  tokens: ['"', '-', '*', '#', '@', '“', '＃', '−', '.', '_', ' ', '\u0301', '奶', '가', 'ー'],
  run(input) {
    const query = parseSearch(input);
    const ranges = compileHighlights(query)(input);
    for (const { from, to } of ranges)
      if (from < 0 || to > input.length || from >= to)
        throw new Error(`a range outside of the text: ${from} to ${to}`);
    for (const phrase of [...query.wanted, ...query.unwanted])
      if (phrase.tokens.length === 0) throw new Error('a phrase without tokens');
    for (const token of [...splitIntoTokens(input), ...findMarks(input)])
      if (token === '' || /\s/.test(token)) throw new Error(`a token of ${JSON.stringify(token)}`);
  },
};

export const links: FuzzTarget = {
  seeds: [
    'see https://example.com/a?b=c#d, and example.org.',
    'http://a.b.c/(x) 价格example.cn ok',
    'a@b.example www.x.io/',
  ],
  tokens: [
    'https://',
    'http://',
    'www.',
    '.com',
    '.co.uk',
    '.',
    '/',
    '@',
    '?',
    '#',
    ')',
    '(',
    '。',
    'xn--',
    ':80',
  ],
  run(input) {
    for (const by of ['any', 'x'] as const)
      for (const link of findLinks(input, by))
        if (JSON.stringify(link) === '{}') throw new Error('a link of nothing');
    requireSame(
      replaceLinks(input, (link) => link),
      input,
      'links replaced by themselves change nothing',
    );
    maskLinks(input);
    findTextSuspicions(input);
  },
};

export const placeholders: FuzzTarget = {
  seeds: ['Hi {{recipient_username}}, {{comment_text}}', '{{{{name}}}} {{ Name }} {{}}', '{{{x}}} }}}} {{{{'],
  tokens: ['{{', '}}', '{{{{', '}}}}', 'recipient_username', 'comment_text', 'name', ' '],
  run(input) {
    const values = { recipient_username: '{{comment_text}}', comment_text: input };
    const filled = fillTemplate(input, values);
    requireSame(computeFilledLength(input, values), filled.length, 'the length of a filled template');
    requireSame(
      fillVariables(escapeVariables(input), new Map()).text,
      input,
      'escaped braces are read as they are',
    );
    for (const name of listVariables(input)) fillVariables(input, new Map([[name, '{{x}}']]));
  },
};
