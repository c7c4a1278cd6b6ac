import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compileHighlights,
  findMarks,
  parseSearch,
  splitIntoTokens,
} from '../../../../src/domain/text/search-tokens.ts';

test('words are split, pairs are made of scripts without spaces, and emoji are tokens', () => {
  expect(splitIntoTokens('Oat-Café 燕麦奶 🥛')).toEqual(['oat', 'cafe', '燕麦', '麦奶', '奶', ':1f95b']);
  expect(splitIntoTokens('🇩🇪')).toEqual([':1f1e91f1ea']);
});

test('hashtags and mentions are found, addresses and links are not', () => {
  const text = 'Love #OatMilk, @sam.lee! #燕麦 mail a@b.example https://x.example/#top';
  expect(findMarks(text)).toEqual(['#oatmilk', '@sam~2e~lee', '#燕麦']);
  expect(findMarks('oat milk')).toEqual([]);
});

const highlight = (typed: string, text: string) =>
  compileHighlights(parseSearch(typed))(text).map(({ from, to }) => text.slice(from, to));

/** Longer words are cut. */
const LONG = 'x'.repeat(100);
const CYRILLIC = 'я'.repeat(100);

/** The same table decides what SQLite finds, and what is highlighted. */
const FOUND: readonly (readonly [typed: string, text: string, ...shown: readonly string[]])[] = [
  ['oat', 'OAT milk, oat!', 'OAT', 'oat'],
  ['milk oat', 'Oat Milk', 'Oat', 'Milk'],
  ['"oat milk"', 'the oat  milk', 'oat  milk'],
  ['oat-milk', 'Oat milk', 'Oat milk'],
  ['cafe', 'un CAFÉ crème', 'CAFÉ'],
  ['CRÈME', 'un café creme', 'creme'],
  ['strasse', 'Straße', 'Straße'],
  ['smorrebrod', 'Smørrebrød', 'Smørrebrød'],
  ['istanbul', 'İSTANBUL', 'İSTANBUL'],
  ['ναι', 'ΝΑΊ!', 'ΝΑΊ'],
  ['овес', 'Овёс', 'Овёс'],
  ['full', 'ｆｕｌｌ', 'ｆｕｌｌ'],
  ['bar*', 'Barista barley', 'Barista', 'barley'],
  ['燕麦', '我爱燕麦奶', '燕麦'],
  ['燕麦奶', '我爱燕麦奶', '燕麦奶'],
  ['燕麦奶', '燕麦 奶, 燕麦奶', '燕麦奶'],
  ['"燕麦 奶"', '燕麦奶, 燕麦 奶', '燕麦 奶'],
  ['奶', '我爱燕麦奶', '奶'],
  ['我', '我爱燕麦奶', '我'],
  ['ミルク', 'オーツミルクは美味しい', 'ミルク'],
  ['ﾐﾙｸ', 'オーツミルク', 'ミルク'],
  ['우유', '귀리우유를 마셔요', '우유'],
  ['นม', 'ชานมไข่มุก', 'นม'],
  ['ນົມ', 'ກິນນົມທຸກມື້', 'ນົມ'],
  ['दूध', 'मुझे दूध चाहिए', 'दूध'],
  ['حليب', 'أحب الحليب، حَلِيب', 'حَلِيب'],
  ['🥛', 'oat 🥛', '🥛'],
  ['👍', 'yes 👍🏽', '👍'],
  ['🇩🇪', 'from 🇦🇹🇩🇪', '🇩🇪'],
  ['#oatmilk', 'my #OatMilk', '#OatMilk'],
  ['#oat*', '#OatMilk #goat #oat_', '#OatMilk', '#oat_'],
  ['＠sam', 'hey @sam--', '@sam--'],
  ['olddthaeoe', 'ØŁÐĐÞÆŒ', 'ØŁÐĐÞÆŒ'],
  [LONG, `${LONG}${LONG}`, `${LONG}${LONG}`],
  [`é${LONG}`, `é${LONG}${LONG}`, `é${LONG}${LONG}`],
  ['oat "oat milk"', 'oat milk, oat', 'oat milk', 'oat'],
  ['"oat milk" oat', 'oat milk', 'oat milk'],
  ['"oat mil*"', 'oat milky oat', 'oat milky'],
  ['"#oatmilk"', 'my oatmilk', 'oatmilk'],
  ['"oat milk"', 'oat \u0640 milk', 'oat \u0640 milk'],
  ['燕麦oat', '燕麦oat', '燕麦oat'],
  [CYRILLIC, `${CYRILLIC}${CYRILLIC}`, `${CYRILLIC}${CYRILLIC}`],
  ['oat milk', 'oatmilk oat milk', 'oat', 'milk'],
  ['燕麦*', '我爱燕麦奶', '燕麦'],
  ['café*', 'CAFÉS caf', 'CAFÉS'],
  ['oatmilk', 'my #OatMilk', 'OatMilk'],
  ['@Sam.Lee', 'hey @sam.lee.', '@sam.lee.'],
  ['5', 'costs $5', '5'],
  ['oat -cow', 'oat only', 'oat'],
  ['oat “flat white”', 'a flat white, oat', 'flat white', 'oat'],
];
const NOT_FOUND: readonly (readonly [typed: string, text: string])[] = [
  ['oat', 'a boat and goats'],
  ['"oat milk"', 'milk, oat'],
  ['oat milk', 'oat only'],
  ['oat -milk', 'oat milk'],
  ['oat -"flat white"', 'oat flat white'],
  ['麦燕', '燕麦'],
  ['燕奶', '燕麦奶'],
  ['#oatmilk', 'oatmilk'],
  ['#oat', '#oatmilk'],
  ['@sam', 'sam'],
  ['#sam', '@sam'],
  ['bar', 'barley'],
  ['"oat mil"', 'oat milky'],
  ['"oa* milk"', 'oat milk'],
  ['"bar foo"', 'bar food'],
  ['🇩🇪', '🥛'],
  ['"oat* mil"', 'oat milky'],
  ['"oa mil*"', 'oat milky'],
  ['oat-*', 'oatmeal'],
  ['燕麦奶', '燕麦粉'],
  ['นม', 'ชานมุก'],
  ['овес', 'овесик'],
];

describe('SQLite finds by the tokens', () => {
  let database: DatabaseSync;
  beforeAll(() => {
    database = new DatabaseSync(':memory:');
    database.exec(
      `create virtual table words using fts5 (text, marks, prefix = '1', tokenize = "ascii tokenchars ':#@~'")`,
    );
  });
  afterAll(() => database.close());

  const isFound = (typed: string, text: string) => {
    database.exec('delete from words');
    database
      .prepare('insert into words values (?, ?)')
      .run(splitIntoTokens(text).join(' '), findMarks(text).join(' '));
    const { wanted, unwanted } = parseSearch(typed);
    const [all, none] = [wanted, unwanted].map((phrases) =>
      phrases.map(
        ({ kind, tokens, isPrefix }) =>
          `${kind === 'mark' ? 'marks' : 'text'} : "${tokens.join(' ')}"${isPrefix ? ' *' : ''}`,
      ),
    );
    const match = [`(${all?.join(' AND ')})`, ...(none ?? [])].join(' NOT ');
    return database.prepare('select 1 from words where words match ?').get(match) !== undefined;
  };

  test.each(FOUND)('%s in %s', (typed, text, ...shown) => {
    expect(isFound(typed, text)).toBe(true);
    expect(highlight(typed, text)).toEqual(shown);
  });

  test.each(NOT_FOUND)('not %s in %s', (typed, text) => {
    expect(isFound(typed, text)).toBe(false);
    const { wanted, unwanted } = parseSearch(typed);
    if (wanted.length + unwanted.length === 1) expect(highlight(typed, text)).toEqual([]);
  });
});

test.each([
  ['" AND OR NOT NEAR(oat', ['and', 'or', 'not', 'near oat']],
  ['text : oat ^milk {a b}', ['text', 'oat', 'milk', 'a', 'b']],
  ['-', []],
  ['#oat*milk', ['oat milk']],
  ['"" * -"" #', []],
])('no text is syntax: %s', (typed, phrases) => {
  const { wanted, unwanted } = parseSearch(typed);
  expect(wanted.map(({ tokens }) => tokens.join(' '))).toEqual(phrases);
  expect(unwanted).toEqual([]);
});
