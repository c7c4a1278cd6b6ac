import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { inTerminal, shellInTerminal } from '../../support/terminal/pty.ts';

/** A registry on this machine, and what it was asked. */
let registry: Server;
let asked: IncomingMessage[];
let home: string;
/** What the registry says; null for nothing at all. */
let answer: string | null;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-notice-'));
  asked = [];
  answer = JSON.stringify({ name: 'crier-cli', version: '999.0.1' });
  registry = createServer((request, response) => {
    asked.push(request);
    if (answer !== null) response.end(answer);
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(home, { recursive: true });
});

const environment = () => ({
  HOME: home,
  PATH: process.env['PATH'] ?? '',
  XDG_CACHE_HOME: 'none', // no compiled code: the check in the background may end after its test
  CRIER_UPDATE_NOTICE: 'on',
  CRIER_API_KEY: 'SECRET-OF-THE-SERVICE',
  NPM_TOKEN: 'SECRET-OF-NPM',
  npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/npm`,
});

const WORDS = ['errors', 'show', '485'];
const NEWER = { checkedAt: 0, latest: '999.0.0', shownAt: null };

const stateFile = () => join(home, '.local', 'state', 'crier', 'newest-version.json');
const readState = (): Record<string, unknown> => JSON.parse(readFileSync(stateFile(), 'utf8'));
function remember(state: Record<string, unknown>): void {
  mkdirSync(join(stateFile(), '..'), { recursive: true, mode: 0o700 });
  writeFileSync(stateFile(), JSON.stringify(state), { mode: 0o600 });
}

async function run(words: readonly string[] = WORDS, more: Readonly<Record<string, string>> = {}) {
  const here = inTerminal(words, { columns: 200, env: { ...environment(), ...more } });
  const exitCode = await here.ended;
  return { exitCode, output: here.output };
}

/** Waits until the check in the background has saved what the registry said. */
const checked = (latest: string) => eventually(() => expect(readState()).toMatchObject({ latest }));

test('a newer version is found in the background, reported by the next run, and not again on that day', async () => {
  remember({ ...NEWER, latest: null });
  const first = await run();
  expect(first.exitCode).toBe(0);
  expect(first.output).not.toContain('999');
  await checked('999.0.1');
  const second = await run();
  expect(second.exitCode).toBe(0);
  expect(stripVTControlCharacters(second.output)).toMatch(
    /\ncrier 999\.0\.1 is available \(you have \d[\w.-]*\): \S.*\r\n$/,
  );
  expect(second.output).toContain('\u001b[2mcrier 999.0.1');
  expect((await run()).output).not.toContain('999');
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /npm/crier-cli/latest']);
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  expect(JSON.stringify(asked[0]?.rawHeaders)).not.toContain('SECRET');
});

test('the first run on a machine asks nothing', async () => {
  expect((await run()).exitCode).toBe(0);
  expect(readState()).toMatchObject({ latest: null, shownAt: null });
  expect(asked).toEqual([]);
});

describe('nothing is reported, asked or remembered', () => {
  test.each([
    ['in CI', WORDS, { CI: 'true' }],
    ['with -q', [...WORDS, '-q'], {}],
    ['with the variable off', WORDS, { CRIER_UPDATE_NOTICE: 'off' }],
    ['behind a completion script', ['completion', 'bash'], {}],
    ['by Tab', ['__complete', '1', 'crier', 'er'], {}],
    ['by help', ['--help'], {}],
    ['by the version', ['--version'], {}],
  ] as const)('%s', async (_when, words, env) => {
    remember(NEWER);
    const { output } = await run(words, env);
    expect(output).not.toContain('999');
    expect([readState(), asked]).toEqual([NEWER, []]);
  });

  test.each([
    ['stdout is a pipe', '$CRIER errors show 485 | cat'],
    ['stderr is a file', '$CRIER errors show 485 2> $HOME/stderr; cat $HOME/stderr'],
  ])('when %s', async (_which, line) => {
    remember(NEWER);
    const here = shellInTerminal(line, { env: environment() });
    expect(await here.ended).toBe(0);
    expect(here.output).not.toContain('999');
    expect([readState(), asked]).toEqual([NEWER, []]);
  });

  test('with the setting off', async () => {
    const { CRIER_UPDATE_NOTICE: _on, ...env } = environment();
    remember(NEWER);
    const line = '$CRIER config set update-notice off && $CRIER errors show 485';
    const here = shellInTerminal(line, { env: { ...env, CRIER_UPDATE_NOTICE: 'off' } });
    expect(await here.ended).toBe(0);
    const after = shellInTerminal('unset CRIER_UPDATE_NOTICE; $CRIER errors show 485', { env });
    expect(await after.ended).toBe(0);
    expect(after.output).not.toContain('999');
    expect([readState(), asked]).toEqual([NEWER, []]);
  });
});

test('a registry that does not answer keeps no command waiting, and is asked once', {
  tags: ['C12'],
}, async () => {
  answer = null;
  remember({ ...NEWER, latest: null });
  expect((await run()).exitCode).toBe(0);
  expect((await run()).exitCode).toBe(0);
  await eventually(() => expect(asked).toHaveLength(1));
  expect(readState()).toMatchObject({ latest: null });
});

test.each([
  ['escapes', JSON.stringify({ version: '999.0.2\u001b]0;x\u0007' })],
  ['no JSON', '<html>'],
  ['no end', `{"version":"999.0.2","more":"${'x'.repeat(2_000_000)}"}`],
])('an answer with %s is not taken', { tags: ['C12'] }, async (_what, text) => {
  answer = text;
  remember({ ...NEWER, latest: null });
  await run();
  await eventually(() => expect(asked).toHaveLength(1));
  const { output } = await run();
  expect(output).not.toContain('999');
  expect(readState()).toMatchObject({ latest: null });
});

test('of twenty terminals at once, one reports and one asks', async () => {
  remember(NEWER);
  const all = await Promise.all(Array.from({ length: 20 }, () => run()));
  expect(all.filter(({ output }) => output.includes('999.0.0'))).toHaveLength(1);
  expect(all.every(({ exitCode }) => exitCode === 0)).toBe(true);
  await checked('999.0.1');
  expect(asked).toHaveLength(1);
});
