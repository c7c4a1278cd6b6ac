import { afterEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

let page: OpenedDashboard;

async function open(): Promise<void> {
  page = await openDashboard('', { sandbox: { ...(await openTestSandbox()), close: () => {} } });
  await page.enter();
}

afterEach(async () => {
  await page.end();
});

test('an automation is made of objects, in which no text names a file', { tags: ['D6'] }, async () => {
  await open();
  const trigger = [{ type: 'dm_keyword', keywords: ['@/etc/hostname', '-'] }];
  const action = [{ type: 'send_dm', message: '@/etc/hostname' }];
  const { document } = await page.run('automations create', { name: 'Guide', trigger, action });
  const { id } = document as { id: string }; // of the command
  const { document: made } = await page.run('automations get', { id: [id], as: 'json' });
  expect(made).toMatchObject({ name: 'Guide', triggers: trigger, actions: action });
});

test.each([
  ['words', ['send_dm,message=@/etc/hostname']],
  ['the name of a file', '@/etc/hostname'],
  ['a list in a list', [['send_dm,message=@/etc/hostname']]],
])('an action is none of it as %s', { tags: ['D6'] }, async (_what, action) => {
  await open();
  const { document, failure } = await page.run('automations create', {
    trigger: [{ type: 'dm_reaction' }],
    action,
    dryRun: true,
  });
  expect([document, failure?.message]).toEqual([null, 'the page asked for what it may not run']);
});

test('a copy is given as YAML, as the command prints it', async () => {
  await open();
  const answer = await page.ask('api/run', {
    command: 'automations get',
    input: { id: ['auto_D6yJ1sGf5B'], as: 'yaml' },
    printsText: true,
    profile: null,
  });
  expect(await answer.json()).toMatchObject({
    failure: null,
    text: expect.stringMatching(/^name: Wholesale price list$/m),
  });
});
