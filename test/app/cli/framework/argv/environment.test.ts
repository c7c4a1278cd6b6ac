import { describe, expect, test } from 'vitest';
import { detectColorLevel } from '../../../../../src/cli/framework/output/printing/color-level.ts';
import { crier } from '../../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox' };
const LIST = 'posts list -n 1';

describe('flags by the environment', () => {
  test('CRIER_QUIET drops notes, and the flag of a command line is the same', async () => {
    expect((await crier(LIST, { env: SANDBOX })).stderr).toContain('showing the first');
    expect((await crier(LIST, { env: { ...SANDBOX, CRIER_QUIET: '1' } })).stderr).toBe('');
    expect((await crier(LIST, { env: { ...SANDBOX, CRIER_QUIET: 'no' } })).stderr).not.toBe('');
    expect((await crier(`${LIST} -q`, { env: SANDBOX })).stderr).toBe('');
  });

  test('CRIER_VERBOSE prints requests with keys masked', async () => {
    const { stderr } = await crier(LIST, { env: { ...SANDBOX, CRIER_VERBOSE: 'true' } });
    expect(stderr).toContain('GET');
    expect(stderr).toContain('****');
  });

  test('CRIER_COLOR is --color; the flag takes precedence', async () => {
    const colored = '\u001b[';
    expect(
      (await crier(LIST, { env: { ...SANDBOX, CRIER_COLOR: 'always', CRIER_OUTPUT: 'table' } })).stdout,
    ).toContain(colored);
    const never = await crier(`${LIST} --color never -o table`, {
      env: { ...SANDBOX, CRIER_COLOR: 'always' },
    });
    expect(never.stdout).not.toContain(colored);
    expect((await crier(LIST, { env: { ...SANDBOX, CRIER_COLOR: 'sometimes' } })).exitCode).toBe(2);
  });
});

test.each([
  ['on a terminal', {}, true, 1],
  ['in a pipe', {}, false, 0],
  ['CLICOLOR=0 on a terminal', { CLICOLOR: '0' }, true, 0],
  ['CLICOLOR=1 in a pipe', { CLICOLOR: '1' }, false, 0],
  ['CLICOLOR_FORCE=1 in a pipe', { CLICOLOR_FORCE: '1' }, false, 1],
  ['CLICOLOR_FORCE=0 in a pipe', { CLICOLOR_FORCE: '0' }, false, 0],
  ['NO_COLOR before CLICOLOR_FORCE', { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, true, 0],
  ['FORCE_COLOR=0 before CLICOLOR_FORCE', { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, true, 0],
  ['TERM=dumb', { TERM: 'dumb' }, true, 0],
] as const)('color %s', (_when, env, isTerminal, level) => {
  expect(detectColorLevel('auto', env, { isTerminal })).toBe(level);
});

describe('COLUMNS', () => {
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  const table = async (COLUMNS: string, isTerminal = false) =>
    widest(
      (await crier('posts list -o table --color never', { isTerminal, env: { ...SANDBOX, COLUMNS } })).stdout,
    );

  test('is the width of a table in a pipe', async () => {
    expect(await table('40')).toBeLessThanOrEqual(40);
    expect(await table('120')).toBeGreaterThan(90);
  });

  test.each(['', '0', 'wide', '-5', '99999'])('"%s" is no width: a pipe has 80', async (text) => {
    expect(await table(text)).toBeLessThanOrEqual(80);
  });

  test('does not apply to a terminal, which has a width', async () => {
    expect(await table('40', true)).toBeGreaterThan(40);
  });
});

describe('errors search', () => {
  test('finds errors that contain every word, those first that mean it', async () => {
    const { json } = await crier('errors search private reply --json');
    const { errors } = json as { errors: { code: number; meaning: string; advice: string }[] };
    expect(errors.length).toBeGreaterThan(0);
    for (const { meaning, advice } of errors)
      expect(`${meaning} ${advice}`.toLowerCase()).toMatch(/private|reply/);
    const inMeaning = errors.map(({ meaning }) => /private/i.test(meaning) && /reply/i.test(meaning));
    expect(inMeaning).toEqual(inMeaning.toSorted((one, other) => Number(other) - Number(one)));
  });

  test('finds none, which is no failure', async () => {
    const ran = await crier('errors search zzzz --json');
    expect([ran.exitCode, ran.json]).toEqual([0, { errors: [] }]);
  });
});
