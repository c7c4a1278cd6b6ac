import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PLANS, PLANS_WITH_AUTOMATIONS } from '../../../src/service/plans.ts';
import { automationsOf, PLAIN } from '../../support/automations/ask-automations.ts';
import type { MakerSaid } from '../../support/automations/automation-maker.ts';
import { stoppedClock } from '../../support/clock.ts';
import { control } from '../../support/control.ts';
import { openHeldSandbox } from '../../support/sandbox/hold-to-document.ts';
import { scaled } from '../../support/scale.ts';
import { askSandbox, NOW, smallSandbox } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-cap-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const small = await smallSandbox(SLIGHT_SEED);
  await control(small.sandbox, 'setRateLimit', { max: null });
  return { ...small, ...automationsOf(small) };
};
const FULL = PLANS.business.activeAutomations;

describe('the cap', { tags: ['C-04', 'AUT-15'] }, () => {
  test.each(PLANS_WITH_AUTOMATIONS)('is that of the plan %s, for each profile', async (plan) => {
    const { sandbox, fill, create } = await open();
    await control(sandbox, 'setPlan', { plan });
    const max = PLANS[plan].activeAutomations;
    await fill(max);
    const { http, body } = await create(PLAIN);
    expect([http, body]).toEqual([
      429,
      {
        action: 'automation',
        status: 'error',
        code: 470,
        message: expect.any(String),
        details: `active: ${max} of the ${max} that the plan ${PLANS[plan].name} allows`,
      },
    ]);
    expect((await create(PLAIN, { as: 'acme' })).http).toBe(200);
    expect((await control(sandbox, 'status')).body.automations).toEqual({
      max,
      active: { primary: max, acme: 1, bare: 0 },
    });
    sandbox.close();
  });

  test('does not count paused and deleted ones', async () => {
    const { fill, create, update, remove, list } = await open();
    const [one = '', other = ''] = await fill(FULL);
    await update(one, { active: false });
    expect((await create(PLAIN)).http).toBe(200);
    expect((await create(PLAIN)).body.code).toBe(470);
    await remove(other);
    expect((await create(PLAIN)).http).toBe(200);
    expect((await list()).body.automations).toHaveLength(FULL + 1);
  });

  test('applies when one is resumed, and then nothing of the update is kept', async () => {
    const { fill, create, update, get, remove } = await open();
    const [one = '', other = ''] = await fill(FULL);
    await update(one, { active: false });
    await create(PLAIN);
    const before = (await get(one)).body;
    const refused = await update(one, { active: true, name: 'Other' });
    expect([refused.http, refused.body.code]).toEqual([429, 470]);
    expect((await get(one)).body).toEqual(before);
    expect((await update(one, { name: 'Other' })).http).toBe(200);
    await remove(other);
    expect((await update(one, { active: true })).http).toBe(200);
  });

  test('of a smaller plan lets what is active be, and nothing more begin', async () => {
    const { sandbox, fill, create, update, list } = await open();
    await control(sandbox, 'setPlan', { plan: 'enterprise' });
    const [one = ''] = await fill(FULL + 2);
    await control(sandbox, 'setPlan', { plan: 'launch' });
    expect((await list()).body.automations.every(({ active }: { active: boolean }) => active)).toBe(true);
    expect((await update(one, { active: true })).http).toBe(200);
    await update(one, { active: false });
    expect((await update(one, { active: true })).body.code).toBe(470);
    expect((await create(PLAIN)).body.code).toBe(470);
  });
});

const MAKER = join(import.meta.dirname, '../../support/automations/automation-maker.ts');
/** At most this number for each of the two. */
const ATTEMPTS = scaled(40, 1_000);
/** Time for the word to reach both. */
const HEAD_START_MS = 50;

test('two processes that always want the last one never have more than the cap', {
  tags: ['C-04'],
}, async () => {
  const file = join(folder, 'sandbox.db');
  const seed = async () => SLIGHT_SEED;
  const sandbox = await openHeldSandbox({ file, clock: stoppedClock(NOW), random: randomBytes, seed });
  const { fill } = automationsOf({ ask: (path, sending) => askSandbox(sandbox, path, sending) });
  await control(sandbox, 'setRateLimit', { max: null });
  await fill(FULL - 1);
  const makers = [1, 2].map(() => fork(MAKER, [file, String(ATTEMPTS)]));
  const next = () => Promise.all(makers.map(async (maker) => (await once(maker, 'message'))[0] as MakerSaid)); // the maker's own words
  await next();
  for (const maker of makers) maker.send(Date.now() + HEAD_START_MS);
  const said = await next();
  expect(Math.max(...said.map(({ most }) => most))).toBe(FULL);
  expect(said.flatMap(({ codes }) => codes).filter((code) => code !== 470)).toEqual([]);
  const { active } = (await control(sandbox, 'status')).body.automations;
  expect(active['primary']).toBe(FULL - 1 + said.reduce((sum, { kept }) => sum + kept, 0));
  sandbox.close();
});
