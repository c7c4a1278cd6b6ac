import { expect, test } from 'vitest';
import {
  escapeRoff,
  formatLiteral,
  formatMacro,
  formatProse,
} from '../../../../../src/cli/framework/argv/man-pages.ts';

test.each([
  ['a leading dot', '.crier.json holds', '\\&.crier.json holds'],
  ['a leading quote', "'none' is", '\\(aqnone\\(aq is'],
  ['backslashes', 'a \\n b\\', 'a \\en b\\e'],
  ['flags', '--no-input', '\\-\\-no\\-input'],
  ['double quotes', 'say "crier help"', 'say \\(dqcrier help\\(dq'],
  ['what roff sets otherwise', '`a` ~ ^', '\\(gaa\\(ga \\(ti \\(ha'],
  ['letters beyond ASCII', '<id…> é', '<id\\[u2026]> \\[u00E9]'],
  ['a letter of two units', '🎉', '\\[u1F389]'],
  ['controls', 'a\u001b[31m\tb', 'a\\[u001B][31m\\[u0009]b'],
] as const)('%s', (_what, text, expected) => {
  expect(escapeRoff(text)).toBe(expected);
});

test('a macro has each argument in quotes, whatever is in it', () => {
  expect(formatMacro('SH', 'SEE ALSO')).toBe('.SH "SEE ALSO"');
  expect(formatMacro('SS', 'a "b" \\c')).toBe('.SS "a \\(dqb\\(dq \\ec"');
});

test('prose has a line for each sentence, and no line that is too long', () => {
  expect(formatProse('One. Two is\nlonger: "Three".  e.g. four')).toEqual([
    'One.',
    'Two is longer:',
    '\\(dqThree\\(dq. e.g. four',
  ]);
  const long = formatProse(`${'word '.repeat(60)}end.`);
  expect(long.length).toBeGreaterThan(3);
  expect(long.filter((line) => line.length > 80)).toEqual([]);
});

test('no line of prose can pass for a request', () => {
  const lines = formatProse(`${'word '.repeat(12)}.TH .SH 'br ${'.so /etc/passwd '.repeat(20)}`);
  expect(lines.filter((line) => /^[.']/.test(line))).toEqual([]);
});

test('literal lines keep their blanks', () => {
  expect(formatLiteral(['  $ crier x', '.hidden'])).toEqual([
    '.EX',
    '  $ crier x',
    '\\&.hidden',
    '.EE',
    '.nh',
  ]);
});
