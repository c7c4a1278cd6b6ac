import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { CallError } from '../../../src/library/client.ts';
import { verifyDelivery } from '../../../src/library/receiver/verify.ts';
import {
  type RequestReply,
  type RunningSandbox,
  type SandboxStartOptions,
  startSandbox,
} from '../../../src/library/sandbox.ts';

const NOW = '2027-03-02T08:00:00Z';
let running: RunningSandbox[] = [];
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  running = [];
});

async function start(options: SandboxStartOptions = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ data: 'empty', now: NOW, ...options });
  running.push(sandbox);
  return sandbox;
}

/** One for tests that do not disturb each other. */
let shared: Promise<RunningSandbox> | undefined;
const share = () => (shared ??= startSandbox({ data: 'empty', now: NOW }));
afterAll(async () => (await shared)?.close());

const POST = { post: 'Open until six.', platforms: ['bluesky'] } satisfies {
  post: string;
  platforms: ['bluesky'];
};
const WEBHOOK = { action: 'scheduled', url: 'https://hooks.example.com/crier' } as const;

describe('what a sandbox begins with', () => {
  test('nothing but the accounts and profiles that are asked for', async () => {
    const { createClient, profiles } = await start({
      platforms: ['instagram'],
      profiles: [
        { title: 'Acme Berlin', platforms: ['bluesky', 'facebook'] },
        { title: 'B', alias: 'other' },
      ],
    });
    expect(profiles.map(({ alias, title }) => [alias, title])).toEqual([
      ['acme-berlin', 'Acme Berlin'],
      ['other', 'B'],
    ]);
    const listAccounts = async (profile?: string) =>
      (await createClient(profile === undefined ? {} : { profile }).getUser()).activeSocialAccounts;
    expect(await listAccounts()).toEqual(['instagram']);
    expect(await listAccounts('acme-berlin')).toEqual(['bluesky', 'facebook']);
    expect(await listAccounts('other')).toHaveLength(14);
    expect((await createClient().getHistory()).history).toMatchObject({ code: 221 }); // there is none
    expect(() => createClient({ profile: 'nobody' })).toThrow('there is no profile nobody');
  });

  test('the demo data, and a plan', async () => {
    const { createClient, control } = await start({
      data: 'demo',
      plan: 'premium',
      addOns: { maxPack: false },
    });
    expect((await createClient().getHistory()).history?.length).toBeGreaterThan(5);
    expect(await control('status', {})).toMatchObject({
      plan: 'premium',
      addOns: { maxPack: false, ads: true },
    });
    await expect(createClient().listProfiles()).rejects.toMatchObject({ code: 1403, kind: 'not-allowed' });
  });

  test('keys of its own: several run at once, and know nothing of each other', async () => {
    const all = await Promise.all([start(), start()]);
    const [first] = all;
    await first?.createClient().createPost({ body: POST });
    const answers = await Promise.all(all.map((each) => each.createClient().getHistory()));
    expect(answers.map(({ history }) => Array.isArray(history))).toEqual([true, false]);
    expect(new Set(all.map(({ apiKey }) => apiKey)).size).toBe(2);
  });
});

describe('an option that cannot be used is refused at once, and named', () => {
  test.each([
    ['another type', 7, 'options: must be an object'],
    ['a misspelled option', { plans: 'premium' }, 'plans: not a known field'],
    ['a plan', { plan: 'pro' }, 'plan: must be one of premium'],
    ['an add-on', { addOns: { max: true } }, 'addOns.max: not a known field'],
    ['data', { data: 'demos' }, 'data: must be one of demo, empty'],
    ['a network', { platforms: ['x'] }, 'platforms[0]: must be one of bluesky'],
    ['one network in place of a list', { platforms: 'instagram' }, 'platforms: must be a list'],
    ['a profile without a title', { profiles: [{}] }, 'profiles[0].title: is required'],
    ['the same profile twice', { profiles: [{ title: 'A' }, { title: 'a' }] }, 'the alias a is taken'],
    ['a title that makes no alias', { profiles: [{ title: '日本' }] }, 'give it an alias'],
    ['a number as time', { now: 7 }, 'now: must be a Date'],
    ['no time', { now: 'soon' }, 'not a time'],
    ['a port as a number', { listen: 4010 }, 'listen: must be true, false or { port: 4010 }'],
    ['a port beyond all', { listen: { port: 70_000 } }, 'listen.port: must be at most 65535'],
    ['no address', { baseUrl: 'localhost' }, 'baseUrl: must be an http or https address'],
    ['a storage', { storage: 'disk' }, 'storage: must be one of memory, folder'],
    ['no function', { onDefect: true }, 'onDefect: must be a function'],
  ])('%s', async (_what, options, words) => {
    const starting = startSandbox(options as SandboxStartOptions); // as a program without types gives them
    await expect(starting).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining(words) });
  });

  test('also of a running sandbox: a misspelled unit moves no clock, and an answer must be one', async () => {
    const { clock, deliveries } = await share();
    for (const by of [{ hour: 1 }, {}, 5, { hours: Number.NaN }, null])
      await expect(clock.advance(by as object)).rejects.toThrow('not a length of time');
    await expect(clock.set(Number(0) as unknown as Date)).rejects.toThrow('not a time');
    for (const reply of [undefined, null, 99, 700, 'gone', []])
      expect(() => deliveries.answerWith(reply as unknown as RequestReply)).toThrow('not an answer');
    expect((await clock.now()).toISOString()).toBe('2027-03-02T08:00:00.000Z');
  });
});

describe('fetch', () => {
  const ask = (sandbox: RunningSandbox, url: string, init: RequestInit = {}) =>
    sandbox.fetch(url, { headers: { authorization: `Bearer ${sandbox.apiKey}` }, ...init });

  test('answers under the address that a program has', async () => {
    const sandbox = await start({ baseUrl: 'https://api.example.com/api/' });
    expect(sandbox.baseUrl).toBe('https://api.example.com/api');
    const answer = await ask(sandbox, 'https://api.example.com/api/user');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const body = JSON.stringify(POST);
    const posted = await ask(sandbox, 'https://api.example.com/api/post', { method: 'POST', body });
    expect(await posted.json()).toMatchObject({ status: 'success' });
    for (const other of ['https://api.example.com/apis/user', 'https://api.example.org/api/user']) {
      await expect(ask(sandbox, other)).rejects.toThrow(
        'this sandbox answers https://api.example.com/api only',
      );
    }
    await expect(ask(sandbox, `${sandbox.baseUrl}/user`, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  test('with listen, other programs reach it as well', async () => {
    const sandbox = await start({ listen: true });
    expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    expect((await globalThis.fetch(`${sandbox.baseUrl}/user`, { headers })).status).toBe(200);
    expect((await ask(sandbox, `${sandbox.baseUrl}/user`)).status).toBe(200);
    const port = Number(new URL(sandbox.baseUrl).port);
    await expect(start({ listen: { port } })).rejects.toMatchObject({ name: 'CallError', kind: 'usage' });
    await sandbox.close();
    await expect(globalThis.fetch(`${sandbox.baseUrl}/user`, { headers })).rejects.toThrow();
  });
});

describe('the clock', () => {
  test('is frozen where it is set, and what falls due runs while it is advanced', async () => {
    const { clock, createClient } = await share();
    const client = createClient();
    const { id } = await client.createPost({ body: { ...POST, scheduleDate: '2027-03-02T09:00:00Z' } });
    const read = async () => (await client.getPost({ params: { id: String(id) } })).status;
    expect([(await clock.now()).toISOString(), await read()]).toEqual([
      '2027-03-02T08:00:00.000Z',
      'pending',
    ]);
    expect((await clock.advance({ hours: 1, minutes: 1 })).toISOString()).toBe('2027-03-02T09:01:00.000Z');
    expect(await read()).toBe('success');
    expect((await clock.set('2027-04-01T00:00:00Z')).toISOString()).toBe('2027-04-01T00:00:00.000Z');
    await expect(clock.set('tomorrow')).rejects.toMatchObject({ kind: 'usage' });
    await expect(start({ now: 'tomorrow' })).rejects.toBeInstanceOf(CallError);
  });
});

describe('deliveries', () => {
  const register = async (sandbox: RunningSandbox) => {
    const client = sandbox.createClient();
    await client.registerWebhook({ body: { ...WEBHOOK, secret: 'one secret' } });
    await client.createPost({ body: { ...POST, scheduleDate: '2027-03-02T08:30:00Z' } });
  };

  test('are caught in memory, signed, and repeated as the answers ask for', {
    tags: ['HOOK-10', 'HOOK-14', 'W-17'],
  }, async () => {
    const sandbox = await start();
    await register(sandbox);
    const replies: readonly RequestReply[] = [503, 'no answer', 200];
    sandbox.deliveries.answerWith(({ attempt }) => replies[attempt] ?? 200);
    await sandbox.clock.advance({ days: 1 });
    const all = await sandbox.deliveries.list();
    expect(all.map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
    expect(new Set(all.map(({ hookId }) => hookId)).size).toBe(1);
    const [delivery] = all;
    expect(delivery).toMatchObject({ url: WEBHOOK.url, action: 'scheduled', attempt: 0 });
    const { body = '', headers = {} } = delivery ?? {};
    expect(JSON.parse(body)).toEqual(delivery?.event);
    const options = { secrets: 'one secret', now: () => Date.parse('2027-03-02T08:31:00Z') };
    expect(await verifyDelivery(body, headers, options)).toMatchObject({ isValid: true });
    expect(await verifyDelivery(`${body} `, headers, options)).toMatchObject({ isValid: false });
    sandbox.deliveries.clear();
    expect(await sandbox.deliveries.list()).toEqual([]);
  });

  test('come at once with a clock that runs', async () => {
    const sandbox = await startSandbox({ data: 'empty' });
    running.push(sandbox);
    await sandbox.createClient().registerWebhook({ body: WEBHOOK });
    await sandbox.control('triggerEvent', { action: 'scheduled', event: { status: 'success' } });
    expect(await sandbox.deliveries.list()).toMatchObject([
      { action: 'scheduled', event: { status: 'success' } },
    ]);
  });
});

describe('followers', () => {
  const AUTOMATION = {
    triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['menu'] }],
    actions: [{ type: 'send_dm', message: 'Hello', messageUrl: 'https://texts.example.com/' }],
  } as const;

  test('comment, and get what an automation sends, also a text from a callback', async () => {
    const sandbox = await start({ platforms: ['instagram'] });
    const client = sandbox.createClient();
    await client.createPost({
      body: { post: 'x', platforms: ['instagram'], mediaUrls: ['https://e.example/a.jpg'] },
    });
    await client.createAutomation({ body: structuredClone(AUTOMATION) as never });
    sandbox.deliveries.answerCallbacksWith(({ json }) => ({
      message: `For ${String(json['recipientUsername'])}`,
    }));
    const { dispatches } = await sandbox.followers.comment({ from: 'mia', text: 'the MENU please' });
    expect(dispatches).toHaveLength(1);
    await sandbox.clock.advance({ minutes: 2 });
    expect(await sandbox.followers.inbox()).toMatchObject([{ to: { username: 'mia' }, text: 'For mia' }]);
    expect(await sandbox.deliveries.list()).toEqual([]);
  });

  test('write messages, and reply to stories', async () => {
    const { followers, createClient } = await share();
    await followers.sendDm({ from: 'ben', text: 'Are you open?' });
    await followers.sendDm({ from: 'ben', text: 'Hello?', platform: 'facebook' });
    const read = async (platform: 'instagram' | 'facebook') =>
      (await createClient().listMessages({ params: { platform } })).messages?.map(({ message }) => message);
    expect([await read('instagram'), await read('facebook')]).toEqual([['Are you open?'], ['Hello?']]);
    expect(await followers.replyToStory({ from: 'mia', text: 'Nice' })).toMatchObject({ duplicate: false });
    await expect(followers.comment({ from: 'not a name', text: 'x' })).rejects.toMatchObject({
      kind: 'usage',
    });
  });
});

describe('faults and the rest of the control interface', () => {
  test('a fault is returned as often as asked for', async () => {
    const { faults, createClient } = await share();
    const client = createClient({ retries: 0 });
    await faults.add({ code: 1500, endpoint: 'getUser', count: 1 });
    expect(await faults.list()).toMatchObject([{ code: 1500, remaining: 1 }]);
    await expect(client.getUser()).rejects.toMatchObject({ code: 1500, http: 500 });
    await client.getUser();
    await faults.add({ code: 161 });
    expect(await faults.clear()).toBe(1);
    await expect(faults.add({ code: 1 })).rejects.toMatchObject({ kind: 'usage', code: 101 });
    await expect(faults.add({ code: 1 })).rejects.toThrow('addFault: code: must be a code of the catalogue');
  });

  test('an account loses its link, and a reset brings it back', async () => {
    const { control, createClient, reset } = await start({ platforms: ['bluesky'] });
    await control('setAccount', { platform: 'bluesky', token: 'expired' });
    await expect(createClient().createPost({ body: POST })).rejects.toMatchObject({
      code: 161,
      kind: 'auth',
    });
    await reset();
    expect(await createClient().createPost({ body: POST })).toMatchObject({ status: 'success' });
    await expect(control('doEverything' as never, {} as never)).rejects.toThrow(
      'the control interface has no doEverything',
    );
  });
});

describe('the end', () => {
  const listFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('crier-sandbox-'));

  test('removes the folder of its data, and is reached once', async () => {
    const before = listFolders();
    const sandbox = await start({ storage: 'folder' });
    const { file } = await sandbox.control('status', {});
    expect(existsSync(file)).toBe(true);
    await Promise.all([sandbox.close(), sandbox.close()]);
    const closed = { name: 'CallError', kind: 'usage', message: 'the sandbox is closed' };
    await expect(sandbox.createClient().getUser()).rejects.toMatchObject(closed);
    await expect(sandbox.clock.now()).rejects.toMatchObject(closed);
    expect(existsSync(file)).toBe(false);
    await expect(start({ storage: 'folder', plan: 'gold' as never })).rejects.toMatchObject({
      kind: 'usage',
    });
    expect(listFolders().filter((name) => !before.includes(name))).toEqual([]);
  });

  test('comes with the block that declares it', async () => {
    let outside: RunningSandbox;
    {
      await using sandbox = await startSandbox({ data: 'empty' });
      outside = sandbox;
      expect((await sandbox.createClient().getUser()).title).toBe('Primary Profile');
    }
    await expect(outside.createClient().getUser()).rejects.toMatchObject({
      message: 'the sandbox is closed',
    });
  });
});
