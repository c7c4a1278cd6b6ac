import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { computeSignature } from '../../../../src/domain/webhooks/delivery.ts';
import { openOutbound } from '../../../../src/outbound/open-outbound.ts';
import { countSentOutbound } from '../../../../src/sandbox/store/outbound/attempts.ts';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { CALLED, createCallbackEngines } from '../../../support/engine/callback-engine.ts';
import {
  type CallbackSandbox,
  createCallbackSandboxes,
  TEMPLATE,
} from '../../../support/engine/outbound-sandboxes.ts';
import type { Received } from '../../../support/receiver/receiver.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const sandboxes = createCallbackSandboxes();
afterEach(sandboxes.close);

const only = ({ receiver }: CallbackSandbox): Received => {
  const [first, ...others] = receiver.received;
  if (first === undefined || others.length > 0) throw new Error(`asked ${receiver.received.length} times`);
  return first;
};

const register = ({ ask }: CallbackSandbox, secret: string, as?: string) =>
  ask('/hook/webhook', {
    method: 'POST',
    body: JSON.stringify({ action: 'suspended', url: 'https://hooks.example.com/s', secret }),
    ...(as !== undefined && { as }),
  });

describe('what is asked', () => {
  test('by POST, in JSON, with every field, and never what it falls back on', {
    tags: ['CBK-01', 'K-09'],
  }, async () => {
    const sandbox = await sandboxes.open();
    const id = await sandbox.automate([sandbox.called()]);
    const row = await sandbox.fire(id, { text: 'the price, please' });
    const asked = only(sandbox);
    expect([asked.method, asked.path]).toEqual(['POST', '/hook']);
    expect(asked.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'crier-sandbox',
    });
    expect(asked.json()).toEqual({
      automationId: id,
      triggerId: row.triggerId,
      trigger: 'comment_keyword',
      platform: 'instagram',
      recipientId: expect.stringMatching(/^\d+$/),
      recipientUsername: 'mara',
      keyword: 'price',
      activityId: row.id,
      actionId: row.actionResults[0]?.actionId,
      eventId: row.id.split(':')[2],
      commentId: row.id.split(':')[2],
      commentText: 'the price, please',
      postId: expect.any(String),
      storyId: null,
      timestamp: row.completedAt,
    });
    expect(new TextDecoder().decode(asked.body)).not.toContain(TEMPLATE);
  });

  test('nor in any other place, whatever the template holds', { tags: ['K-09'] }, async () => {
    const sandbox = await sandboxes.open();
    await sandbox.fireDm({ message: 'Planted {{recipient_username}}' });
    const { headers, body, path } = only(sandbox);
    expect(`${path}${JSON.stringify(headers)}${new TextDecoder().decode(body)}`).not.toContain('Planted');
  });

  test('each DM sends its own callback, once, and in order', { tags: ['CBK-05'] }, async () => {
    const sandbox = await sandboxes.open(({ place }) => ({
      body: JSON.stringify({ message: `text ${place}` }),
    }));
    const { called } = sandbox;
    const id = await sandbox.automate([called(), MAIL, called({ dedupWindowMinutes: 5 })]);
    const row = await sandbox.fire(id, { kind: 'dm' });
    const ids = row.actionResults.map(({ actionId }) => actionId);
    expect(sandbox.receiver.received.map((each) => each.json()['actionId'])).toEqual([ids[0], ids[2]]);
    expect(await sandbox.texts()).toEqual(['text 0', 'text 1']);
    await sandbox.advance(86_400);
    expect(sandbox.receiver.received).toHaveLength(2);
  });
});

describe('how it is signed', () => {
  test('with the secret, over the very bytes, with the moment in Unix seconds', {
    tags: ['CBK-06', 'HOOK-10'],
  }, async () => {
    const sandbox = await sandboxes.open();
    await register(sandbox, 's3cret');
    const { sent } = await sandbox.fireDm();
    const { headers, body, json } = only(sandbox);
    const { timestamp, timeStamp } = json();
    expect(timeStamp).toBe(Date.parse(String(timestamp)) / 1000);
    expect(headers['x-authorization-timestamp']).toBe(String(timeStamp));
    expect(headers['x-authorization-content-sha256']).toBe(computeSignature(body, 's3cret'));
    expect(headers).not.toHaveProperty('x-authorization-content-sha256-v2');
    expect(sent).toMatchObject({ message: 'hello' });
  });

  test.each([
    ["the profile's own", 'own', 'own'],
    ["the Primary's, where the profile has none", undefined, 'primary'],
  ])('with %s', { tags: ['CBK-06', 'U-29'] }, async (_what, own, expected) => {
    const sandbox = await sandboxes.open();
    await register(sandbox, 'primary');
    const { ask, automate, called, engage, advance } = sandbox;
    const as = 'acme';
    if (own !== undefined) await register(sandbox, own, as);
    const id = await automate([called()], { as });
    await engage({ profile: as });
    await advance(60);
    expect((await ask(`/automations/${id}/activity`, { as })).body.activity).toMatchObject([
      { status: 'sent' },
    ]);
    const { headers, body } = only(sandbox);
    expect(headers['x-authorization-content-sha256']).toBe(computeSignature(body, expected));
  });

  test('after a change of the secret both sign, for a day', { tags: ['CBK-06'] }, async () => {
    const sandbox = await sandboxes.open();
    await register(sandbox, 'before');
    await control(sandbox.sandbox, 'setWebhookSecret', { profile: 'primary', secret: 'after' });
    const id = await sandbox.automate([sandbox.called({ dedupWindowMinutes: 0 })]);
    await sandbox.fire(id, { kind: 'dm' });
    await sandbox.advance(86_400);
    await sandbox.fire(id, { kind: 'dm' });
    const [first, second] = sandbox.receiver.received.map(({ headers, body }) => [
      headers['x-authorization-content-sha256'] === computeSignature(body, 'before'),
      headers['x-authorization-content-sha256-v2'] === computeSignature(body, 'after'),
      headers['x-authorization-content-sha256'] === computeSignature(body, 'after'),
    ]);
    expect([first, second]).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
  });

  test('not asked when it cannot be read: the template is sent, with the reason', {
    tags: ['CBK-05', 'CBK-06', 'K-04', 'S10'],
  }, async () => {
    const sandbox = await sandboxes.open();
    await register(sandbox, 's3cret');
    await control(sandbox.sandbox, 'setWebhookSecret', { profile: 'primary', isReadable: false });
    expect(await sandbox.fireDm()).toMatchObject({
      status: 'sent',
      messageSource: 'fallback',
      errorDetails: 'callback not used: the secret that signs could not be read',
      sent: { message: TEMPLATE },
    });
    expect(sandbox.receiver.received).toEqual([]);
  });

  test("nor with the Primary's in its place", { tags: ['K-04', 'S10'] }, async () => {
    const sandbox = await sandboxes.open();
    await register(sandbox, 'primary');
    await register(sandbox, 'own', 'acme');
    await control(sandbox.sandbox, 'setWebhookSecret', { profile: 'acme', isReadable: false });
    await sandbox.automate([sandbox.called()], { as: 'acme' });
    await sandbox.engage({ profile: 'acme' });
    await sandbox.advance(60);
    expect(await sandbox.texts()).toEqual([TEMPLATE]);
    expect(sandbox.receiver.received).toEqual([]);
  });
});

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

describe('an address that may not be reached', () => {
  const nowhere = () => {
    throw new Error('nothing is to be sent');
  };

  test.each([
    ['of a private network', ['10.0.0.7']],
    ['of one public address and a private one', ['93.184.216.34', '10.0.0.7']],
  ])(
    '%s, by its name: nothing leaves, and the template is sent',
    { tags: ['CBK-08', 'K-08'] },
    async (_what, addresses) => {
      const fixture = fixtures.openWaiting();
      const outbound = openOutbound({
        allowance: [],
        clock: stoppedClock(NOW),
        resolve: async () => addresses,
        dial: nowhere,
      });
      await fixture.asking(outbound).advance(0);
      expect(fixture.dms()).toEqual([CALLED.message]);
      expect(countSentOutbound(fixture.engine.store).callbacks).toBe(0);
      expect(fixture.actions()).toMatchObject([
        {
          status: 'sent',
          messageSource: 'fallback',
          errorDetails: 'callback not used: address not allowed',
        },
      ]);
    },
  );

  test('that an earlier run had allowed: neither', { tags: ['CBK-08'] }, async () => {
    const fixture = fixtures.openWaiting([{ ...CALLED, messageUrl: 'http://127.0.0.1:9/text' }]);
    const outbound = openOutbound({ allowance: [], clock: stoppedClock(NOW), dial: nowhere });
    await fixture.asking(outbound).advance(0);
    expect(fixture.actions()[0]?.errorDetails).toBe('callback not used: address not allowed');
  });

  test('it does not count against the receiver: no breaker opens', { tags: ['CBK-08', 'U-36'] }, async () => {
    const fixture = fixtures.open();
    const outbound = openOutbound({
      allowance: [],
      clock: stoppedClock(NOW),
      resolve: async () => ['10.0.0.7'],
      dial: nowhere,
    });
    for (let each = 0; each < 8; each++) fixture.engage(`person${each}`);
    await fixture.asking(outbound).advance(MINUTE_MS);
    expect(fixture.reasons()).toEqual(['callback not used: address not allowed']);
  });
});
