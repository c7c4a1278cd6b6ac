import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-pause-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let sandbox: Sandbox;
let state: string;
beforeEach(async () => {
  sandbox = await openTestSandbox();
  state = mkdtempSync(join(base, 'state-'));
});

const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  crier(`${line} --sandbox`, {
    sandbox: { ...sandbox, close: () => {} },
    env: { CRIER_STATE_DIR: state, ...env },
  });
const changed = async (line: string) =>
  ((await run(`${line} --json`)).json as { results: { id: string; status: string }[] }).results;
const listActive = async () =>
  (
    (await run('automations list --state active --json')).json as { automations: { id: string }[] }
  ).automations.map(({ id }) => id);

describe('automations pause --all', () => {
  test('pauses what is active; resume --all resumes exactly that', async () => {
    const active = await listActive();
    expect(active.length).toBeGreaterThan(1);
    expect(await changed('automations pause --all')).toEqual(
      active.map((id) => ({ id, status: 'paused', error: null })),
    );
    expect(await listActive()).toEqual([]);
    expect((await changed('automations resume --all')).map(({ id }) => id)).toEqual(active);
    expect((await listActive()).toSorted()).toEqual(active.toSorted());
  });

  test('twice forgets nothing, and a second resume has nothing left to do', async () => {
    const active = await listActive();
    await run('automations pause --all');
    expect((await run('automations pause --all')).stdout).toContain('id');
    expect(await changed('automations resume --all')).toHaveLength(active.length);
    expect(await changed('automations resume --all')).toEqual([]);
  });

  test('is remembered for the profile, in a file that only its owner reads', async () => {
    await run('automations pause --all');
    expect(await changed('automations resume --all --profile harbour')).toEqual([]);
    const file = join(state, 'paused.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toHaveLength(1);
  });

  test('what could not be resumed stays remembered', async () => {
    const [first = ''] = await listActive();
    await run('automations pause --all');
    await run(`sandbox fault add --code 1500 --endpoint updateAutomation --count 1`);
    const ran = await run('automations resume --all --json');
    expect(ran.exitCode).toBe(3);
    expect((await changed('automations resume --all')).map(({ id }) => id)).toEqual([first]);
  });

  test('what could not be paused is not remembered', async () => {
    const [, ...others] = await listActive();
    await run(`sandbox fault add --code 1500 --endpoint updateAutomation --count 1`);
    expect((await run('automations pause --all --json')).exitCode).toBe(3);
    expect((await changed('automations resume --all')).map(({ id }) => id)).toEqual(others);
  });

  test('an automation that was deleted meanwhile is forgotten', async () => {
    const [first = ''] = await listActive();
    await run('automations pause --all');
    await run(`automations delete ${first} --yes`);
    await run('automations resume --all');
    expect(await changed('automations resume --all')).toEqual([]);
  });

  test('is tried dry, and refuses ids beside it', async () => {
    const { json } = await run('automations pause --all --dry-run --json');
    expect((json as { requests: unknown[] }).requests).toHaveLength((await listActive()).length);
    expect((await run('automations pause --all auto_K7pW2mXq9L')).exitCode).toBe(2);
    expect(await changed('automations resume --all')).toEqual([]);
  });
});

describe('posts pause --all-scheduled', () => {
  test('pauses what is scheduled; resume --all-scheduled resumes exactly that', async () => {
    const around = { sandbox: { ...sandbox, close: () => {} }, env: { CRIER_STATE_DIR: state } };
    const create = ['posts', 'create', '--sandbox', '--platform', 'bluesky', '--text', 'Later', '--json'];
    const ids: string[] = [];
    for (const day of ['tomorrow 9:00', 'in 3 days']) {
      const { json } = await crier([...create, '--schedule', day], around);
      ids.push((json as { id: string }).id);
    }
    const [early = '', late = ''] = ids;
    await run(`posts pause ${early}`);
    expect((await changed('posts pause --all-scheduled')).map(({ id }) => id)).toEqual([late]);
    expect(await changed('posts resume --all-scheduled')).toEqual([
      { id: late, status: 'scheduled', error: null },
    ]);
    expect((await run(`posts get ${early} --json`)).json).toMatchObject({ status: 'paused' });
  });
});

describe('automations explain --recipient without an automation', () => {
  test('explains the newest row of the person', async () => {
    await run('sandbox engage comment --from mara --text GUIDE --run');
    const { json, exitCode } = await run('automations explain --recipient mara --json');
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ automationId: 'auto_K7pW2mXq9L', activity: { recipientUsername: 'mara' } });
  });

  test('of a person without a row exits 5, and says what to run instead', async () => {
    const { exitCode, stderr } = await run('automations explain --recipient nellie');
    expect([exitCode, stderr.includes('automations explain')]).toEqual([5, true]);
  });
});
