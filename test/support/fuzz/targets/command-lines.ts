import { parseShellLine } from '../../../../src/cli/framework/argv/completion/answer.ts';
import { restoreCsvText, restoreTsvText } from '../../../../src/cli/framework/input/files/own-cells.ts';
import { parseReference } from '../../../../src/cli/framework/output/reference.ts';
import { maskLikelySecrets } from '../../../../src/cli/framework/output/text/known-secrets.ts';
import {
  escapeJson,
  sanitizeLines,
  sanitizeTabbed,
  sanitizeText,
  stringifySafely,
} from '../../../../src/cli/framework/output/text/sanitize-text.ts';
import { getDisplayWidth, truncate } from '../../../../src/cli/framework/output/text/width.ts';
import { wrap } from '../../../../src/cli/framework/output/text/wrap.ts';
import { dangerousIn } from '../../hostile/dangerous.ts';
import { type FuzzTarget, requireSame } from '../fuzz-target.ts';

/** Lines that a shell asks to complete. */
export const shellLines: FuzzTarget = {
  seeds: [
    'crier posts ge',
    'crier posts get \'a b\' "c\\"d" \\',
    'crier comments reply @3 --text="x',
    'crier x > file',
    '@12',
  ],
  tokens: ["'", '"', '\\', ' ', '=', ':', '>', '2>&1', '|', ';', '$(', '`', '--', '\n'],
  maxLength: 600,
  run(input) {
    const { before, kept } = parseShellLine(input, ' \t\n"\'><=;|&(:');
    if (kept < 0 || before.join('').length > input.length) throw new Error('words that were not typed');
    parseReference(input);
    maskLikelySecrets(input);
  },
};

/** Text of others on its way to a terminal, a file and JSON. */
export const terminalText: FuzzTarget = {
  seeds: [
    'Hi\u001B[2J',
    'a\\u001b b\\n',
    'कि\u200Dष 👩‍👩‍👧 ❤️',
    "'=1+1",
    '\u202Eabc\u2066',
    'line\r\nnext\ttab',
    '가\u1160\u3164',
  ],
  tokens: [
    '\u001B]0;',
    '\u009B',
    '\\u',
    '\\\\',
    '\u200D',
    '\uFE0F',
    '\u0301',
    '\u{E0041}',
    '\u202E',
    'क',
    '가',
    '\u1160',
    "'",
  ],
  run(input) {
    requireClean(sanitizeText(input), '');
    requireClean(sanitizeLines(input), '\n');
    requireClean(sanitizeTabbed(input), '\n\t');
    const json = stringifySafely(input);
    requireClean(json, '');
    requireSame(JSON.parse(json), input, 'JSON that is escaped parses to the same');
    requireSame(JSON.parse(escapeJson(JSON.stringify(input))), input, 'escaped JSON parses to the same');
    requireSame(restoreTsvText(sanitizeText(input)), input, 'a cell of tsv is read as it was');
    if (!/^'*\s*['=+\-@\d\uFF1D\uFF0B\uFF0D\uFF20]/.test(input))
      requireSame(restoreCsvText(sanitizeLines(input)), input, 'a cell of csv is read as it was');
    const line = sanitizeText(input);
    const cut = truncate(line, 20);
    if (getDisplayWidth(cut) > 20) throw new Error(`a cut text is ${getDisplayWidth(cut)} wide`);
    for (const part of wrap(line, 20)) if (part.includes('\n')) throw new Error('a line with a line break');
  },
};

function requireClean(text: string, allowed: string): void {
  const [found] = dangerousIn(text, allowed);
  if (found !== undefined) throw new Error(`${found} is printed`);
}
