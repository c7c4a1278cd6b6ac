import { describe, expect, test } from 'vitest';
import {
  choosePager,
  isLongerThanScreen,
} from '../../../../../../src/cli/framework/output/printing/output-settings.ts';

const NONE = { noPager: false, noInput: false, accessible: false };
const TERMINAL = { isTerminal: true };

describe('the pager', () => {
  test.each([
    ['less, like git, by default', {}, 'less'],
    ['PAGER', { PAGER: 'more' }, 'more'],
    ['CRIER_PAGER before PAGER', { PAGER: 'more', CRIER_PAGER: 'less -S' }, 'less -S'],
    ['none for an empty CRIER_PAGER', { PAGER: 'more', CRIER_PAGER: '' }, null],
    ['none for blanks', { CRIER_PAGER: '  ' }, null],
    ['none for an empty PAGER', { PAGER: '' }, null],
    ['none for cat', { CRIER_PAGER: 'cat' }, null],
    ['none on a terminal that cannot redraw', { TERM: 'dumb', PAGER: 'less' }, null],
    ['the own one on such a terminal', { TERM: 'dumb', CRIER_PAGER: 'less' }, 'less'],
  ] as const)('is %s', (_which, env, command) => {
    expect(choosePager(NONE, { env, stdout: TERMINAL })?.command ?? null).toBe(command);
  });

  test.each([
    ['in a pipe', {}, { isTerminal: false }],
    ['with --no-pager', { noPager: true }, TERMINAL],
    ['with --no-input, since it waits for a key', { noInput: true }, TERMINAL],
  ] as const)('is none %s', (_when, flags, stdout) => {
    expect(choosePager({ ...NONE, ...flags }, { env: { CRIER_PAGER: 'less' }, stdout })).toBeNull();
  });

  test('--accessible has none that redraws, unless CRIER_PAGER names one', () => {
    const flags = { ...NONE, accessible: true };
    expect(choosePager(flags, { env: {}, stdout: TERMINAL })).toBeNull();
    expect(choosePager(flags, { env: { CRIER_PAGER: 'less' }, stdout: TERMINAL })?.command).toBe('less');
  });

  test('LESS is set only where it is not', () => {
    expect(choosePager(NONE, { env: {}, stdout: TERMINAL })?.env).toEqual({ LESS: 'FRX' });
    expect(choosePager(NONE, { env: { LESS: '' }, stdout: TERMINAL })?.env).toEqual({});
  });
});

test.each([
  ['all lines but the one of the prompt', 'a\n'.repeat(9), { rows: 10, columns: 80 }, false],
  ['as many lines as there are', 'a\n'.repeat(10), { rows: 10, columns: 80 }, true],
  ['a line that wraps', `${'a'.repeat(81)}\n`.repeat(5), { rows: 10, columns: 80 }, true],
  ['a line that just does not wrap', `${'a'.repeat(80)}\n`.repeat(5), { rows: 10, columns: 80 }, false],
  [
    'colors, which take no room',
    `\u001b[31m${'a'.repeat(80)}\u001b[39m\n`.repeat(9),
    { rows: 10, columns: 80 },
    false,
  ],
  ['a last line without a line feed', `${'a\n'.repeat(9)}b`, { rows: 10, columns: 80 }, true],
  ['a terminal of unknown height', 'a\n'.repeat(1_000), { rows: undefined, columns: 80 }, false],
] as const)('a screen and %s', (_what, text, screen, isLonger) => {
  expect(isLongerThanScreen(text, screen)).toBe(isLonger);
});
