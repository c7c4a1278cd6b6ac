import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { CTRL_C, inTerminal } from '../../support/terminal/pty.ts';

const home = mkdtempSync(join(tmpdir(), 'crier-pager-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Shows how many lines it got, and waits for a key on the terminal, as less does. */
const PAGER = `#!/bin/sh
trap 'echo interrupted' INT
lines=$(wc -l)
echo "paged $lines lines, LESS=$LESS, key=$CRIER_API_KEY."
until read answer < /dev/tty; do :; done
echo "left with $answer"
`;
const pager = join(home, 'pager');
writeFileSync(pager, PAGER);
chmodSync(pager, 0o755);

const env = {
  HOME: home,
  ...SHARED_CACHE,
  XDG_CONFIG_HOME: home,
  XDG_STATE_HOME: home,
  PATH: process.env.PATH ?? '',
};
const LIST = ['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--sandbox'];
const run = (command: string, words: readonly string[] = LIST) =>
  inTerminal(words, { env: { ...env, CRIER_PAGER: command } });

test.each([
  ['as one word', pager],
  ['with words', `/bin/sh ${pager}`],
  ['with quotes and a variable, which only a shell reads', `"$HOME/pager"`],
] as const)('a pager %s gets the output, and ends the run', async (_how, command) => {
  const here = run(command);
  await here.seen(/paged \d\d+ lines, LESS=FRX, key=\./);
  here.type('q\r');
  await here.seen('left with q');
  expect(await here.ended).toBe(0);
});

test('Ctrl-C belongs to the pager', async () => {
  const here = run(pager);
  await here.seen('paged');
  here.type(CTRL_C);
  here.type('q\r'); // a shell that is about to read runs its trap only when it has read
  await here.seen('interrupted');
  await here.seen('left with q');
  expect(await here.ended).toBe(0);
});

test.each([
  ['one that reads nothing', 'true', 0],
  ['one that stops early', 'head -n 1', 0],
] as const)('%s is no error', async (_which, command, exitCode) => {
  const here = run(command);
  expect(await here.ended).toBe(exitCode);
  expect(here.output).not.toContain('crier:');
});

test.each(['no-such-pager', 'no-such-pager -x'])('without %s the output is printed', async (command) => {
  const here = run(command);
  expect(await here.ended).toBe(0);
  expect(here.output).toContain('COMMENT');
  expect(here.output).not.toContain('crier:');
});

test('the exit code is that of the command', async () => {
  const ids = ['posts', 'get', 'Sp7kQm2XvLr9TzBd4HnW', 'nothing-here', '--sandbox', '-o', 'json'];
  const here = run('wc -l', ids);
  expect(await here.ended).toBe(3);
});
