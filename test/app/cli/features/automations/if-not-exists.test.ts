import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const run = (...words: readonly string[]) =>
  crier(['automations', ...words, '--sandbox'], { sandbox: { ...sandbox, close: () => {} } });
const create = (name: string, keyword: string, ...more: readonly string[]) =>
  run(
    'create',
    '--name',
    name,
    ...`--on comment --post all --keyword ${keyword} --dm Hi`.split(' '),
    ...more,
  );
const countAll = async () =>
  ((await run('list', '--json')).json as { automations: unknown[] }).automations.length;

test('a new one is created, with --if-not-exists too, and without a warning', async () => {
  const before = await countAll();
  const ran = await create('Opening hours', 'HOURS', '--if-not-exists', '--json');
  expect([ran.exitCode, await countAll()]).toEqual([0, before + 1]);
  expect(ran.stderr).not.toContain('already');
});

test('--if-not-exists creates nothing beside one of the same name, and prints that one', async () => {
  const made = (await create('Opening hours', 'HOURS', '--json')).json as { id: string };
  const before = await countAll();
  const again = await create('Opening hours', 'TIMES', '--if-not-exists', '--json');
  expect(again).toMatchObject({ exitCode: 0, json: { id: made.id, name: 'Opening hours' } });
  expect(again.stderr).toContain('nothing was created');
  expect(await countAll()).toBe(before);
});

test.each([
  ['of the same name', 'Opening hours', 'TIMES', 'of this name'],
  ['with the same triggers', 'Another name', 'HOURS', 'with the same triggers'],
])('one %s is warned of, and created', async (_what, name, keyword, says) => {
  await create('Opening hours', 'HOURS');
  const before = await countAll();
  const { exitCode, stderr } = await create(name, keyword);
  expect([exitCode, await countAll()]).toEqual([0, before + 1]);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`there is already an automation ${says}`);
});

test('a list that cannot be read is no obstacle, but for --if-not-exists', async () => {
  await crier('sandbox fault add --code 1500 --endpoint listAutomations', {
    sandbox: { ...sandbox, close: () => {} },
  });
  expect((await create('Opening hours', 'HOURS', '--retries', '0')).exitCode).toBe(0);
  expect((await create('Opening hours', 'HOURS', '--retries', '0', '--if-not-exists')).exitCode).toBe(10);
});
