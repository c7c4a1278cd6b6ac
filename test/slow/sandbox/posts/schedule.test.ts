import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import { eventually } from '../../../support/eventually.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { serveTestSandbox } from '../../../support/sandbox/served-sandbox.ts';
import { askSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

describe('without a caller', () => {
  const folder = quickFolder('posts');
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (file: string, clock: { now(): number }) =>
    openHeldSandbox({ file, clock, random: randomBytes, seed: async () => SLIGHT_SEED });
  const schedule = async (sandbox: Awaited<ReturnType<typeof open>>, at: number) => {
    const scheduleDate = new Date(at).toISOString();
    const body = JSON.stringify({ post: 'soon', platforms: ['facebook'], scheduleDate });
    return (await askSandbox(sandbox, '/post', { method: 'POST', body })).body.id as string;
  };

  test('a served sandbox publishes by itself', async () => {
    const sandbox = await open(':memory:', { now: Date.now });
    const served = await serveTestSandbox(async () => sandbox);
    await schedule(sandbox, Date.now() + 1_000);
    await eventually(async () => {
      // the order is not of the service: nothing is settled before it
      const { body } = await control(sandbox, 'listDeliveries');
      expect(body.deliveries).toEqual([]);
      expect((await control(sandbox, 'status')).body.upcoming.posts).toBe(0);
    });
    await served.close();
  });
});
