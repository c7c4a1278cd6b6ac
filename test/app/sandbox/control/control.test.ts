import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTROL, type ControlName } from '../../../../src/service/control/control.ts';
import { DAY_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { PLANS } from '../../../../src/service/plans.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { NOW, type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-control-'));
beforeAll(async () => {
  const { sandbox } = await smallSandbox(SLIGHT_SEED);
  await control(sandbox, 'exportStore', { file: VALID_IMPORT });
  sandbox.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const VALID_IMPORT = join(folder, 'exported');

const NAMES = Object.keys(CONTROL) as ControlName[]; // Object.keys forgets the names of a constant table

describe('the way in', () => {
  const keys: [
    string,
    (credentials: Awaited<ReturnType<typeof smallSandbox>>['sandbox']['credentials']) => string,
  ][] = [
    ['the API key', ({ apiKey }) => apiKey],
    ["a profile's key", ({ profiles }) => profiles[0]?.profileKey ?? ''],
    ['a token of nobody', () => 'SBX-ADMIN-0'],
    ['an empty one', () => ''],
  ];

  test.each(keys)('every call refuses %s, and nothing is changed', { tags: ['D7'] }, async (_what, key) => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const before = await control(sandbox, 'status');
    for (const name of NAMES) {
      const { method, path } = CONTROL[name];
      const { http, body } = await ask(path, {
        method,
        headers: { authorization: `Bearer ${key(sandbox.credentials)}` },
        ...(method !== 'GET' && { body: JSON.stringify(VALID[name]) }),
      });
      expect([name, http, body.code]).toEqual([name, 403, 102]);
      expect(JSON.stringify(body)).not.toContain(sandbox.credentials.adminToken);
    }
    expect(await control(sandbox, 'status')).toEqual(before);
    expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
  });

  test('the admin token is not valid for the service', { tags: ['D7'] }, async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const { http, body } = await ask('/user', {
      headers: { authorization: `Bearer ${sandbox.credentials.adminToken}` },
    });
    expect([http, body.code]).toEqual([403, 102]);
    expect(body.details).toContain('admin token');
  });

  test.each(NAMES)('%s works with the admin token, and is no request of a profile', async (name) => {
    const small = await smallSandbox(SLIGHT_SEED);
    const { sandbox, ask } = small;
    // What is sent again or read has to be there.
    const hookId = name === 'redeliver' ? await recordOnce(small) : null;
    if (name === 'readMessages') await writeToMara(small);
    const { http } = await control(sandbox, name, hookId === null ? VALID[name] : ({ hookId } as never));
    expect(http).toBe(200);
    const prepared = hookId === null ? (name === 'readMessages' ? 2 : 0) : 1;
    expect((await ask('/user')).headers.get('x-ratelimit-count')).toBe(String(prepared + 1));
    sandbox.close();
  });

  test.each([
    ['GET', '/_sandbox/nothing'],
    ['GET', '/_sandbox/'],
    ['POST', '/_sandbox/status'],
    ['GET', '/_sandbox/status/'],
  ])('%s %s is not there: 1404', async (method, path) => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const headers = { authorization: `Bearer ${sandbox.credentials.adminToken}` };
    expect((await ask(path, { method, headers })).body).toMatchObject({ action: 'sandbox', code: 1404 });
  });

  test.each([
    ['another key', '{"plan":"launch","more":1}', 'more: is not a parameter of this call'],
    ['no plan', '{}', 'plan: is required, or addOns'],
    ['no such plan', '{"plan":"free"}', 'plan: must be one of premium, launch, business, enterprise'],
    ['no JSON', '{', 'body: must be JSON in UTF-8'],
    ['no object', '[]', 'must be an object'],
  ])('%s: 101, in our own words', async (_what, body, details) => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const headers = { authorization: `Bearer ${sandbox.credentials.adminToken}` };
    const answer = await ask('/_sandbox/plan', { method: 'PUT', headers, body });
    expect([answer.http, answer.body.code, answer.body.details]).toEqual([400, 101, details]);
  });
});

describe('exportStore', () => {
  test('writes a new or an empty file, 0600, because it contains keys', { tags: ['D9'] }, async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    const [made, empty] = [join(folder, 'made'), join(folder, 'empty')];
    writeFileSync(empty, '', { mode: 0o644 });
    for (const file of [made, empty]) {
      expect(await control(sandbox, 'exportStore', { file })).toMatchObject({ http: 200 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    sandbox.close();
  });

  test('refuses a file with content, a link, a folder and a missing folder', { tags: ['C5'] }, async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    writeFileSync(join(folder, 'mine'), 'mine');
    writeFileSync(join(folder, 'target'), '');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    for (const [name, reason] of [
      ['mine', 'not empty'],
      ['link', 'not a plain file'],
      ['.', 'not a plain file'],
      ['nothing/a', 'no such file or folder'],
    ] as const) {
      const file = join(folder, name);
      const { http, body } = await control(sandbox, 'exportStore', { file });
      expect([http, body]).toMatchObject([400, { details: expect.stringContaining(`${file}: `) }]);
      expect(JSON.stringify(body)).toContain(reason);
    }
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
    expect(statSync(join(folder, 'target')).size).toBe(0);
    sandbox.close();
  });
});

/** @returns the hook id of an enqueued delivery */
async function recordOnce({ sandbox, ask }: SmallSandbox): Promise<string> {
  const body = '{"action":"feed","url":"https://hooks.example/a"}';
  await ask('/hook/webhook', { method: 'POST', body });
  const recorded = await control(sandbox, 'triggerEvent', { action: 'feed', event: {} });
  return recorded.body.delivery?.hookId ?? '';
}

/** Sends a message of the account to a person who wrote to it. */
async function writeToMara({ sandbox, ask }: SmallSandbox): Promise<void> {
  await control(sandbox, 'engage', VALID.engage);
  const { senderId } = (await ask('/messages/instagram')).body.messages[0];
  const body = JSON.stringify({ recipientId: senderId, message: 'Hello' });
  await ask('/messages/instagram', { method: 'POST', body });
}

/** For each order, something that it takes. */
const VALID: Readonly<Record<ControlName, never>> = {
  status: undefined,
  getClock: undefined,
  setClock: { mode: 'set', now: '2027-01-01T00:00:00Z' },
  advanceClock: { ms: 1_000 },
  addFault: { code: 499 },
  listFaults: undefined,
  addReview: { platform: 'facebook', rating: 'positive', from: 'Mara Lind' },
  deleteReview: { platform: 'facebook', reviewId: '37001' },
  clearFaults: {},
  listAccounts: undefined,
  setAccount: { platform: 'facebook', linked: false },
  setXApp: { credits: 7 },
  listMedia: undefined,
  setMedia: { url: 'https://media.example/a.mp4', seconds: 200 },
  setPlan: { plan: 'launch' },
  setRateLimit: { max: 5 },
  reset: {},
  exportStore: { file: join(folder, 'written') },
  importStore: { file: VALID_IMPORT },
  prune: { olderThanMs: 31 * DAY_MS },
  readMessages: { from: { username: 'mara' } },
  engage: { kind: 'dm', from: { username: 'mara' }, text: 'price' },
  findActivity: { ids: [] },
  listInbox: undefined,
  listOutbox: undefined,
  listDeliveries: undefined,
  findDeliveries: { hookIds: ['nothing'] },
  redeliver: { hookId: 'nothing' },
  triggerEvent: { action: 'feed', event: {} },
  setWebhookSecret: { secret: 'hush' },
  setDmLimits: { perDay: 3 },
  setPerson: { username: 'mara', messageRequests: 'blocked' },
  deleteComment: { commentId: 'instagram-c1' },
  createNativePost: { platform: 'instagram', text: 'From the phone.' },
  deleteCopy: { postId: POST.everywhere, network: 'instagram' },
  // Each is of another type, and which is known only beside its name.
} as unknown as Readonly<Record<ControlName, never>>;

describe('the clock', () => {
  const clockOf = async (small: Awaited<ReturnType<typeof smallSandbox>>) =>
    (await control(small.sandbox, 'getClock')).body;

  test('is real at first, and goes with the machine', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    small.clock.advance(60_000);
    expect(await clockOf(small)).toMatchObject({ mode: 'real', now: '2026-09-21T14:14:20Z' });
  });

  test.each([
    ['a frozen clock', { mode: 'set', now: '2026-12-24T18:00:00Z' }, '2026-12-24T18:01:15Z'],
    ['a running clock', { mode: 'real' }, '2026-09-21T14:14:35Z'],
  ] as const)('two concurrent advances of %s add up', async (_which, start, end) => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setClock', start);
    for (const username of ['mara', 'ben', 'zoe']) {
      await control(sandbox, 'engage', { kind: 'dm', from: { username }, text: 'price' });
    }
    await Promise.all([25_000, 50_000].map((ms) => control(sandbox, 'advanceClock', { ms })));
    expect((await control(sandbox, 'getClock')).body).toMatchObject({ mode: start.mode, now: end });
  });

  test('once set, it is frozen until it is advanced', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setClock', { mode: 'set', now: '2026-12-24T18:00:00.750+01:00' });
    small.clock.advance(60_000);
    expect(await clockOf(small)).toMatchObject({ mode: 'set', now: '2026-12-24T17:00:00Z' });
    const { body } = await control(small.sandbox, 'advanceClock', { ms: 90_000 });
    expect(body).toMatchObject({ mode: 'set', now: '2026-12-24T17:01:30Z', processed: {} });
    await control(small.sandbox, 'setClock', { mode: 'real' });
    expect(await clockOf(small)).toMatchObject({ mode: 'real', now: '2026-09-21T14:14:20Z' });
  });

  test('set without a time, it stops where it is', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setClock', { mode: 'set' });
    small.clock.advance(60_000);
    expect(await clockOf(small)).toMatchObject({ mode: 'set', now: '2026-09-21T14:13:20Z' });
  });

  test('a running one that is advanced continues from there in real time, until it is set or follows the machine again', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'advanceClock', { ms: 3_600_000 });
    small.clock.advance(60_000);
    await control(small.sandbox, 'advanceClock', { ms: 1_000 });
    expect(await clockOf(small)).toMatchObject({
      mode: 'real',
      now: '2026-09-21T15:14:21Z',
      aheadMs: 3_601_000,
    });
    await control(small.sandbox, 'setClock', { mode: 'set' });
    small.clock.advance(60_000);
    expect(await clockOf(small)).toMatchObject({ mode: 'set', now: '2026-09-21T15:14:21Z', aheadMs: null });
    await control(small.sandbox, 'setClock', { mode: 'real' });
    expect(await clockOf(small)).toMatchObject({ mode: 'real', now: '2026-09-21T14:15:20Z', aheadMs: 0 });
  });

  test.each([{ ms: -1 }, { ms: 1.5 }])('advanced by %o: 101', async (input) => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    expect((await control(sandbox, 'advanceClock', input)).body.code).toBe(101);
  });

  test.each(['1969-12-31T23:59:59Z', '1970-01-01T00:30:00+01:00', '9999-12-31T23:59:59-01:00'])(
    'set to %s: 101',
    async (now) => {
      const small = await smallSandbox(SLIGHT_SEED);
      expect((await control(small.sandbox, 'setClock', { mode: 'set', now })).body.code).toBe(101);
      expect(await clockOf(small)).toMatchObject({ mode: 'real' });
    },
  );

  test('is not advanced past the year 9999', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setClock', { mode: 'set', now: '9999-12-31T23:59:58Z' });
    expect((await control(small.sandbox, 'advanceClock', { ms: 1_000 })).http).toBe(200);
    expect((await control(small.sandbox, 'advanceClock', { ms: 1_000 })).body).toMatchObject({
      code: 101,
      details: expect.stringContaining('9999'),
    });
    expect(await clockOf(small)).toMatchObject({ now: '9999-12-31T23:59:59Z' });
  });

  test('is the date of every answer', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setClock', { mode: 'set', now: '2027-03-02T08:15:00Z' });
    for (const path of ['/user', '/nowhere'])
      expect((await ask(path)).headers.get('date')).toBe('Tue, 02 Mar 2027 08:15:00 GMT');
  });

  test('comments and stories live by it', { tags: ['COM-13', 'COM-21'] }, async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const read = async () => (await ask(`/comments/${POST.newStory}`)).body;
    expect(await read()).toMatchObject({ status: 'success', nextUpdate: '2026-09-21T14:23:20Z' });
    await control(sandbox, 'advanceClock', { ms: LIMITS.commentRefreshMs });
    expect(await read()).toMatchObject({
      status: 'partial',
      lastUpdated: '2026-09-21T14:23:20Z',
      errors: [{ platform: 'instagram', code: 485 }],
    });
  });

  test('is stored, for other processes', async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'advanceClock', { ms: 1 });
    expect((await control(sandbox, 'status')).body.clock).toMatchObject({ aheadMs: 1 });
  });
});

describe('accounts', () => {
  test('are listed with their profiles, linked or not', async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'facebook', linked: false });
    const { accounts } = (await control(sandbox, 'listAccounts')).body;
    expect(accounts.filter(({ profile }) => profile === 'acme')).toMatchObject([
      { platform: 'facebook', linked: false, token: 'expired' },
      {
        platform: 'instagram',
        linked: true,
        token: 'ok',
        login: 'direct',
        permission: 'granted',
        standing: 'good',
        automations: 'on',
        messaging: 'on',
        page: 'selected',
      },
      { platform: 'twitter', linked: true, token: 'expired' },
    ]);
  });

  test('a new one can be linked, and only what is named is changed', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const { body } = await control(sandbox, 'setAccount', { profile: 'bare', platform: 'facebook' });
    expect(body.account).toMatchObject({ profile: 'bare', username: 'bare', linked: true, token: 'ok' });
    expect((await ask(`/comments/${POST.unlinked}`, { as: 'bare' })).body.status).toBe('success');
    const { body: later } = await control(sandbox, 'setAccount', {
      profile: 'bare',
      platform: 'facebook',
      token: 'revoked',
    });
    expect(later.account).toEqual({ ...body.account, token: 'revoked' });
    expect((await ask(`/comments/${POST.unlinked}`, { as: 'bare' })).body).toMatchObject({
      code: 161,
      relink: true,
    });
  });

  test.each([
    ['unlinked', { linked: false }, 156, 400],
    ['expired', { token: 'expired' }, 161, 400],
    ['revoked', { token: 'revoked' }, 161, 400],
    ['to be verified', { standing: 'unverified' }, 326, 403],
  ] as const)('%s: comments say so', async (_what, change, code, http) => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { platform: 'facebook', ...change });
    const answer = await ask('/comments/silent-facebook?searchPlatformId=true&platform=facebook');
    expect([answer.http, answer.body.code]).toEqual([http, code]);
  });

  test.each([
    [{ platform: 'facebook', login: 'page' }, 'login'],
    [{ platform: 'instagram', login: 'former' }, 'login'],
    [{ platform: 'twitter', login: 'page' }, 'login'],
    [{ platform: 'facebook', profile: 'nobody' }, 'primary, acme, bare'],
    [{ platform: 'facebook', automations: 'off' }, 'automations: is for Instagram only, not for Facebook'],
  ] as const)('%o: 101', async (change, named) => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    const before = await control(sandbox, 'listAccounts');
    const { http, body } = await control(sandbox, 'setAccount', change);
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toContain(named);
    expect(await control(sandbox, 'listAccounts')).toEqual(before);
  });
});

test('status says what is set', async () => {
  const { sandbox } = await smallSandbox(SLIGHT_SEED);
  await control(sandbox, 'setPlan', { plan: 'enterprise' });
  await control(sandbox, 'setRateLimit', { max: null });
  await control(sandbox, 'setXApp', { rateMax: 15 });
  expect((await control(sandbox, 'status')).body).toMatchObject({
    plan: 'enterprise',
    clock: { mode: 'real', now: '2026-09-21T14:13:20Z' },
    due: {},
    upcoming: { dispatches: 0, next: null },
    automations: { max: PLANS.enterprise.activeAutomations, active: { primary: 0, acme: 0, bare: 0 } },
    limits: { requestRate: { max: null, windowMs: 300_000 }, x: { credits: null, rateMax: 15 } },
    file: ':memory:',
  });
});

describe('reset', () => {
  test('starts over: the same keys, the data of the first day, default settings', async () => {
    const { sandbox, ask, clock } = await smallSandbox(SLIGHT_SEED);
    const fresh = {
      user: (await ask('/user', { as: 'acme' })).body,
      status: (await control(sandbox, 'status')).body,
    };
    // an import replaces keys and references, which a reset keeps
    const others = NAMES.filter((each) => each !== 'reset' && each !== 'importStore');
    for (const name of others) await control(sandbox, name, VALID[name]);
    await control(sandbox, 'addFault', { code: 499 });
    await ask('/user', { as: 'acme' });
    clock.advance(24 * 60 * 60_000);

    expect((await control(sandbox, 'reset')).http).toBe(200);

    const { http, headers, body } = await ask(`/comments/${POST.newStory}`);
    expect([http, body.status, headers.get('x-ratelimit-count')]).toEqual([200, 'success', '1']);
    const { created, ...user } = (await ask('/user', { as: 'acme' })).body;
    expect(created.utc).toBe('2026-09-22T14:13:20Z');
    expect(user).toEqual({
      ...fresh.user,
      created: undefined,
      displayNames: fresh.user.displayNames.map((name: object) => ({ ...name, created: created.utc })),
    });
    const { clock: now, ...status } = (await control(sandbox, 'status')).body;
    expect({ ...status, clock: now }).toEqual({
      ...fresh.status,
      clock: { mode: 'real', now: created.utc, aheadMs: 0 },
    });
  });

  test('that fails leaves everything as it was', async () => {
    let openings = 0;
    const sandbox = await openHeldSandbox({
      file: ':memory:',
      clock: stoppedClock(NOW),
      random: randomBytes,
      // The second time, comments of people who are not there.
      seed: async () => (openings++ === 0 ? SLIGHT_SEED : { ...SLIGHT_SEED, accounts: [] }),
    });
    await control(sandbox, 'setPlan', { plan: 'launch' });
    const before = await control(sandbox, 'listAccounts');
    expect(await control(sandbox, 'reset')).toMatchObject({ http: 500, body: { code: 1500 } });
    expect(await control(sandbox, 'listAccounts')).toEqual(before);
    expect((await control(sandbox, 'status')).body.plan).toBe('launch');
  });
});
