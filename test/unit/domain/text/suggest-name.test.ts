import { expect, test } from 'vitest';
import { isOneEditApart } from '../../../../src/domain/text/names.ts';

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
