import { expect, test } from 'vitest';
import { findAutomationFaults } from '../../../../src/domain/automations/automation-entries.ts';
import { findAutomationWarnings } from '../../../../src/domain/automations/automation-warnings.ts';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { SEED_ACCOUNTS, SEED_AUTOMATIONS } from '../../../../src/sandbox/demo/company.ts';
import { DEMO_SEED, SEED_POSTS } from '../../../../src/sandbox/demo/demo-seed.ts';
import { PRIMARY } from '../../../../src/sandbox/seed.ts';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { PLANS } from '../../../../src/service/plans.ts';
import { automationsOf, PLAIN } from '../../../support/automations/ask-automations.ts';
import { control } from '../../../support/control.ts';
import { crier, openTestSandbox } from '../../../support/crier.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { repeated } from './demo-comments.ts';

test.each([
  ['auto_K7pW2mXq9L', PRIMARY, 'Brew guide on request', true, ['comment_keyword', 'dm_keyword'], ['send_dm']],
  ['auto_T4nV8cRz3H', PRIMARY, 'Story thank-you', true, ['story_reply'], ['send_dm']],
  [
    'auto_D6yJ1sGf5B',
    PRIMARY,
    'Wholesale price list',
    false,
    ['comment_keyword'],
    ['send_dm', 'fire_webhook', 'send_email'],
  ],
  ['auto_H9rB4kMx2C', 'harbour', 'Heart back', true, ['dm_reaction'], ['send_dm']],
] as const)('%s is there, of %s: %s', async (id, profile, name, active, triggers, actions) => {
  const small = await smallSandbox(DEMO_SEED);
  const { body } = await automationsOf(small).get(id, profile === PRIMARY ? {} : { as: profile });
  expect(body).toMatchObject({ id, name, active });
  const types = (entries: readonly { type: string }[]) => entries.map(({ type }) => type);
  expect([types(body.triggers), types(body.actions)]).toEqual([triggers, actions]);
  small.sandbox.close();
});

test.each(SEED_AUTOMATIONS)('$id is one that the service would take, as it is read back', async (seeded) => {
  const small = await smallSandbox(DEMO_SEED);
  const as = seeded.profile === PRIMARY ? {} : { as: seeded.profile };
  const { name, triggers, actions, created, updated } = (await automationsOf(small).get(seeded.id, as)).body;
  const flat = ({ type, config }: { type: string; config: object }) => ({ type, ...config });
  const body = { name, triggers: triggers.map(flat), actions: actions.map(flat) };
  expect(findAutomationFaults(body, { kind: 'new' })).toEqual([]);
  expect(findAutomationWarnings(body)).toEqual([]);
  const made = formatIsoSeconds(NOW - seeded.minutesAgo * MINUTE_MS);
  expect([created, updated]).toEqual([made, made]);
  small.sandbox.close();
});

test('ids are those of the service, and no two are the same', () => {
  const automations = SEED_AUTOMATIONS.map(({ id }) => id);
  const triggers = SEED_AUTOMATIONS.flatMap((each) => each.triggers.map(({ id }) => id));
  const actions = SEED_AUTOMATIONS.flatMap((each) => each.actions.map(({ id }) => id));
  for (const id of automations) expect(id).toMatch(/^auto_[A-Za-z0-9]{10}$/);
  for (const id of triggers) expect(id).toMatch(/^trg_[A-Za-z0-9]{6}$/);
  for (const id of actions) expect(id).toMatch(/^act_[A-Za-z0-9]{6}$/);
  expect(repeated([...automations, ...triggers, ...actions])).toEqual([]);
});

test('posts that they listen to are of the demo, and on instagram', () => {
  const posts = SEED_AUTOMATIONS.flatMap(({ profile, triggers }) =>
    triggers.flatMap((trigger) => (trigger.type === 'comment_keyword' ? [[profile, trigger.postId]] : [])),
  ).filter(([, postId]) => postId !== 'all');
  const known = SEED_POSTS.flatMap(({ profile, copies }) =>
    copies.flatMap((leg) => (leg.platform === 'instagram' ? [[profile, leg.socialPostId]] : [])),
  );
  expect(posts).not.toEqual([]);
  for (const post of posts) expect(known).toContainEqual(post);
});

test('each profile has room for more', async () => {
  const { sandbox, ask } = await smallSandbox(DEMO_SEED);
  expect((await control(sandbox, 'status')).body.automations).toEqual({
    max: PLANS.business.activeAutomations,
    active: { primary: 2, harbour: 1, wholesale: 0 },
  });
  expect((await automationsOf({ ask }).create(PLAIN)).http).toBe(200);
  sandbox.close();
});

test('a seed with an automation of a profile without instagram is a defect', async () => {
  const accounts = SEED_ACCOUNTS.filter(
    ({ platform, profile }) => platform !== 'instagram' || profile !== 'harbour',
  );
  await expect(smallSandbox({ ...DEMO_SEED, accounts })).rejects.toThrow(/harbour/);
});

test('they have worked for a month: sent, deduplicated, failed, limited, and with a fallback', async () => {
  const { sandbox } = await smallSandbox(DEMO_SEED);
  const run = (line: string) =>
    crier(`${line} --sandbox --json`, { sandbox: { ...sandbox, close: () => {} } });
  const { json } = await run('automations activity auto_K7pW2mXq9L --all');
  const rows = (
    json as { activity: readonly { status: string; actionResults: readonly { messageSource?: string }[] }[] }
  ).activity;
  expect(new Set(rows.map(({ status }) => status))).toEqual(
    new Set(['sent', 'deduplicated', 'failed', 'auth_error', 'rate_limited']),
  );
  expect(
    rows.flatMap(({ actionResults }) => actionResults).filter((each) => each.messageSource === 'fallback'),
  ).toHaveLength(1);
  const listed = (await run('automations list --fields id,activityByDay')).stdout;
  expect(listed.match(/[1-9]\d*(?=[,\]\s])/g)?.length).toBeGreaterThan(15);
  expect((await run('hooks history --all')).stdout.match(/"hookId"/g)?.length).toBeGreaterThan(5);
  expect((await run('messages list instagram')).stdout).toContain('GUIDE');
  sandbox.close();
});

test('what they did leaves nothing to do, and is the same in each sandbox', async () => {
  const open = () => openTestSandbox(undefined, { seed: async () => DEMO_SEED });
  const [one, other] = [await open(), await open()];
  const read = (sandbox: typeof one) =>
    crier('sandbox status --sandbox --json', { sandbox: { ...sandbox, close: () => {} } });
  const first = await read(one);
  expect(first.stdout).toBe((await read(other)).stdout);
  expect(first.json).toMatchObject({ due: { dispatches: 0, deliveries: 0 } });
  for (const each of [one, other]) each.close();
});
