import { expect, test } from 'vitest';
import { insertHashtags } from '../../../src/sandbox/publish/additions.ts';

test.each([
  ['the longest words, of equally long ones the first', 'alpha beta gamma', 2, 'auto', '#alpha beta #gamma'],
  ['each once, in whichever case', 'Coffee and coffee', 2, 'auto', '#Coffee and coffee'],
  ['none that is short', 'one two four', 2, 'auto', 'one two four'],
  ['none that is one already', '#coffee time', 2, 'auto', '#coffee time'],
  [
    'no part of a link, a name or an address',
    'https://coffee.example @roastery us@roastery.example',
    2,
    'auto',
    'https://coffee.example @roastery us@roastery.example',
  ],
  ['before a sign', 'coffee, please!', 2, 'auto', '#coffee, #please!'],
  ['behind the text', 'coffee, please!', 1, 'end', 'coffee, please! #coffee'],
  ['of any writing', 'новый кофе приехал', 1, 'auto', 'новый кофе #приехал'],
  ['of nothing', '', 2, 'end', ''],
] as const)('%s', (_what, text, max, position, expected) => {
  expect(insertHashtags(text, { max, position })).toBe(expected);
});
