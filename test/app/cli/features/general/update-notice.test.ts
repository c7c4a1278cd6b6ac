import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../../../src/service/durations.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const NOW = 1_790_000_000_000;
const NEWER = { checkedAt: NOW - 1, latest: '1.3.0', shownAt: null };
const NOTICE = 'crier 1.3.0 is available (you have 0.0.0-test)';

let home: string;
beforeEach(() => {
  home = quickFolder('notice');
});
afterEach(() => rmSync(home, { recursive: true }));

const stateFile = () => join(home, 'crier', 'newest-version.json');
const readState = (): unknown => JSON.parse(readFileSync(stateFile(), 'utf8'));
function saveState(text: string): void {
  mkdirSync(join(home, 'crier'), { recursive: true, mode: 0o700 });
  writeFileSync(stateFile(), text, { mode: 0o600 });
}
const remember = (state: unknown) => saveState(JSON.stringify(state));

/** A run on a terminal, and the words with which this program was started again. */
async function run(words: string | readonly string[] = 'errors show 485', around: Around = {}) {
  const started: (readonly string[])[] = [];
  const ran = await crier(words, {
    isTerminal: true,
    ...around,
    env: { XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, CRIER_UPDATE_NOTICE: 'on', ...around.env },
    others: { ...around.others, onStart: (words) => started.push(words) },
  });
  return { ...ran, started };
}

test('the first run asks nothing, and remembers when it was', async () => {
  const { started, stderr } = await run();
  expect([started, stderr]).toEqual([[], '']);
  expect(readState()).toEqual({ checkedAt: NOW, latest: null, shownAt: null });
});

test('a day later, a run starts a check in the background, and reports nothing', async () => {
  await run();
  const clock = stoppedClock(NOW + DAY_MS);
  const { started, stderr } = await run(undefined, { clock });
  expect([started, stderr]).toEqual([[['version', '--check', '--quiet']], '']);
  expect((await run(undefined, { clock })).started).toEqual([]);
});

test('what a check found is reported once a day, after the output', async () => {
  remember(NEWER);
  const { stderr, screen, started } = await run(undefined, { env: { NO_COLOR: '1' } });
  const line = `${NOTICE}: npm install -g crier-cli@latest`;
  expect(stderr.replaceAll('\n  ', ' ')).toBe(`${line}\n`);
  expect(screen.endsWith(stderr)).toBe(true);
  expect(started).toEqual([]);
  expect((await run()).stderr).toBe('');
  expect((await run(undefined, { clock: stoppedClock(NOW + DAY_MS) })).stderr).toContain('1.3.0');
});

test('the notice has the command of this installation', async () => {
  remember(NEWER);
  const program = { file: '/home/m/.npm/_npx/1a2b/node_modules/crier-cli/bin/crier.js', isSingle: false };
  const { stderr } = await run(undefined, { env: { FORCE_COLOR: '0' }, program, columns: 200 });
  expect(stderr).toBe(`${NOTICE}: npx crier-cli@latest\n`);
});

test.each<[string, string, Around]>([
  ['in a pipe', 'errors show 485', { isTerminal: false }],
  ['with -q', 'errors show 485 -q', {}],
  ['with CRIER_QUIET', 'errors show 485', { env: { CRIER_QUIET: '1' } }],
  ['in CI', 'errors show 485', { env: { CI: 'true' } }],
  ['with the variable off', 'errors show 485', { env: { CRIER_UPDATE_NOTICE: 'off' } }],
  ['with a variable that is neither', 'errors show 485', { env: { CRIER_UPDATE_NOTICE: 'never' } }],
  ['in a checkout', 'errors show 485', { programName: 'npm start --' }],
  ['behind a completion script', 'completion bash', {}],
  ['behind the version', 'version', {}],
  ['behind an error', 'errors show 99999', {}],
  ['when the run was ended', 'errors show 485', { signal: AbortSignal.abort('interrupted') }],
])('nothing is reported or asked %s', async (_when, words, around) => {
  remember({ ...NEWER, checkedAt: 0 });
  const { stderr, started } = await run(words, around);
  expect(stderr).not.toContain('1.3.0');
  expect(started).toEqual([]);
  expect(readState()).toEqual({ ...NEWER, checkedAt: 0 });
});

test.each([
  ['NO_UPDATE_NOTIFIER turns it off', { NO_UPDATE_NOTIFIER: '1' }],
  ['the setting turns it off', {}],
])('%s', async (_what, variables) => {
  if (Object.keys(variables).length === 0) await run('config set update-notice off', { isTerminal: false });
  remember({ ...NEWER, checkedAt: 0 });
  const around = { XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, ...variables };
  const started: unknown[] = [];
  const env = { ...around, CRIER_UPDATE_NOTICE: undefined };
  const others = { onStart: (words: readonly string[]) => started.push(words) };
  const { stderr } = await crier('errors show 485', { isTerminal: true, env, others });
  expect([stderr, started]).toEqual(['', []]);
});

test('the command that turns it off is not followed by it', async () => {
  remember({ ...NEWER, checkedAt: 0 });
  const env = { CRIER_UPDATE_NOTICE: undefined };
  const { stderr, exitCode } = await run('config set update-notice off', { env });
  expect([exitCode, stderr]).toEqual([0, '']);
});

test('the check trusts what the command trusts, and keys are not passed on', { tags: ['C12'] }, async () => {
  remember({ checkedAt: 0, latest: null, shownAt: null });
  const env = { CRIER_CA_FILE: '/certificates/own.pem' };
  const { started } = await run('posts list --sandbox', { env });
  expect(started).toEqual([['version', '--check', '--quiet', '--ca-file', '/certificates/own.pem']]);
});

test.each([
  ['no JSON', 'garbage'],
  ['another document', '[1, 2]'],
  ['a version with escapes', JSON.stringify({ ...NEWER, latest: '1.3.0\u001b[2J' })],
  ['a version that never ends', JSON.stringify({ ...NEWER, latest: `1.3.0-${'x'.repeat(1_000)}` })],
  ['a time that is none', JSON.stringify({ ...NEWER, checkedAt: 'now' })],
])('a state file with %s counts as none', { tags: ['C12'] }, async (_what, text) => {
  saveState(text);
  const { exitCode, stderr, started } = await run();
  expect([exitCode, stderr, started]).toEqual([0, '', []]);
  expect(readState()).toEqual({ checkedAt: NOW, latest: null, shownAt: null });
});

test('a state that cannot be saved: nothing is reported, and the command succeeds', async () => {
  remember({ ...NEWER, checkedAt: 0 });
  const target = join(home, 'elsewhere');
  writeFileSync(target, readFileSync(stateFile()));
  rmSync(stateFile());
  symlinkSync(target, stateFile());
  const { exitCode, stderr, started } = await run();
  expect([exitCode, stderr, started]).toEqual([0, '', []]);
});

test('a check that cannot be started does not fail the command', async () => {
  remember({ checkedAt: 0, latest: null, shownAt: null });
  const others = {
    onStart() {
      throw new Error('no more processes');
    },
  };
  const env = { XDG_STATE_HOME: home, CRIER_UPDATE_NOTICE: 'on' };
  const { exitCode, stderr } = await crier('errors show 485', { isTerminal: true, env, others });
  expect([exitCode, stderr]).toEqual([0, '']);
});

test('of three runs at once, one reports it', async () => {
  remember({ ...NEWER, checkedAt: 0 });
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.filter(({ stderr }) => stderr.includes('1.3.0'))).toHaveLength(1);
  expect(runs.flatMap(({ started }) => started)).toHaveLength(1);
  expect(runs.every(({ exitCode }) => exitCode === 0)).toBe(true);
});

test('what another run reported a moment after this one asked for the time is not reported again', async () => {
  let at = NOW;
  const now = () => {
    at += 10;
    remember({ ...NEWER, shownAt: at + 5 });
    return at;
  };
  expect((await run(undefined, { clock: { ...stoppedClock(NOW), now } })).stderr).toBe('');
});

test('config reset --all removes what is remembered', async () => {
  await run();
  expect(existsSync(stateFile())).toBe(true);
  const { stdout } = await run('config reset --all --yes');
  expect(stdout).toContain(join(home, 'crier'));
  expect(existsSync(stateFile())).toBe(false);
});

test('the notice is dim, and each of its lines', async () => {
  remember(NEWER);
  const { stderr } = await run(undefined, { env: { TERM: 'xterm' }, columns: 40 });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect([line, stripVTControlCharacters(line)]).toEqual([line, line.slice(4, -5)]);
});

test('the tour is followed by it once, and its commands remember nothing', async () => {
  remember(NEWER);
  const { stdout, stderr } = await run('demo');
  expect([stdout.includes('1.3.0'), stderr.split('1.3.0').length]).toEqual([false, 2]);
  expect(existsSync('/crier-has-no-such-folder/.local/state/crier/newest-version.json')).toBe(false);
});
