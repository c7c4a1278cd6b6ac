import { expect, test } from 'vitest';
import { wrapCommand } from '../../../../../src/cli/framework/output/text/wrap.ts';

test.each([
  ['what fits', 'crier comments get x', 20, ['crier comments get x']],
  [
    'an id stays whole',
    'crier comments get Sp7kQm2XvLr9TzBd4HnW --flat',
    38,
    ['crier comments get \\', '    Sp7kQm2XvLr9TzBd4HnW --flat'],
  ],
  ['a word that is wider than a line', 'crier x Sp7kQm2XvLr9', 9, ['crier x \\', '    Sp7kQm2XvLr9']],
  [
    'words in quotes are one',
    'crier api -f \'a b=c d\' --jq ".x | .y"',
    22,
    ['crier api \\', "    -f 'a b=c d' \\", '    --jq ".x | .y"'],
  ],
  [
    'an apostrophe in quotes ends no word',
    "crier x --text 'It'\\''s out, now' --flat",
    32,
    ['crier x \\', "    --text 'It'\\''s out, now' \\", '    --flat'],
  ],
  [
    'a flag keeps its value',
    'crier comments get 17 --platform instagram',
    34,
    ['crier comments get 17 \\', '    --platform instagram'],
  ],
])('%s', (_what, command, width, lines) => {
  expect(wrapCommand(command, width)).toEqual(lines);
  expect(wrapCommand(command, width).join('').replaceAll(' \\    ', ' ')).toBe(command);
});
