import { expect, test } from 'vitest';
import { parseShellLine } from '../../../../../../src/cli/framework/argv/completion/answer.ts';

const BREAKS = ' \t\n"\'><=;|&(:';

test.each([
  ['nothing behind the name', 'crier ', [], '', 0],
  ['a word that is begun', 'crier comments ge', ['comments'], 'ge', 0],
  ['a finished one', 'crier comments get ', ['comments', 'get'], '', 0],
  ['many blanks', 'crier   comments\t get  x', ['comments', 'get'], 'x', 0],
  ['single quotes', "crier a 'b c' d", ['a', 'b c'], 'd', 0],
  ['double quotes with escapes', 'crier "a \\" \\$ \\n" b', ['a " $ \\n'], 'b', 0],
  ['an empty word', "crier -c '' b", ['-c', ''], 'b', 0],
  ['backslashes', 'crier a\\ b\\: c', ['a b:'], 'c', 0],
  ['a colon that bash breaks at', 'crier urn:li:x', [], 'urn:li:x', 7],
  ['a colon in quotes', "crier 'urn:li:x", [], 'urn:li:x', 0],
  ['a flag with its value', 'crier --platform=in', [], '--platform=in', 11],
  ['a quote that opens behind =', "crier --platform='in", [], '--platform=in', 11],
  ['an escaped break', 'crier a\\:b', [], 'a:b', 0],
  ['what would be run', 'crier $(rm -rf /) `x` c', ['$(rm', '-rf', '/)', '`x`'], 'c', 0],
  ['a backslash at the end', 'crier a\\', [], 'a', 0],
] as const)('%s', (_what, line, before, current, kept) => {
  expect(parseShellLine(line, BREAKS)).toMatchObject({ before, current, kept, isRedirection: false });
});

test.each([
  ['crier a', null],
  ["crier 'a", "'"],
  ['crier "a', '"'],
  ["crier 'a' \"b", '"'],
  ["crier 'a'", null],
] as const)('%s ends in the quote %s', (line, quote) => {
  expect(parseShellLine(line, BREAKS).quote).toBe(quote);
});

test.each([
  ['crier comments get x > out', ['comments', 'get', 'x'], 'out'],
  ['crier comments get x 2>', ['comments', 'get', 'x'], ''],
  ['crier comments get x >> ', ['comments', 'get', 'x'], ''],
  ['crier comments get x <in', ['comments', 'get', 'x'], 'in'],
] as const)('%s names a file', (line, before, current) => {
  expect(parseShellLine(line, BREAKS)).toMatchObject({ before, current, isRedirection: true });
});

test('words behind a redirection are words again', () => {
  expect(parseShellLine('crier comments get x >out --fl', BREAKS)).toMatchObject({
    before: ['comments', 'get', 'x'],
    current: '--fl',
    isRedirection: false,
  });
});
