import { describe, expect, test } from 'vitest';
import { createPalette } from '../../../../../src/cli/framework/output/text/style.ts';
import { createLinePrompts } from '../../../../../src/cli/framework/terminal/open-prompts.ts';
import { EndOfAnswers } from '../../../../../src/cli/framework/terminal/prompts.ts';
import type { Prompts } from '../../../../../src/world.ts';
import { crier } from '../../../../support/crier.ts';

/** A conversation with a user who types these lines, and all that was printed. */
function typing(typed: readonly string[], width = 80): { prompts: Prompts; said: string[] } {
  const left = [...typed];
  const said: string[] = [];
  const prompts = createLinePrompts({
    show: async (lines) => void said.push(...lines),
    async ask(question) {
      said.push(question);
      return left.shift() ?? null;
    },
    look: () => ({ width, palette: createPalette(0), plain: true }),
  });
  return { prompts, said };
}

const ANYTHING = () => null;
const shortOnly = (answer: string) => (answer.length > 3 ? 'must be short' : null);

describe('a conversation by lines', () => {
  test.each([
    ['what is typed, without blanks around it', [' abc '], 'abc', []],
    ['what is suggested, when nothing is typed', [''], 'sug', []],
    ['again, until it is taken', ['abcd', 'abc'], 'abc', ['Not valid: must be short', 'Name? [sug]']],
  ])('a text is %s', async (_what, typed, expected, more) => {
    const { prompts, said } = typing(typed);
    expect(await prompts.text({ message: 'Name?', suggestion: 'sug', check: shortOnly })).toBe(expected);
    expect(said).toEqual(['Name? [sug]', ...more]);
  });

  test.each([
    ['lines up to a dot, empty ones too', ['one', '', 'two', '.'], 'one\n\ntwo'],
    ['the suggestion, for only a dot', ['.'], 'as\nsuggested'],
  ])('a long text is %s', async (_what, typed, expected) => {
    const { prompts, said } = typing(typed);
    expect(await prompts.longText({ message: 'Text?', suggestion: 'as\nsuggested', check: ANYTHING })).toBe(
      expected,
    );
    expect(said.slice(0, 5)).toEqual([
      'Text?',
      'Suggested:',
      'as',
      'suggested',
      'End with a line that contains only ".", or only that line to use the suggestion.',
    ]);
  });

  test.each([
    [[''], 'first'],
    [['2'], 'second'],
    [['0', 'second', '3', '-1', '2'], 'second'],
  ])('a choice by number: %j', async (typed, expected) => {
    const { prompts, said } = typing(typed);
    const choices = [
      { value: 'first', label: 'The first', hint: 'as usual' },
      { value: 'second', label: 'The second' },
    ];
    expect(await prompts.choose({ message: 'Which?', choices })).toBe(expected);
    expect(said.slice(0, 4)).toEqual([
      'Which?',
      '  1. The first (as usual)',
      '  2. The second',
      'A number from 1 to 2 [1]:',
    ]);
    const notTaken = said.filter((line) => line === 'Not valid: must be a number from 1 to 2');
    expect(notTaken).toHaveLength(typed.length - 1);
  });

  test.each([
    ['words in any order and case', ['dove SWAN', '2'], 'reel', ['  2. 2d ago Swan or dove?']],
    ['without its accents', ['gateau', '3'], 'cake', ['  3. 3d ago Gâteau']],
    ['what is found is not taken by Enter', ['swan', '', '2'], 'reel', ['  2. 2d ago Swan or dove?']],
    [
      'what nothing holds is not taken',
      ['swna', '2'],
      'reel',
      [
        'Not valid: must be a number from 1 to 3, or words to search for that match',
        'A number from 1 to 3, or words to search for [1]:',
      ],
    ],
  ])('what is typed is looked for, and a number chooses: %s', async (_what, typed, expected, then) => {
    const { prompts, said } = typing(typed);
    const choices = [
      { value: 'every', label: 'Every post' },
      { value: 'reel', label: '2d ago  Swan or dove?' },
      { value: 'cake', label: '3d ago  Gâteau' },
    ];
    expect(await prompts.choose({ message: 'Which?', choices, isSearched: true })).toBe(expected);
    const asked = said.indexOf('A number from 1 to 3, or words to search for [1]:');
    expect(said.slice(asked + 1, asked + 1 + then.length)).toEqual(then);
  });

  test('long choices are wrapped behind their number', async () => {
    const { prompts, said } = typing(['1'], 24);
    await prompts.choose({
      message: 'Which?',
      choices: [{ value: 1, label: 'one that is too long for a line' }],
    });
    expect(said.slice(1, 3)).toEqual(['  1. one that is too', '     long for a line']);
  });

  test.each([
    ['numbers in any order, with commas', ['3, 1'], ['first', 'third']],
    ['numbers with blanks', ['2 3'], ['second', 'third']],
    ['what is suggested, when nothing is typed', [''], ['second']],
    ['one that is typed twice', ['2,2'], ['second']],
    ['again, until all of it is taken', ['4', '1-2', 'x, 1', '0', '1,2,3', '1'], ['first']],
  ])('several choices by number: %s', async (_what, typed, expected) => {
    const { prompts, said } = typing(typed);
    const choices = [
      { value: 'first', label: 'The first', hint: 'as usual' },
      { value: 'second', label: 'The second' },
      { value: 'third', label: 'The third' },
    ];
    const check = (chosen: readonly string[]) => (chosen.length === 3 ? 'must be fewer' : null);
    const question = { message: 'Which?', choices, suggested: ['second'], check };
    expect(await prompts.chooseSeveral(question)).toEqual(expected);
    expect(said.slice(0, 5)).toEqual([
      'Which?',
      '  1. The first (as usual)',
      '  2. The second',
      '  3. The third',
      'Numbers from 1 to 3, with commas [2]:',
    ]);
    const notTaken = said.filter((line) => line.startsWith('Not valid: '));
    expect(notTaken).toHaveLength(typed.length - 1);
    expect(new Set(notTaken.slice(0, 4))).toEqual(
      new Set(notTaken.length === 0 ? [] : ['Not valid: must be numbers from 1 to 3, with commas']),
    );
    expect(notTaken.slice(4)).toEqual(notTaken.length > 4 ? ['Not valid: must be fewer'] : []);
  });

  test('the length of a text is shown when it was typed', async () => {
    const { prompts, said } = typing(['ab', 'c', '.']);
    const count = (text: string) => `${text.length} of 5`;
    expect(await prompts.longText({ message: 'Text?', check: ANYTHING, count })).toBe('ab\nc');
    expect(said.at(-1)).toBe('4 of 5');
  });

  test.each(['text', 'longText'] as const)('the end of the input ends a %s', async (kind) => {
    const { prompts } = typing(['begun'].slice(kind === 'text' ? 1 : 0));
    await expect(prompts[kind]({ message: 'Text?', check: ANYTHING })).rejects.toThrow(EndOfAnswers);
  });
});

describe('the wizard by lines', () => {
  const typed = ['1', '1', 'GUIDE', 'Here you are.', '.', '', '1'];

  test.each([
    ['--accessible', ['--accessible'], {}],
    ['ACCESSIBLE', [], { ACCESSIBLE: '1' }],
    ['TERM=dumb', [], { TERM: 'dumb' }],
  ] as const)('%s draws nothing, and makes the same', async (_what, words, env) => {
    const line = ['automations', 'create', '--sandbox', ...words];
    const { exitCode, stderr, screen } = await crier(line, { isTerminal: true, typed, env });
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stderr).toMatch(/--on comment --post all --keyword GUIDE --dm 'Here you are/);
    expect(screen).not.toMatch(/[\u2190-\u21ff\u2500-\u259f✔❯]/);
  });

  test('the end of the input says that nothing was created', async () => {
    const line = 'automations create --sandbox --accessible';
    const { exitCode, stderr } = await crier(line, { isTerminal: true, typed: typed.slice(0, 3) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('nothing was created');
  });
});
