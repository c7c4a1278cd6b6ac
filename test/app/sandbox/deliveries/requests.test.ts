import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openOutbound } from '../../../../src/outbound/open-outbound.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { engagedSandbox } from '../../../support/automations/engaged-sandbox.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { createDeliverySandboxes } from '../../../support/engine/outbound-sandboxes.ts';
import { inTurn, openReceiver, type Received, type ReplyPlan } from '../../../support/receiver/receiver.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const sandboxes = createDeliverySandboxes();
afterEach(sandboxes.close);
const recorded = sandboxes.open;

/** As a receiver checks it, over the bytes as they came. */
const hmac = ({ body }: Received, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

const MAIN = 'x-authorization-content-sha256';
const SECOND = `${MAIN}-v2`;
const AT = 'x-authorization-timestamp';

/** What signed a request, by its two headers; null for no header. */
function signers(request: Received, secrets: readonly string[]) {
  const signerOf = (header: string) => {
    const signature = request.headers[header];
    if (signature === undefined) return null;
    return secrets.find((secret) => hmac(request, secret) === signature) ?? 'nobody';
  };
  return [signerOf(MAIN), signerOf(SECOND)];
}

describe('what is sent', () => {
  test('a POST with a JSON body, to the path that is registered, and nothing of the signing without a secret', {
    tags: ['HOOK-22', 'HOOK-09', 'U-02'],
  }, async () => {
    const { receiver, register, enqueue, pass } = await recorded();
    await register();
    const hookId = await enqueue({
      type: 'automation.triggered',
      commentText: 'Grüße 🌿 \u2028',
      keyword: null,
    });
    await pass(0);
    const [request] = receiver.received;
    expect([request?.method, request?.path]).toEqual(['POST', '/hook']);
    expect(request?.json()).toEqual({
      action: 'automations',
      hookId,
      timeStamp: NOW / SECOND_MS,
      created: new Date(NOW).toISOString().replace('.000', ''),
      refId: expect.stringMatching(/^[\da-f]{40}$/),
      title: 'Primary Profile',
      url: receiver.url,
      code: 200,
      type: 'automation.triggered',
      commentText: 'Grüße 🌿 \u2028',
      keyword: null,
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery-attempt': '0',
      'x-service-delivery-id': expect.stringMatching(/^\w{20}$/),
    });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-auth'))).toEqual([]);
  });

  test('on each attempt timeStamp and signature are new and fit each other; that of another attempt does not', {
    tags: ['HOOK-08', 'HOOK-10', 'W-06', 'W-07'],
  }, async () => {
    const { receiver, register, enqueue, pass } = await recorded(inTurn(503, 500, 200));
    await register('hush');
    await enqueue();
    await pass(HOUR_MS);
    const [first, second, third] = receiver.received;
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few came');
    for (const request of [first, second, third]) {
      expect(request.headers[MAIN]).toBe(hmac(request, 'hush'));
      expect(request.headers[SECOND]).toBeUndefined();
      expect(request.headers[AT]).toBe(String(request.json()['timeStamp']));
    }
    expect(hmac(second, 'hush')).not.toBe(first.headers[MAIN]);
    const times = [first, second, third].map((request) => Number(request.json()['timeStamp']) - NOW / 1_000);
    expect(times).toEqual([0, 5, 20]);
  });

  test('the secret of the profile whose webhook it is signs, whomever it is about', {
    tags: ['U-29'],
  }, async () => {
    const { receiver, register, enqueue, pass } = await recorded();
    await register('of the primary');
    await register('of acme', { as: 'acme', action: 'messages' });
    await enqueue(undefined, 'acme');
    await pass(0);
    await register('of acme', { as: 'acme' });
    await enqueue(undefined, 'acme');
    await pass(0);
    const secrets = ['of the primary', 'of acme'];
    expect(receiver.received.map((request) => signers(request, secrets)[0])).toEqual(secrets);
    const refIds = receiver.received.map((request) => request.json()['refId']);
    expect(new Set(refIds).size).toBe(1); // both are about acme
    await enqueue();
    await enqueue(undefined, 'acme');
    await pass(0); // both at once
    const together = receiver.received.slice(2).map((request) => signers(request, secrets)[0]);
    expect(together.toSorted()).toEqual(secrets.toSorted());
  });
});

describe('a secret that changes', () => {
  test('registered again for another action, it signs from the next attempt on', {
    tags: ['W-16'],
  }, async () => {
    const { receiver, register, enqueue, pass } = await recorded(inTurn(503, 200));
    await register('former');
    await enqueue();
    await pass(0);
    await register('new', { action: 'messages' });
    await enqueue(); // at the same time
    await pass(0);
    await pass(MINUTE_MS);
    expect(receiver.received.map((request) => signers(request, ['former', 'new']))).toEqual([
      ['former', null],
      ['new', null],
      ['new', null],
    ]);
  });

  test('rotated, the former one signs the main header and the new one the second, for 24 hours', {
    tags: ['HOOK-10'],
  }, async () => {
    const { receiver, sandbox, register, enqueue, pass } = await recorded();
    await register('former');
    await control(sandbox, 'setWebhookSecret', { secret: 'new' });
    await enqueue();
    await pass(DAY_MS - 1);
    await enqueue();
    await pass(1);
    await enqueue();
    await pass(0);
    expect(receiver.received.map((request) => signers(request, ['former', 'new']))).toEqual([
      ['former', 'new'],
      ['former', 'new'],
      ['new', null],
    ]);
  });

  test('one that cannot be read lets nothing leave: the attempt failed, and another comes by the schedule', {
    tags: ['U-30'],
  }, async () => {
    const { receiver, sandbox, register, enqueue, pass, listed } = await recorded();
    await register('hush');
    await control(sandbox, 'setWebhookSecret', { isReadable: false });
    const hookId = await enqueue();
    await pass(19 * SECOND_MS);
    expect(receiver.received).toEqual([]);
    expect((await control(sandbox, 'status')).body.sent['deliveries']).toBe(0);
    expect(await listed(hookId)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      lastStatus: null,
      lastError: 'secret not readable',
    });
    await control(sandbox, 'setWebhookSecret', { isReadable: true });
    await pass(SECOND_MS);
    expect(receiver.received.map((request) => signers(request, ['hush']))).toEqual([['hush', null]]);
    expect(receiver.received[0]?.headers['x-service-delivery-attempt']).toBe('2');
    expect((await control(sandbox, 'status')).body.sent['deliveries']).toBe(1);
    expect(await listed(hookId)).toMatchObject({ state: 'delivered' });
  });
});

describe('how it is answered', () => {
  test.each(['zstd', 'gzip'])(
    'a 200 is delivered, also with a body that claims a coding it does not have: %s',
    { tags: ['HOOK-04', 'HOOK-22'] },
    async (coding) => {
      const headers = { 'content-encoding': coding };
      const { receiver, register, enqueue, pass, listed } = await recorded(() => ({
        status: 200,
        headers,
        body: 'ok',
      }));
      await register();
      const hookId = await enqueue();
      await pass(DAY_MS);
      expect(receiver.received).toHaveLength(1);
      expect(await listed(hookId)).toMatchObject({ state: 'delivered', lastStatus: 200, lastError: null });
    },
  );

  test('one that is in flight has no next attempt yet', async () => {
    const { receiver, register, enqueue, pass, listed } = await recorded(() => 'hang');
    await register();
    const hookId = await enqueue();
    const passing = pass(0);
    await receiver.hasReceived(1);
    expect(await listed(hookId)).toMatchObject({ state: 'waiting', attempts: 1, nextAttempt: null });
    receiver.letGo();
    await passing;
    expect(await listed(hookId)).toMatchObject({ state: 'delivered', nextAttempt: null });
  });

  test('a redirect is not followed: it failed, and the history says that it was one', {
    tags: ['HOOK-06', 'W-05', 'U-06'],
  }, async () => {
    const { receiver, register, enqueue, pass, listed } = await recorded(inTurn('redirect', 200));
    await register();
    const hookId = await enqueue();
    await pass(0);
    expect(await listed(hookId)).toMatchObject({ state: 'waiting', lastStatus: 302, lastError: 'redirect' });
    await pass(5 * SECOND_MS);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(await listed(hookId)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('a connection that breaks off is tried again', { tags: ['HOOK-05', 'U-07'] }, async () => {
    const { register, enqueue, pass, listed } = await recorded(inTurn('reset', 200));
    await register();
    const hookId = await enqueue();
    await pass(0);
    expect(await listed(hookId)).toMatchObject({ lastStatus: null, lastError: 'connection lost' });
    await pass(5 * SECOND_MS);
    expect(await listed(hookId)).toMatchObject({ state: 'delivered' });
  });

  test('an attempt that only this run allows is marked', { tags: ['S9'] }, async () => {
    const { sandbox, register, enqueue, pass, ask } = await recorded();
    await register();
    await enqueue();
    await pass(0);
    const { body } = await ask('/hook/history');
    expect(body.automations[0].delivery.log).toMatchObject([
      { attempt: 0, status: 200, allowedPrivate: true },
    ]);
    expect((await control(sandbox, 'status')).body.sent['deliveries']).toBe(1);
  });
});

describe('fifteen seconds', () => {
  /** One whose deadlines are on a clock that is advanced manually. */
  async function slow(plan: ReplyPlan) {
    const receiver = await openReceiver(plan);
    const machine = stoppedClock(NOW);
    const engaged = await engagedSandbox({
      allowance: [receiver.address],
      openOutbound: async () => openOutbound({ allowance: [receiver.address], clock: machine }),
    });
    await engaged.listen(receiver.url);
    const { sandbox } = engaged;
    const event = { type: 'automation.triggered' };
    await control(sandbox, 'triggerEvent', { action: 'automations', event });
    const passed = control(sandbox, 'advanceClock', { ms: 0 });
    await receiver.hasReceived(1);
    const state = async () => (await control(sandbox, 'listDeliveries')).body.deliveries[0];
    return {
      receiver,
      machine,
      passed,
      state,
      again: () => control(sandbox, 'advanceClock', { ms: 5 * SECOND_MS }),
      async close() {
        await receiver.close();
        sandbox.close();
      },
    };
  }

  test.each(['hang', 'drip'] as const)(
    'are over: failed and tried again, even if the 200 comes later (%s)',
    { tags: ['HOOK-04', 'W-04'] },
    async (way) => {
      const { receiver, machine, passed, state, again, close } = await slow(inTurn(way, 200));
      machine.advance(LIMITS.webhookAnswerMs);
      await passed;
      expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'timeout' });
      receiver.letGo();
      expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'timeout' });
      await again();
      expect(receiver.received).toHaveLength(2);
      expect(await state()).toMatchObject({ state: 'delivered', attempts: 2 });
      await close();
    },
  );

  test.each(['hang', 'drip'] as const)(
    'but for a millisecond: a 200 that comes then is good (%s)',
    { tags: ['HOOK-04'] },
    async (way) => {
      const { receiver, machine, passed, state, close } = await slow(() => way);
      machine.advance(LIMITS.webhookAnswerMs - 1);
      receiver.letGo();
      await passed;
      expect(await state()).toMatchObject({ state: 'delivered', attempts: 1 });
      await close();
    },
  );
});
