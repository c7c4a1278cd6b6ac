import { expect, test } from 'vitest';
import { sanitizeText } from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';
import { crier } from '../../../../../../src/cli/framework/output/text/shell-command.ts';
import { wrap, wrapSentence } from '../../../../../../src/cli/framework/output/text/wrap.ts';
import { HOSTILE_VALUES } from '../../../../../support/hostile/hostile-values.ts';

test.each([
  ['short', 'one two', 20, ['one two']],
  ['between words', 'one two three', 8, ['one two', 'three']],
  ['exactly full', 'one two', 7, ['one two']],
  ['a word too long', 'a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
  ['the rest of a long word takes the next', 'abcdef gh', 5, ['abcde', 'f gh']],
  ['wide characters', '日本語 テスト', 6, ['日本語', 'テスト']],
  ['a character wider than the line', '日本', 1, ['日', '本']],
  ['runs of spaces', '  one   two ', 20, ['one two']],
  ['nothing', '', 10, ['']],
])('%s', (_what, text, width, expected) => {
  expect(wrap(text, width)).toEqual(expected);
});

/** A sentence as a shell would read it again, where lines that end in a backslash continue. */
const joined = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/\n {4}(?=# )/, ' ')
    .replaceAll(/\n {4}# /g, ' ')
    .replaceAll(/ \\\n */g, ' ');

test.each(['/usr/bin/../../usr/bin/id', "'a  b' c", ...HOSTILE_VALUES])(
  'a command with %j is broken only where a shell reads it as one',
  { tags: ['T18'] },
  (value) => {
    const command = sanitizeText(crier`automations pause ${value} --profile ${'shop north'}`);
    const sentences = [
      `it is live from now on; to stop it: ${command}`,
      `try "${command}" first, and "${command}" after; then look again`,
      `("${command}")`,
      `"${command.replace('crier', 'npm start --')}" says more`,
    ];
    for (const sentence of sentences) {
      for (const width of [12, 38, 73, 400]) {
        const text = joined(wrapSentence(sentence, width));
        const parts = sentence.includes('npm start') ? [command.replace('crier', 'npm start --')] : [command];
        for (const part of parts) expect(text, `at ${width}`).toContain(part);
      }
    }
  },
);

test('a sentence without a command is wrapped as prose', () => {
  const sentence = 'crier: a defect, crier needs "a newer Node"; "crier" alone is no command';
  for (const width of [10, 20, 40]) expect(wrapSentence(sentence, width)).toEqual(wrap(sentence, width));
});

test('an opening parenthesis stays with the command after it', () => {
  const sentence = 'change the plan ("crier sandbox plan"); then look';
  expect(wrapSentence(sentence, 80)).toEqual([sentence]);
  expect(wrapSentence(sentence, 24)).toEqual(['change the plan', '("crier sandbox plan");', 'then look']);
});
