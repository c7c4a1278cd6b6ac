import { expect, test } from 'vitest';
import { filterChoices } from '../../../../../src/cli/framework/terminal/prompts.ts';

const CHOICES = [
  { value: 'all', label: 'Every post and reel', hint: 'including future ones' },
  { value: 'reel', label: "26m ago  reel  Swan or dove? Bram's first clean pour" },
  { value: 'cake', label: '2d ago  post  Gâteau, fraîche du four', hint: 'id 17999000000000456' },
];

test.each([
  ['inside of the label', 'swan', ['reel']],
  ['words in any order', 'dove swan', ['reel']],
  ['parts of words', 'lean po', ['reel']],
  ['without its accents', 'gateau', ['cake']],
  ['with accents of its own', 'FRAÎCHE', ['cake']],
  ['in the hint', '0456', ['cake']],
  ['taken over from a label that was cut', 'Swan or do…', ['reel']],
  ['nothing', '', ['all', 'reel', 'cake']],
  ['what is nowhere', 'swna', []],
])('what is typed is found %s: "%s"', (_where, typed, expected) => {
  expect(filterChoices(CHOICES, typed).map(({ value }) => value)).toEqual(expected);
});
