import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const KEY = 'update-notice';

let home: string;
beforeEach(() => {
  home = quickFolder('machine-settings');
});
afterEach(() => rmSync(home, { recursive: true }));

const run = (words: string, variables: Readonly<Record<string, string | undefined>> = {}) =>
  crier(words, { env: { CRIER_CONFIG_DIR: home, CRIER_UPDATE_NOTICE: undefined, ...variables } });
const read = (): unknown => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));

test('it is set, printed and removed, whichever context is in use', async () => {
  await run('context add work --base-url https://api.example.com/api');
  expect((await run(`config set ${KEY} off --context work --json`)).json).toMatchObject({
    key: KEY,
    value: 'off',
    context: null,
  });
  expect(read()).toMatchObject({ updateNotice: 'off' });
  expect((await run(`config get ${KEY} --sandbox --json`)).json).toMatchObject({
    value: 'off',
    context: null,
  });
  expect((await run(`config unset ${KEY} --json`)).json).toMatchObject({ value: null });
  expect(read()).not.toHaveProperty('updateNotice');
  expect((await run(`config unset ${KEY}`)).stderr).toContain(`${KEY} is not set: nothing changed`);
});

test('it is listed with those of the context', async () => {
  await run(`config set ${KEY} off`);
  const { json } = await run('config list --sandbox --json');
  const rows = (json as { settings: readonly { key: string; context: string | null; value: unknown }[] })
    .settings;
  expect(rows.filter(({ context }) => context === null)).toEqual([
    expect.objectContaining({ key: KEY, value: 'off' }),
    expect.objectContaining({ key: 'writes', value: null }),
    expect.objectContaining({ key: 'credentials', value: null }),
    expect.objectContaining({ key: 'done-file', value: null }),
  ]);
});

test('another value is refused, and nothing is saved', async () => {
  const { exitCode, stderr } = await run(`config set ${KEY} of`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${KEY} cannot be "of"`);
  expect((await run(`config get ${KEY} --json`)).json).toMatchObject({ value: null });
});

test.each<[string, Record<string, string>, string, string]>([
  ['the default', {}, 'off', 'every context'],
  ['its variable', { CRIER_UPDATE_NOTICE: 'on', NO_UPDATE_NOTIFIER: '1' }, 'on', 'CRIER_UPDATE_NOTICE'],
  ['the variable of others', { NO_UPDATE_NOTIFIER: '1' }, 'off', 'NO_UPDATE_NOTIFIER'],
])('config explain: %s', async (_what, variables, value, where) => {
  await run(`config set ${KEY} off`);
  const { json } = await run(`config explain ${KEY} --json`, variables);
  const { candidates } = json as { candidates: readonly { wins: boolean }[] };
  expect(candidates.filter(({ wins }) => wins)).toEqual([expect.objectContaining({ value, where })]);
  expect(candidates.at(-1)).toMatchObject({ source: 'default', value: 'on' });
});

test('Tab completes its name and its values', async () => {
  const { names, settingValues } = await import(
    '../../../../../src/cli/framework/argv/completion/build-completion-tree.ts'
  ).then(({ buildCompletionTree }) => buildCompletionTree());
  expect(names.setting.map(([name]) => name)).toContain(KEY);
  expect(names.explainable.map(([name]) => name)).toContain(KEY);
  expect(settingValues[KEY]?.map(([value]) => value)).toEqual(['on', 'off']);
});
