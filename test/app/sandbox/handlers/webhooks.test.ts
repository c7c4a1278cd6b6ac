import { describe, expect, test } from 'vitest';
import { WEBHOOK_ACTIONS } from '../../../../src/service/webhooks.ts';
import { smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const PATH = '/hook/webhook';
const URL_A = 'https://hooks.example/a';
const URL_B = 'https://hooks.example/b?of=them';

async function open() {
  const small = await smallSandbox(SLIGHT_SEED);
  const send = (method: string, body: unknown, sending: TestRequest) =>
    small.ask(PATH, { ...sending, method, body: JSON.stringify(body) });
  return {
    ...small,
    register: (body: unknown, sending: TestRequest = {}) => send('POST', body, sending),
    unregister: (body: unknown, sending: TestRequest = {}) => send('DELETE', body, sending),
    list: async (sending: TestRequest = {}) => (await small.ask(PATH, sending)).body,
  };
}

describe('registering one', { tags: ['HOOK-01'] }, () => {
  test('answers with what it is, and the reference of the profile', async () => {
    const { register, sandbox } = await open();
    const { http, body } = await register({ action: 'automations', url: URL_A }, { as: 'acme' });
    const { refId } = sandbox.credentials.profiles[0] ?? {};
    expect([http, body]).toEqual([200, { status: 'success', action: 'automations', url: URL_A, refId }]);
  });

  test('every action can be listened to', { tags: ['HOOK-25'] }, async () => {
    const { register, list } = await open();
    for (const action of Object.keys(WEBHOOK_ACTIONS)) {
      expect((await register({ action, url: URL_A })).http).toBe(200);
      expect(await list()).toMatchObject({ [action]: URL_A });
    }
  });

  test('again, another address replaces the first', async () => {
    const { register, list, clock } = await open();
    await register({ action: 'automations', url: URL_A });
    clock.advance(60_000);
    await register({ action: 'automations', url: URL_B });
    expect(await list()).toEqual({ status: 'success', automations: URL_B, updated: '2026-09-21T14:14:20Z' });
  });

  const url = URL_A;
  const NOT_PUBLIC = 'url: must be a public https address';
  test.each<[string, unknown, string]>([
    ['an unknown action', { action: 'automation', url }, 'action: must be one of automations, '],
    ['an action that every object has', { action: 'constructor', url }, 'action: must be one of '],
    ['no action', { url }, 'action: is required'],
    ['no address', { action: 'automations' }, 'url: is required'],
    ['http', { action: 'automations', url: 'http://hooks.example/a' }, NOT_PUBLIC],
    ['no address at all', { action: 'automations', url: 'hooks.example' }, NOT_PUBLIC],
    ['this network', { action: 'automations', url: 'https://192.168.1.20/a' }, NOT_PUBLIC],
    [
      'a password',
      { action: 'automations', url: 'https://me:hush@hooks.example/a' },
      'url: must not contain a user name or password',
    ],
    ['a fragment', { action: 'automations', url: `${url}#part` }, 'url: must not contain a fragment'],
    [
      'an address that is too long',
      { action: 'automations', url: url.padEnd(2_049, 'a') },
      'url: must be at most 2,048 characters long',
    ],
    ['a blank secret', { action: 'automations', url, secret: ' ' }, 'secret: must not be blank'],
    ['a list', [{ action: 'automations', url }], 'must be an object'],
  ])('%s: 101, and nothing is registered', { tags: ['D8'] }, async (_what, body, details) => {
    const { register, list } = await open();
    const { http, body: answer } = await register(body);
    expect([http, answer]).toEqual([
      400,
      {
        action: 'webhook',
        status: 'error',
        code: 101,
        message: expect.any(String),
        details: expect.stringContaining(details),
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('hush');
    expect(await list()).toEqual({ status: 'success', updated: null });
  });
});

describe('the list', () => {
  test('is a flat map of what the profile has itself, never of what it inherits', async () => {
    const { register, list } = await open();
    await register({ action: 'messages', url: URL_B });
    await register({ action: 'automations', url: URL_A });
    await register({ action: 'social', url: URL_B }, { as: 'acme' });
    expect(await list()).toEqual({
      status: 'success',
      automations: URL_A,
      messages: URL_B,
      updated: '2026-09-21T14:13:20Z',
    });
    expect(await list({ as: 'acme' })).toMatchObject({ social: URL_B });
    expect(await list({ as: 'acme' })).not.toHaveProperty('automations');
  });
});

describe('taking one away', () => {
  test('leaves the others', async () => {
    const { register, unregister, list, clock } = await open();
    await register({ action: 'messages', url: URL_B });
    await register({ action: 'automations', url: URL_A });
    clock.advance(60_000);
    const { http, body } = await unregister({ action: 'automations' });
    expect([http, body]).toEqual([200, { status: 'success', action: 'automations' }]);
    expect(await list()).toEqual({ status: 'success', messages: URL_B, updated: '2026-09-21T14:14:20Z' });
  });

  test('that is not there is a success, and changes nothing', async () => {
    const { register, unregister, list, clock } = await open();
    expect((await unregister({ action: 'feed' })).body).toEqual({ status: 'success', action: 'feed' });
    expect(await list()).toEqual({ status: 'success', updated: null });
    await register({ action: 'automations', url: URL_A });
    const before = await list();
    clock.advance(60_000);
    expect((await unregister({ action: 'automations' }, { as: 'acme' })).http).toBe(200);
    expect((await unregister({ action: 'feed' })).http).toBe(200);
    expect(await list()).toEqual(before);
  });

  test.each([[{ action: 'automation' }], [{}]])('%j: 101', async (body) => {
    const { unregister } = await open();
    expect((await unregister(body)).body).toMatchObject({ action: 'webhook', code: 101 });
  });
});
