import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findAutomationFaults } from '../../../../src/domain/automations/automation-entries.ts';
import { registerWebhook } from '../../../../src/sandbox/handlers/webhooks.ts';
import { createMediaFiles } from '../../../../src/sandbox/media-files.ts';
import { listProfileWebhooks } from '../../../../src/sandbox/store/outbound/webhooks.ts';
import { getPrimaryProfile } from '../../../../src/sandbox/store/profiles.ts';
import { PLAIN } from '../../../support/automations/ask-automations.ts';
import { smallStore } from '../../../support/engine/small-store.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const ALLOWED = ['127.0.0.1:8080', 'localhost:8443', '[::1]:9000', 'receiver.internal:80'];

/** What a run with an allowance takes, and what it refuses all the same. */
const TAKEN = [
  'http://127.0.0.1:8080/a',
  'https://127.0.0.1:8080/a?of=them',
  'http://localhost:8443/',
  'http://[::1]:9000/a',
  'http://receiver.internal/a',
  'http://0x7f.1:8080/a',
];
const REFUSED: readonly (readonly [string, string])[] = [
  ['another port', 'http://127.0.0.1:8081/a'],
  ['no port', 'http://127.0.0.1/a'],
  ['another host', 'http://127.0.0.2:8080/a'],
  ['a user', 'http://me@127.0.0.1:8080/a'],
  ['another scheme', 'ftp://127.0.0.1:8080/a'],
  ['no scheme', '127.0.0.1:8080/a'],
  ['a backslash', 'http://127.0.0.1:8080\\a'],
  ['a line end', 'http://127.0.0.1:8080/a\nb'],
];

describe('registering a webhook', { tags: ['S9'] }, () => {
  const open = async (allowance: readonly string[]) => {
    const { ask } = await smallSandbox(SLIGHT_SEED, NOW, { allowance });
    return {
      register: (url: string) =>
        ask('/hook/webhook', { method: 'POST', body: JSON.stringify({ action: 'automations', url }) }),
      list: async () => (await ask('/hook/webhook')).body,
    };
  };

  test.each(TAKEN)('with an allowance, %s is taken; without, it is refused', async (url) => {
    const allowed = await open(ALLOWED);
    expect((await allowed.register(url)).body).toMatchObject({ status: 'success', url });
    expect(await allowed.list()).toMatchObject({ automations: url });
    const strict = await open([]);
    expect((await strict.register(url)).body).toMatchObject({
      code: 101,
      details: expect.stringMatching(/^url: must/),
    });
  });

  test.each(REFUSED)('%s is refused all the same', async (_what, url) => {
    const { register, list } = await open(ALLOWED);
    expect((await register(url)).body).toMatchObject({
      code: 101,
      details: expect.stringMatching(/^url: must/),
    });
    expect(await list()).not.toHaveProperty('automations');
  });

  test('a fragment, too', async () => {
    const { register } = await open(ALLOWED);
    expect((await register('http://127.0.0.1:8080/a#b')).body.details).toBe(
      'url: must not contain a fragment',
    );
  });

  test('what is public is accepted as before', async () => {
    const { register } = await open(ALLOWED);
    expect((await register('https://hooks.example/a')).http).toBe(200);
    expect((await register('http://hooks.example/a')).body.code).toBe(101);
  });

  test('it is written down that a run allowed it, until another address takes its place', async () => {
    const store = await smallStore();
    const profile = getPrimaryProfile(store);
    const register = (url: string, allowance: readonly string[]) => {
      const body = { action: 'automations', url };
      registerWebhook(
        { params: {}, query: {}, body },
        {
          store,
          profile,
          origin: 'http://sandbox.localhost',
          allowance,
          now: NOW,
          xPair: 'none',
          usedInMonth: 1,
          random: randomBytes,
          cursorKey: '',
          files: createMediaFiles({ file: null, store, random: randomBytes, now: () => NOW }),
          findInjectedFailure: () => null,
        },
      );
      return listProfileWebhooks(store, profile.id).map(({ url: of, byAllowance }) => [of, byAllowance]);
    };
    const [receiver = ''] = TAKEN;
    expect(register(receiver, ALLOWED)).toEqual([[receiver, true]]);
    expect(register('https://hooks.example/a', ALLOWED)).toEqual([['https://hooks.example/a', false]]);
  });
});

describe('messageUrl', { tags: ['S9', 'AUT-19'] }, () => {
  const body = (messageUrl: string) => ({
    ...PLAIN,
    actions: [{ type: 'send_dm', message: 'Here it is.', messageUrl }],
  });
  const faults = (url: string, allowance: readonly string[]) =>
    findAutomationFaults(body(url), { kind: 'new', allowlist: allowance }).map(({ path }) => path.join('.'));

  test.each(TAKEN)('with an allowance, %s is taken; without, it is refused', (url) => {
    expect(faults(url, ALLOWED)).toEqual([]);
    expect(faults(url, [])).toEqual(['actions.0.messageUrl']);
    expect(findAutomationFaults(body(url), { kind: 'new' })).toHaveLength(1);
  });

  test.each(REFUSED)('%s is refused all the same', (_what, url) => {
    expect(faults(url, ALLOWED)).toContain('actions.0.messageUrl');
  });

  test('a sandbox takes it when it is made and when it is changed, as its run allows', async () => {
    const { ask } = await smallSandbox(SLIGHT_SEED, NOW, { allowance: ['127.0.0.1:8080'] });
    const send = (method: string, path: string, sent: object) =>
      ask(path, { method, body: JSON.stringify(sent) });
    const made = await send('POST', '/automations', body('http://127.0.0.1:8080/text'));
    expect(made.body).toMatchObject({ status: 'success' });
    const change = (port: number) =>
      send('PUT', `/automations/${made.body.id}`, { actions: body(`http://127.0.0.1:${port}/text`).actions });
    expect((await change(8080)).http).toBe(200);
    expect((await change(8081)).body).toMatchObject({ code: 473 });
  });
});
