import { expect, test } from 'vitest';
import { findNameFault } from '../../../../src/cli/settings/setting-name.ts';
import { createProfileAlias } from '../../../../src/domain/text/names.ts';

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
