import { describe, expect, test } from 'vitest';
import { describeBenchOptions, parseBenchOptions } from '../../bench/options.ts';

const KNOWN = ['P1', 'P3'];

describe('the options of the bench', () => {
  test('are all benches, 25 rounds, and no flag', () => {
    expect(parseBenchOptions([], KNOWN)).toMatchObject({ ids: [], rounds: 25, help: false, keep: false });
  });

  test.each([
    ['some benches', ['P3', '--rounds', '5'], { ids: ['P3'], rounds: 5 }],
    ['the help page', ['--help'], { help: true }],
  ])('take %s', (_what, words, expected) => {
    expect(parseBenchOptions(words, KNOWN)).toMatchObject(expected);
  });

  test.each([
    ['an unknown bench', ['P1', 'P99'], 'no such bench: P99; choose from P1, P3'],
    ['an unknown flag', ['--fast'], "Unknown option '--fast'"],
    ['rounds in words', ['--rounds', 'many'], '--rounds is a whole number from 1, not "many"'],
    ['no rounds', ['--rounds', '0'], '--rounds is a whole number from 1, not "0"'],
  ])('refuse %s', (_what, words, message) => {
    expect(() => parseBenchOptions(words, KNOWN)).toThrow(message);
  });

  test('are listed with the benches', () => {
    expect(describeBenchOptions(KNOWN)).toContain('Benches: P1, P3');
  });
});
