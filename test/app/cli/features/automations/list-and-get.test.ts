import { describe, expect, test } from 'vitest';
import { splitCommandLine } from '../../../../../src/cli/framework/output/text/shell-command.ts';
import type {
  AutomationRecord,
  AutomationSummary,
} from '../../../../../src/service/endpoints/automations.ts';
import {
  automationsFixture,
  configs,
  GUIDE,
  STORY,
  WHOLESALE,
} from '../../../../support/automations/automation-commands.ts';

const { run, get, create, fileOf } = automationsFixture();

describe('list', () => {
  test('newest first, with how many are active', async () => {
    const { stdout, stderr } = await run('list');
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'id',
      WHOLESALE,
      STORY,
      GUIDE,
      '',
    ]);
    expect(stderr).toBe('3 automations, 2 active\n');
  });

  test.each([
    ['active', [STORY, GUIDE]],
    ['paused', [WHOLESALE]],
  ])('only %s', async (state, ids) => {
    const { json } = await run(`list --state ${state} --json`);
    expect((json as { automations: AutomationSummary[] }).automations.map(({ id }) => id)).toEqual(ids); // by its schema
  });

  test('-n takes the newest, and says that there are more', async () => {
    const { json, stderr } = await run('list -n 1 --json');
    expect(json).toMatchObject({
      automations: [{ id: WHOLESALE }],
      meta: { pagination: { next: null, hasMore: true, limit: 1 } },
    });
    expect(stderr).toBe('showing the first 1: raise --limit to see more\n3 automations, 2 active\n');
    expect((await run('list -n 1 --state active --json')).json).toMatchObject({
      automations: [{ id: STORY }],
    });
    expect((await run('list -n 3 --json')).json).toMatchObject({ meta: { pagination: { hasMore: false } } });
  });

  test('people see when each was made', async () => {
    const { stdout } = await run('list --color never', { isTerminal: true, columns: 100 });
    expect(stdout).toMatch(new RegExp(`${GUIDE} .*active +\\d+d ago`));
  });

  test('another profile has its own', { tags: ['AUT-20'] }, async () => {
    const { stdout } = await run('list --profile wholesale');
    expect(stdout).not.toContain(GUIDE);
  });

  test('for people, within 40 columns', async () => {
    const columns = 40;
    const { stdout } = await run('list --color never', { isTerminal: true, columns });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout).toMatch(new RegExp(`${WHOLESALE} .*paused`));
  });

  test('none of them, and none at all', async () => {
    const { stdout } = await run('list --profile wholesale', { isTerminal: true });
    expect(stdout).toContain('no automations yet');
    await run(`pause ${GUIDE} ${STORY}`);
    expect((await run('list --state active', { isTerminal: true })).stdout).toContain(
      'no automation is active',
    );
  });
});

describe('get', () => {
  test('shows in sentences what it reacts to and does', async () => {
    const { stdout } = await run(`get ${WHOLESALE} --color never`, { isTerminal: true });
    const said = stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain('state paused');
    expect(said).toMatch(/when a comment with WHOLESALE or PRICE LIST on the post \d+/);
    expect(said).toContain('then 1 send a DM, once in 7 days per person Hello {{recipient_username}}');
    expect(said).toContain(
      'then 2 fire the webhook, once in 7 days per person, and an event when the dispatch completes',
    );
    expect(said).toContain('then 3 send an email to wholesale@kestrellane.example');
  });

  test('its lists are one column each for programs', async () => {
    const [head = '', row = ''] = (await run(`get ${GUIDE}`)).stdout.split('\n');
    const triggers = row.split('\t')[head.split('\t').indexOf('triggers')] ?? '';
    expect(JSON.parse(triggers)).toHaveLength(2);
  });

  test.each(['yaml', 'json'])('--as %s is what create and update take', async (as) => {
    const { stdout } = await run(`get ${WHOLESALE} --as ${as}`);
    const file = fileOf(`whole.${as}`, stdout);
    const before = await get(WHOLESALE);
    const made = await create(['-f', file]);
    for (const list of ['triggers', 'actions'] as const)
      expect(configs(made[list])).toEqual(configs(before[list]));
    expect(made).toMatchObject({ name: before.name, description: before.description });
    expect((await run(['update', WHOLESALE, '-f', file])).exitCode).toBe(0);
    const ids = ({ triggers, actions }: AutomationRecord) => [...triggers, ...actions].map(({ id }) => id);
    expect(ids(await get(WHOLESALE))).toEqual(ids(before));
  });

  test('--as command makes the same again', async () => {
    const { stdout } = await run(`get ${GUIDE} --as command`);
    const before = await get(GUIDE);
    const [program, noun, verb, ...flags] = splitCommandLine(stdout.trim());
    expect([program, noun, verb]).toEqual(['crier', 'automations', 'create']);
    const made = await create(flags);
    for (const list of ['triggers', 'actions'] as const)
      expect(configs(made[list])).toEqual(configs(before[list]));
    expect(made).toMatchObject({ name: before.name, description: before.description });
    expect((await run(`get ${WHOLESALE} --as command --json`)).json).toMatchObject({
      command: expect.stringContaining(' --paused'),
    });
  });

  test.each(['-o raw', '-o csv', '--fields name'])(
    'as a file it is whole, and in one form: %s',
    async (words) => {
      const { exitCode, stdout, stderr } = await run(`get ${GUIDE} --as yaml ${words}`);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`--as yaml and ${words.replace(' name', '')} cannot be used together`);
    },
  );

  test('as a file a paused one says so, and an active one does not', async () => {
    expect((await run(`get ${WHOLESALE} --as yaml`)).stdout).toMatch(/^paused: true$/m);
    expect((await run(`get ${WHOLESALE} --as json`)).json).toMatchObject({ paused: true });
    expect((await run(`get ${GUIDE} --as yaml`)).stdout).not.toContain('paused');
  });

  test('one that is not there, or of another profile', { tags: ['AUT-17'] }, async () => {
    const gone = await run('get auto_nobody --json');
    expect(gone.error).toMatchObject({ code: 469, http: 404, kind: 'not-found' });
    expect((await run(`get ${GUIDE} --profile harbour`)).exitCode).toBe(5);
  });
});
