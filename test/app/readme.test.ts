import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../support/crier.ts';
import { answering } from '../support/pretend-outbound.ts';
import { shellWords } from '../support/shell-words.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

/** What the README shows as it looks: commands behind `$`, each with what it printed on a terminal of 80 columns. */
const shown = [...README.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .filter((part) => part !== '')
    .map((part) => ({ line: part.slice(0, part.indexOf('\n')), output: part.slice(part.indexOf('\n') + 1) })),
);

/** Files that it shows, by the name in their first line. */
const files = [...README.matchAll(/^```yaml\n# (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', text = '']) => ({
    name,
    text,
  }),
);

/** The addresses that it shows are nobody's. */
const outbound = answering(() => ({ fault: 'name not found' }));

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await openTestSandbox(undefined, { openOutbound: () => outbound([]) });
  folder = mkdtempSync(join(tmpdir(), 'crier-readme-'));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
});
afterAll(() => {
  sandbox.close();
  rmSync(folder, { recursive: true });
});

test('the README shows commands and what they print', () => {
  expect(shown.length).toBeGreaterThan(2);
});

test.each(shown)('the README shows what "$line" really prints', async ({ line, output }) => {
  const [command = '', ...after] = line.split('; ');
  const words = shellWords(command.replace(/^npx crier /, ''));
  const { screen, exitCode } = await crier([...words, '--color', 'never'], {
    sandbox: { ...sandbox, close: () => {} },
    folder,
    outbound,
    isTerminal: true,
    columns: 80,
  });
  const echoed = after.includes('echo $?') ? `${exitCode}\n` : '';
  expect(withoutTrailingSpaces(screen + echoed)).toBe(withoutTrailingSpaces(output));
});

function withoutTrailingSpaces(text: string): string {
  return text.replaceAll(/ +$/gm, '').trimEnd();
}
