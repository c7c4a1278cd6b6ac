import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  sanitizeLines,
  sanitizeText,
  stringifySafely,
} from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';
import { dangerousIn } from '../../../../../support/hostile/dangerous.ts';
import { readCsvText, readSafeText } from '../../../../../support/hostile/read-text.ts';
import { anyCharacter, anyCharacters } from '../../../../../support/hostile-texts/any-characters.ts';
import { HOSTILE_TEXTS } from '../../../../../support/hostile-texts.ts';
import { scaled } from '../../../../../support/scale.ts';

describe('what people see of a character', () => {
  test.each([
    ['plain text is itself', 'Hello, world! 100% {ok}', 'Hello, world! 100% {ok}'],
    ['a line feed', 'a\nb', String.raw`a\nb`],
    ['a tab', 'a\tb', String.raw`a\tb`],
    ['a carriage return', 'a\rb', String.raw`a\rb`],
    ['an escape', '\u001b[31m', String.raw`\u001b[31m`],
    ['DEL', '\u007f', String.raw`\u007f`],
    ['C1', '\u009b31m', String.raw`\u009b31m`],
    ['line separator', '\u2028', String.raw`\u2028`],
    ['right-to-left override', 'a\u202eb', String.raw`a\u202eb`],
    ['zero-width space', 'a\u200bb', String.raw`a\u200bb`],
    ['a tag character', '\u{e0041}', String.raw`\u{e0041}`],
    ['a lone surrogate', '\ud83d', String.raw`\ud83d`],
    ['Arabic number signs are visible', '\u0600١٢', '\u0600١٢'],
  ])('%s', (_what, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });
});

describe('invisible characters that writing needs', () => {
  test.each([
    ['a Persian non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['a Sinhala joiner', 'ක්\u200dර', 'ක්\u200dර'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a kiss with skin tones', '👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏿', '👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏿'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈', '🏳\ufe0f\u200d🌈'],
    ['a heart as emoji', '❤\ufe0f', '❤\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['a variant of a Han character', '葛\u{e0100}', '葛\u{e0100}'],
    ['a Bengali joiner before a mark', 'র\u200d্য', 'র\u200d্য'],
    ['a joiner in a word whose letters never join', 'pay\u200dpal', String.raw`pay\u200dpal`],
    ['a non-joiner in a word of Cyrillic', 'п\u200cа', String.raw`п\u200cа`],
    ['a fourth joiner in a row', `क${'्\u200dक'.repeat(4)}`, `क${'्\u200dक'.repeat(3)}्\\u200dक`],
    ['text style for a sign', '❤\ufe0e', '❤\ufe0e'],
    ['text style for what is an emoji by itself', '⌚\ufe0e', String.raw`⌚\ufe0e`],
    ['a joiner before a selector', 'a\u200d\ufe0f', String.raw`a\u200d\ufe0f`],
    ['a joiner after a selector between letters', 'कि\ufe0f\u200dष', String.raw`कि\ufe0f\u200dष`],
    ['a joiner before a selector between letters', 'क्\u200d\ufe0fष', String.raw`क्\u200d\ufe0fष`],
    ['a joiner beside an invisible letter', 'a\u200d\u3164', String.raw`a\u200d\u3164`],
    ['a joiner beside a space', 'a\u200d b', String.raw`a\u200d b`],
    ['two joiners', 'a\u200d\u200db', String.raw`a\u200d\u200db`],
    ['a joiner between digits', '1\u200d2', String.raw`1\u200d2`],
    ['a selector on a letter', 'a\ufe0f', String.raw`a\ufe0f`],
    ['a second selector', '❤\ufe0f\ufe0f', String.raw`❤️\ufe0f`],
    ['a selector on a digit that is no keycap', '1\ufe0f', String.raw`1\ufe0f`],
    ['a fifth member of an emoji', '👨\u200d👨\u200d👨\u200d👨\u200d👨', String.raw`👨‍👨‍👨‍👨\u200d👨`],
  ])('%s', (_what, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });
});

describe('combining marks', () => {
  test.each([
    ['accents stay', 'e\u0301 ก็ שָׁ', 'e\u0301 ก็ שָׁ'],
    ['past the eighth they are shown', `e${'\u0301'.repeat(10)}`, `e${'\u0301'.repeat(8)}\\u0301\\u0301`],
    ['at the very start', '\u0301a', String.raw`\u0301a`],
    ['one after the other at the start', '\u0301\u0302a', String.raw`\u0301\u0302a`],
    ['after a control', '\n\u0301a', String.raw`\n\u0301a`],
  ])('%s', (_what, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });
});

describe('no text can fake an escape', () => {
  test.each([
    ['a shrug is unchanged', '¯\\_(ツ)_/¯', '¯\\_(ツ)_/¯'],
    ['a network path too', '\\\\server\\share', '\\\\server\\share'],
    ['what would read as a line feed', 'C:\\new', 'C:\\\\new'],
    ['what would read as an escape', '\\u001b', '\\\\u001b'],
    ['before a real one', '\\\u001b', '\\\\\\u001b'],
  ])('%s', (_what, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });
});

/** Any text, and texts made of what is troublesome. */
const anyText = fc.oneof(
  anyCharacters(),
  fc.string({
    unit: fc.constantFrom(...'\\\\ntru001b{}[31m\n\t\r\u001b\u200d\ufe0f👨❤a1\u0301葛\ud800\u202e'.split('')),
  }),
  fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text)),
);

test('any text is on one line, holds nothing dangerous and can be read back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = sanitizeText(text);
      expect(dangerousIn(shown, '')).toEqual([]);
      expect(readSafeText(shown)).toBe(text);
    }),
    { numRuns: scaled(500, 2_000) },
  );
});

test('any text keeps its lines for csv, and can be read back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = sanitizeLines(text);
      expect(dangerousIn(shown)).toEqual([]);
      expect(readCsvText(`x${shown}`)).toBe(`x${text}`);
    }),
    { numRuns: scaled(500, 2_000) },
  );
});

test('any value as JSON holds nothing dangerous and parses back equal', () => {
  const anyValue = fc.oneof(
    fc.jsonValue({ stringUnit: anyCharacter }),
    fc.dictionary(anyText, anyText),
    fc.array(anyText),
  );
  fc.assert(
    fc.property(anyValue, fc.constantFrom(undefined, 2), (value, indent) => {
      const json = stringifySafely(value, indent);
      expect(dangerousIn(json, indent === undefined ? '' : '\n')).toEqual([]);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: scaled(500, 2_000) },
  );
});

test.each([
  ['tags become two units', '\u{e0041}', '"\\udb40\\udc41"'],
  ['C1 and DEL', '\u009b\u007f', '"\\u009b\\u007f"'],
  ['separators', '\u2028\u2029', '"\\u2028\\u2029"'],
  ['a family stays readable', '👨\u200d👩', '"👨\u200d👩"'],
  ['nothing at all', undefined, 'null'],
] as const)('JSON: %s', (_what, value, expected) => {
  expect(stringifySafely(value)).toBe(expected);
});

describe('pieces of Hangul', () => {
  test.each([
    ['a syllable in pieces stays', '\u1112\u1161\u11ab', '\u1112\u1161\u11ab'],
    ['a syllable of old Hangul stays', '\ua960\ud7b0\ud7cb', '\ua960\ud7b0\ud7cb'],
    ['beginnings without end', '\u1100\u1100\u1100', String.raw`\u1100\u1100\u1100`],
    ['only a vowel and an ending', '\u1161 \u11ab', String.raw`\u1161 \u11ab`],
    ['a backslash before one', '\\\u1100', String.raw`\\\u1100`],
  ])('%s', (_what, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
    expect(readSafeText(sanitizeText(text))).toBe(text);
    expect(JSON.parse(stringifySafely(text))).toBe(text);
  });
});
