import { describe, expect, test } from 'vitest';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { DAY_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { DM, HOOK } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const WEBHOOK = 'https://hooks.example.com/automations';

/** A machine that works by its own time, and sleeps for a day: its clock is a day later at once. */
async function sleepingSandbox() {
  const outbound = createFakeOutbound(() => ({ status: 503, body: new Uint8Array() }));
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: async () => outbound });
  await control(small.sandbox, 'setRateLimit', { max: null });
  const post = async (path: string, body: object) =>
    (await small.ask(path, { method: 'POST', body: JSON.stringify(body) })).body;
  const sleep = () => small.clock.advance(DAY_MS);
  return { ...small, outbound, post, sleep };
}

describe('a sandbox that slept for a day', { tags: ['T4'] }, () => {
  test('publishes each post that became due once', async () => {
    const { ask, post, sleep } = await sleepingSandbox();
    const scheduleDate = new Date(NOW + 3_600 * SECOND_MS).toISOString();
    const { id } = await post('/post', { post: 'Open until eight', platforms: ['bluesky'], scheduleDate });
    expect((await ask('/history')).body.history.find((each: { id: string }) => each.id === id).status).toBe(
      'pending',
    );
    sleep();
    await ask('/user');
    await ask('/user');
    const { history } = (await ask('/history')).body;
    expect(history.filter((each: { id: string }) => each.id === id)).toMatchObject([{ status: 'success' }]);
  });

  test('sends each message that was due once, and makes one attempt of a delivery, not all that it missed', async () => {
    const { sandbox, outbound, post, sleep } = await sleepingSandbox();
    await post('/hook/webhook', { action: 'automations', url: WEBHOOK });
    const triggers = [{ type: 'dm_keyword', keywords: ['price'] }];
    await post('/automations', { name: 'Price', triggers, actions: [DM, HOOK] });
    await control(sandbox, 'engage', { kind: 'dm', text: 'price', from: { username: 'mara' } });
    sleep();
    const running = await sandbox.keepRunning();
    const listAttempts = () => outbound.asked.map(({ headers }) => headers['X-Service-Delivery-Attempt']);
    running.wake();
    await expect.poll(listAttempts).toEqual(['0', '0']); // triggered and completed
    const { messages } = (await control(sandbox, 'listInbox')).body;
    expect(messages).toMatchObject([{ text: DM.message, at: formatIsoSeconds(NOW + DAY_MS) }]);
    // of the twelve attempts that the next day would have had, one is made
    sleep();
    running.wake();
    await expect.poll(listAttempts).toEqual(['0', '0', '1', '1']);
    expect((await control(sandbox, 'listInbox')).body.messages).toHaveLength(1);
    await sandbox.stop();
  });

  test('has free limits again, and links and addresses of yesterday have ended', async () => {
    const { sandbox, ask, sleep } = await sleepingSandbox();
    await control(sandbox, 'setRateLimit', { max: 2 });
    const statuses = async () => [
      (await ask('/user')).http,
      (await ask('/user')).http,
      (await ask('/user')).http,
    ];
    expect(await statuses()).toEqual([200, 200, 429]);
    const { body } = await ask('/media/uploadUrl?fileName=a.png', { headers: {} });
    expect(body.code).toBe(1429);
    sleep();
    expect(await statuses()).toEqual([200, 200, 429]);
    await control(sandbox, 'setRateLimit', { max: null });
    const { uploadUrl } = (await ask('/media/uploadUrl?fileName=a.png')).body;
    sleep();
    const request = new Request(uploadUrl, { method: 'PUT', body: 'bytes' });
    expect((await sandbox.fetch(request)).status).not.toBe(200);
  });
});
