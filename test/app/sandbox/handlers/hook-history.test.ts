import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { Plan } from '../../../../src/service/plans.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { listFields, listQuoted, readDocTable } from '../../../support/docs/read-doc.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { openHookSandbox } from '../../../support/engine/outbound-sandboxes.ts';
import { inFolder } from '../../../support/in-folder.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { askSandbox, NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const PATH = '/hook/history';
const OK: Partial<OutboundAnswer> = { status: 200 };

describe('it is there on every plan', { tags: ['U-40'] }, () => {
  test.each(Plan.options)('%s: an empty object without deliveries', async (plan) => {
    const { sandbox, ask } = await openHookSandbox();
    await control(sandbox, 'setPlan', { plan });
    expect(await ask(PATH)).toMatchObject({ http: 200, body: {} });
    expect(Object.keys((await ask(PATH)).body)).toEqual([]);
  });

  test('on Premium earlier deliveries are still listed', async () => {
    const { sandbox, listen, enqueue, history } = await openHookSandbox();
    await listen();
    await enqueue();
    await control(sandbox, 'setPlan', { plan: 'premium' });
    expect((await history()).feed).toHaveLength(1);
    expect(await enqueue()).toBeUndefined();
  });
});

describe('an entry', { tags: ['HOOK-20'] }, () => {
  test('is the body as it was last sent, with every field of the envelope', { tags: ['U-02'] }, async () => {
    const { listen, enqueue, pass, history, sent } = await openHookSandbox(
      { status: 503 },
      { status: 503 },
      OK,
    );
    await listen();
    const hookId = await enqueue('feed', { id: '7', status: 'success', details: null });
    await pass(0);
    await pass(HOUR_MS);
    const { delivery, ...body } = (await history()).feed[0];
    expect(body).toEqual(sent());
    const envelope = readDocTable('service/webhooks', 'envelope', 'field', 'type').flatMap(([cell = '']) =>
      listQuoted(cell),
    );
    expect(Object.keys(body).sort()).toEqual([...envelope, 'id', 'status', 'details'].sort());
    expect(body).toMatchObject({
      action: 'feed',
      hookId,
      timeStamp: NOW / SECOND_MS + 20,
      created: '2026-09-21T14:13:20Z',
      title: 'Primary Profile',
      url: 'https://hooks.example/primary',
      code: 200,
      details: null,
    });
    expect(body.refId).toMatch(/^[0-9a-f]{40}$/);
    expect(delivery.state).toBe('delivered');
  });

  test('has every attempt with its time, its answer and why it did not count', {
    tags: ['HOOK-22'],
  }, async () => {
    const { listen, enqueue, pass, history, outbound } = await openHookSandbox(
      { status: 503, ms: 12 },
      { fault: 'timeout', ms: 15_000 },
      OK,
    );
    await listen();
    await enqueue();
    await pass(0);
    const entry = async () => (await history()).feed[0].delivery;
    expect(await entry()).toMatchObject({
      state: 'retrying',
      attempts: 1,
      lastStatus: 503,
      lastError: null,
      nextAttempt: '2026-09-21T14:13:25Z',
    });
    await pass(5 * SECOND_MS);
    expect(await entry()).toMatchObject({
      attempts: 2,
      lastStatus: null,
      lastError: 'timeout',
      nextAttempt: '2026-09-21T14:13:40Z',
    });
    await pass(HOUR_MS);
    const { log, ...rest } = await entry();
    expect(rest).toEqual({
      state: 'delivered',
      attempts: 3,
      lastStatus: 200,
      lastError: null,
      nextAttempt: null,
    });
    const ids = outbound.asked.map(({ headers }) => headers['X-Service-Delivery-Id']);
    expect(log).toEqual(
      [
        { at: '2026-09-21T14:13:20Z', ms: 12, status: 503, error: 'status 503' },
        { at: '2026-09-21T14:13:25Z', ms: 15_000, status: null, error: 'timeout' },
        { at: '2026-09-21T14:13:40Z', ms: 1, status: 200, error: null },
      ].map((each, attempt) => ({ ...each, attempt, deliveryId: ids[attempt], allowedPrivate: false })),
    );
  });

  test('is there before it was ever sent, and when it is given up', async () => {
    const { listen, enqueue, pass, history } = await openHookSandbox({ status: 404 });
    await listen();
    await enqueue();
    expect((await history()).feed[0]).toMatchObject({
      timeStamp: NOW / SECOND_MS,
      delivery: { state: 'retrying', attempts: 0, lastStatus: null, lastError: null, log: [] },
    });
    await pass(0);
    expect((await history()).feed[0].delivery).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastStatus: 404,
      nextAttempt: null,
    });
  });

  test('has the fields of the document about the result, and the log beside', async () => {
    const { listen, enqueue, history } = await openHookSandbox();
    await listen();
    await enqueue();
    const rows = readDocTable('service/webhooks', 'history', 'field', 'meaning');
    expect(Object.keys((await history()).feed[0].delivery)).toEqual(
      rows.flatMap(([field = '']) => listFields(field)),
    );
  });
});

describe('its content', () => {
  test('a key for each action with deliveries, each newest first', { tags: ['HOOK-20'] }, async () => {
    const { listen, enqueue, history, pass } = await openHookSandbox();
    for (const action of ['feed', 'batch', 'mentions'] as const) await listen(action);
    const first = await enqueue('feed');
    const other = await enqueue('batch');
    await pass(60_000);
    const second = await enqueue('feed');
    const all = await history();
    expect(Object.keys(all).sort()).toEqual(['batch', 'feed']);
    expect(all.feed.map(({ hookId }: { hookId: string }) => hookId)).toEqual([second, first]);
    expect(all.batch).toMatchObject([{ hookId: other }]);
    expect(await history('?action=batch')).toEqual({ batch: all.batch });
    expect(await history('?action=mentions')).toEqual({});
  });

  test.each(['feeds', 'constructor', ''])('an unknown action: 101, as elsewhere: "%s"', async (action) => {
    const { ask } = await openHookSandbox();
    const { http, body } = await ask(`${PATH}?action=${action}`);
    expect([http, body]).toEqual([
      400,
      expect.objectContaining({
        action: 'webhook',
        code: 101,
        details: expect.stringMatching(/^action: /),
      }),
    ]);
  });

  test('a look at it sends nothing again', { tags: ['W-17'] }, async () => {
    const { listen, enqueue, pass, history, outbound } = await openHookSandbox({ status: 404 });
    await listen();
    await enqueue();
    await pass(0);
    const before = await history();
    expect(await history()).toEqual(before);
    await pass(DAY_MS);
    expect(outbound.asked).toHaveLength(1);
  });

  test('a profile sees deliveries about it, and those to its webhooks', async () => {
    const { listen, enqueue, history } = await openHookSandbox();
    await listen();
    const aboutPrimary = await enqueue();
    const inherited = await enqueue('feed', {}, 'acme');
    await listen('feed', 'acme');
    const own = await enqueue('feed', {}, 'acme');
    const idsOf = async (as?: string) =>
      ((await history('', as === undefined ? {} : { as })).feed ?? []).map(
        ({ hookId }: { hookId: string }) => hookId,
      );
    expect(await idsOf()).toEqual([inherited, aboutPrimary]);
    expect(await idsOf('acme')).toEqual([own, inherited]);
    expect(await idsOf('bare')).toEqual([]);
    const [{ refId, title }] = (await history('', { as: 'acme' })).feed;
    expect([refId, title]).not.toContain((await history()).feed[1].refId);
  });

  test('it goes back six months', async () => {
    const { listen, enqueue, pass, history, sandbox } = await openHookSandbox();
    await listen();
    await enqueue();
    await pass(0);
    await control(sandbox, 'setClock', { mode: 'set', now: '2027-03-21T14:13:20Z' });
    expect((await history()).feed).toHaveLength(1);
    await pass(SECOND_MS);
    expect(await history()).toEqual({});
  });
});

test(
  'what went where a run allowed it is marked; another run says what it waits for',
  { tags: ['S9'] },
  async () =>
    inFolder({}, async (folder) => {
      const file = join(folder, 'sandbox.db');
      const parts = { file, clock: stoppedClock(NOW), random: randomBytes, seed: SLIGHT_SEED };
      const allowance = ['127.0.0.1:8080'];
      const outbound = createFakeOutbound(() => ({ status: 503, byAllowance: true }));
      const first = await openSandboxFile({
        ...parts,
        allowance,
        openOutbound: async () => ({ ...outbound, allowed: allowance }),
      });
      const body = JSON.stringify({ action: 'feed', url: 'http://127.0.0.1:8080/a' });
      await askSandbox(first, '/hook/webhook', { method: 'POST', body });
      await control(first, 'setClock', { mode: 'set' });
      await control(first, 'triggerEvent', { action: 'feed', event: {} });
      await control(first, 'advanceClock', { ms: 0 });
      const entry = async (sandbox: typeof first) => (await askSandbox(sandbox, PATH)).body.feed[0].delivery;
      expect(await entry(first)).toMatchObject({ state: 'retrying', log: [{ allowedPrivate: true }] });
      first.close();

      const refusing = createFakeOutbound(() => ({ fault: 'address not allowed' }));
      const second = await openSandboxFile({ ...parts, openOutbound: async () => refusing });
      await control(second, 'advanceClock', { ms: HOUR_MS });
      const requirement = 'a run with --allow-private 127.0.0.1:8080';
      expect(await entry(second)).toMatchObject({ state: 'retrying', nextAttempt: null, requirement });
      second.close();

      const third = await openSandboxFile({ ...parts, allowance });
      expect(await entry(third)).not.toHaveProperty('requirement');
      expect((await entry(third)).nextAttempt).not.toBeNull();
      third.close();
    }),
);
