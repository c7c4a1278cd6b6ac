import { describe, expect, test } from 'vitest';
import { ENVELOPE_FIELDS, type WebhookAction } from '../../../../src/service/webhooks.ts';
import { control } from '../../../support/control.ts';
import { listQuoted, readDocTable } from '../../../support/docs/read-doc.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

/** A sandbox with a set clock whose receivers answer with these, and the last one from then on. */
async function open(...statuses: readonly number[]) {
  const outbound = createFakeOutbound(() => ({
    status: statuses[outbound.asked.length - 1] ?? statuses.at(-1) ?? 200,
  }));
  const small = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: async () => outbound });
  const { sandbox, ask } = small;
  await control(sandbox, 'setClock', { mode: 'set' });
  return {
    ...small,
    outbound,
    async listen(action: WebhookAction = 'feed', as?: string) {
      const body = JSON.stringify({ action, url: 'https://hooks.example/w' });
      await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
    },
    enqueue: async (action: WebhookAction = 'feed', event: Record<string, unknown> = {}) =>
      (await control(sandbox, 'triggerEvent', { action, event })).body,
    resend: (hookId: string) => control(sandbox, 'redeliver', { hookId }),
    pass: (ms: number) => control(sandbox, 'advanceClock', { ms }),
    listed: async () => (await control(sandbox, 'listDeliveries')).body.deliveries,
  };
}

describe('an event that is triggered manually', () => {
  test.each(['feed', 'social'] as const)(
    '%s goes to whom listens to it, with its own fields',
    { tags: ['HOOK-25'] },
    async (action) => {
      const { listen, enqueue, pass, outbound, listed } = await open();
      await listen(action);
      const event = { id: '7', type: 'mine', details: null };
      const { delivery, reason } = await enqueue(action, event);
      expect(reason).toBeNull();
      expect(delivery).toEqual({
        hookId: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
        profile: 'primary',
        action,
        type: 'mine',
        url: 'https://hooks.example/w',
        address: 'hooks.example:443',
        state: 'waiting',
        created: '2026-09-21T14:13:20Z',
        attempts: 0,
        lastStatus: null,
        lastError: null,
        nextAttempt: '2026-09-21T14:13:20Z',
        requirement: null,
        event,
      });
      await pass(0);
      const sent = JSON.parse(new TextDecoder().decode(outbound.asked[0]?.body));
      expect(sent).toMatchObject({ ...event, action, hookId: delivery?.hookId });
      expect(await listed()).toMatchObject([{ state: 'delivered', attempts: 1, nextAttempt: null }]);
    },
  );

  test('the same event twice is two deliveries, each with its own hook id', async () => {
    const { listen, enqueue } = await open();
    await listen();
    const ids = [await enqueue(), await enqueue()].map(({ delivery }) => delivery?.hookId);
    expect(new Set(ids).size).toBe(2);
  });

  test('of several kinds, the more exact one is named', async () => {
    const { listen, enqueue } = await open();
    await listen('messages');
    const { delivery } = await enqueue('messages', { type: 'received', subAction: 'messageRead' });
    expect(delivery?.type).toBe('messageRead');
  });

  test.each<[string, 'launch' | 'premium', string]>([
    [
      'no server listens',
      'launch',
      'no webhook is registered for feed, neither by the profile nor by the Primary Profile',
    ],
    ['the plan has none', 'premium', 'the plan Premium has no webhooks'],
  ])('%s: nothing is written down, and it says why', async (_what, plan, reason) => {
    const { sandbox, listen, enqueue, listed } = await open();
    await listen(plan === 'premium' ? 'feed' : 'batch');
    await control(sandbox, 'setPlan', { plan });
    expect(await enqueue()).toMatchObject({ delivery: null, reason });
    expect(await listed()).toEqual([]);
  });

  test('the fields of the envelope are those of the table', () => {
    const table = readDocTable('service/webhooks', 'envelope', 'field', 'type').flatMap(([cell = '']) =>
      listQuoted(cell),
    );
    expect([...ENVELOPE_FIELDS].sort()).toEqual(table.sort());
  });

  test('it cannot say what the envelope says', { tags: ['U-02'] }, async () => {
    const { sandbox, listen, listed } = await open();
    await listen();
    for (const field of ENVELOPE_FIELDS) {
      const answer = await control(sandbox, 'triggerEvent', { action: 'feed', event: { [field]: 'mine' } });
      expect([answer.http, answer.body.details]).toEqual([
        400,
        `event: must not contain ${field}, which the service sets; omit it`,
      ]);
    }
    expect(await listed()).toEqual([]);
  });

  test('it is at most 64 KiB: else 101, and nothing is enqueued', { tags: ['D8'] }, async () => {
    const { listen, sandbox, listed } = await open();
    await listen();
    const event = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const recorded = (bytes: number) =>
      control(sandbox, 'triggerEvent', { action: 'feed', event: event(bytes) });
    const { http, body } = await recorded(65_537);
    expect([http, body]).toEqual([
      400,
      expect.objectContaining({ code: 101, details: 'event: must be at most 64 KiB as JSON' }),
    ]);
    expect(await listed()).toEqual([]);
    expect((await recorded(65_536)).body.delivery).toMatchObject({ state: 'waiting' });
    expect(await listed()).toHaveLength(1);
  });

  test('an unknown profile is refused', async () => {
    const { sandbox } = await open();
    const order = { profile: 'nobody', action: 'feed', event: {} } as const;
    expect((await control(sandbox, 'triggerEvent', order)).body.details).toContain('profile: must be one of');
  });
});

describe('resending', { tags: ['U-31'] }, () => {
  test('what was delivered: the same hook id, the next attempt, another delivery id', async () => {
    const { listen, enqueue, pass, resend, outbound } = await open();
    await listen();
    const hookId = (await enqueue()).delivery?.hookId ?? '';
    await pass(60_000);
    const { body } = await resend(hookId);
    expect(body.delivery).toMatchObject({
      hookId,
      state: 'waiting',
      attempts: 1,
      lastStatus: 200,
      nextAttempt: '2026-09-21T14:14:20Z',
    });
    await pass(0);
    const [first, second] = outbound.asked.map(({ headers }) => headers);
    expect([first, second].map((each) => each?.['X-Service-Delivery-Attempt'])).toEqual(['0', '1']);
    expect(first?.['X-Service-Delivery-Id']).not.toBe(second?.['X-Service-Delivery-Id']);
    expect(outbound.asked).toHaveLength(2);
  });

  test('what waits is brought forward', async () => {
    const { listen, enqueue, pass, resend, listed } = await open(503, 200);
    await listen();
    const hookId = (await enqueue()).delivery?.hookId ?? '';
    await pass(1_000);
    expect((await resend(hookId)).body.delivery.nextAttempt).toBe('2026-09-21T14:13:21Z');
    await pass(0);
    expect(await listed()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('there is nothing with this id: 1404', async () => {
    const { resend, listed } = await open();
    const { http, body } = await resend('Nobody00000000000000');
    expect([http, body]).toEqual([
      404,
      expect.objectContaining({ code: 1404, message: 'There is no delivery Nobody00000000000000.' }),
    ]);
    expect(await listed()).toEqual([]);
  });
});
