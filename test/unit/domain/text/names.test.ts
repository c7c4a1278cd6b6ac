import { expect, test } from 'vitest';
import { findNameFault } from '../../../../src/cli/framework/settings/setting-name.ts';
import {
  createNameSuggester,
  createProfileAlias,
  isOneEditApart,
} from '../../../../src/domain/text/names.ts';

test.each([
  ['Shop North', [], 'shop-north'],
  ['  Ünal & Söhne — Großhandel ', [], 'unal-sohne-grosshandel'],
  ['Café №1', [], 'cafe-no1'],
  ['東京', [], 'profile'],
  ['---', [], 'profile'],
  ['none', [], 'none-2'],
  ['Shop North', ['shop-north'], 'shop-north-2'],
  ['Shop North', ['shop-north', 'shop-north-2', 'shop-north-4'], 'shop-north-3'],
  ['x'.repeat(300), [], 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, [], 'x'.repeat(39)],
  ['__proto__', [], 'proto'],
  ['a\u202Eb\u0000c', [], 'a-b-c'],
] as const)('%j, beside %j: %s', (title, taken, alias) => {
  expect(createProfileAlias(title, taken)).toBe(alias);
  expect(findNameFault(alias)).toBeNull();
});

test.each([
  ['a wrong letter', 'guide', 'guise', true],
  ['a wrong first letter', 'guide', 'huide', true],
  ['a letter too few', 'guide', 'guid', true],
  ['a letter too many', 'guide', 'guidde', true],
  ['one of several alike', 'look', 'loook', true],
  ['nothing but one letter alike', 'oo', 'ooo', true],
  ['neighbours that changed places', 'guide', 'giude', true],
  ['an emoji for another', 'go🔥', 'go🎉', true],
  ['the same', 'guide', 'guide', false],
  ['two wrong letters', 'guide', 'gaida', false],
  ['two letters too few', 'guide', 'gui', false],
  ['three that are turned round', 'abcd', 'cbad', false],
  ['letters apart that changed places', 'guide', 'euidg', false],
])('%s: %s, %s', (_what, one, other, expected) => {
  expect([isOneEditApart(one, other), isOneEditApart(other, one)]).toEqual([expected, expected]);
});

test.each([
  ['with other capitals and separators', 'Media_urls', 'mediaUrls'],
  ['one letter too few', 'mediaUrl', 'mediaUrls'],
  ['the same letters before a similar name', 'media-urlz', 'mediaUrlz'],
  ['two letters too few', 'mediaUr', null],
  ['correct', 'mediaUrls', null],
  ['a short name that is similar', 'posts', null],
  ['a name of five that is similar', 'guise', 'guide'],
  ['nothing', '', null],
])('a name that was meant: %s', (_what, typed, expected) => {
  expect(createNameSuggester(['mediaUrls', 'post', 'mediaUrlz', 'guide'])(typed)).toBe(expected);
});
