import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

const opened: OpenedDashboard[] = [];

async function dashboard(...given: Parameters<typeof openDashboard>): Promise<OpenedDashboard> {
  const page = await openDashboard(...given);
  opened.push(page);
  return page;
}

afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
});

/** A PNG of one pixel, in base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const REPLY = { ids: ['18054973922452013'], platform: 'instagram', text: 'Cow' };

describe('its link', () => {
  test('works once; the next one is printed then', { tags: ['D2'] }, async () => {
    const page = await dashboard();
    const token = page.link.split('=')[1];
    expect((await page.ask('api/session', { token: `${token}x` })).status).toBe(401);
    expect((await page.ask('api/session', { token })).status).toBe(200);
    expect((await page.ask('api/session', { token })).status).toBe(401);
    const links = page.printed().match(/#token=[\w-]+/g);
    expect(new Set(links).size).toBe(2);
  });
});

describe('without a session', () => {
  test('a long body is not read', { tags: ['D8'] }, async () => {
    const page = await dashboard();
    expect((await page.ask('api/session', { token: 'x'.repeat(2_000) })).status).toBe(400);
  });

  test.each(['api/state', 'api/run', 'api/image', 'api/changes', 'api/other'])(
    '%s gives nothing',
    { tags: ['D2'] },
    async (path) => {
      const page = await dashboard();
      for (const authorization of ['', 'Bearer ', 'Bearer undefined', 'Basic eA==']) {
        const answer = await page.ask(path, {}, { authorization });
        expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([401, ['message']]);
      }
    },
  );
});

describe('a file of the page', () => {
  test.each(['', 'page.js', 'page.css'])('"%s" is the same compressed and as it is', async (path) => {
    const page = await dashboard();
    const read = async (encoding: string) => {
      const answer = await fetch(`${page.origin}/${path}`, {
        headers: { 'accept-encoding': encoding, connection: 'close' },
      });
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    const [compressed, plain] = [await read('gzip, deflate, br'), await read('identity')];
    expect([compressed.encoding, plain.encoding]).toEqual(['gzip', null]);
    expect(compressed.text).toBe(plain.text);
    expect(plain.text).toMatch(/<title>crier|import|:root/);
  });
});

describe('whatever the path and the session', () => {
  test.each([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['no Host of this port', { host: '127.0.0.1:1' }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['an Origin without a name', { origin: 'null' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['plain text', { 'content-type': 'text/plain' }, 400],
  ])(
    '%s is refused, and changes nothing',
    { tags: ['D1', 'D2', 'D3', 'T17'] },
    async (_what, headers, status) => {
      const sandbox = { ...(await openTestSandbox()), close: () => {} };
      const page = await dashboard('', { sandbox });
      await page.enter();
      const before = await countReplies(sandbox);
      const body = { command: 'comments reply', input: REPLY, profile: null };
      for (const path of ['api/run', 'api/image', 'api/changes', 'api/%72un', 'API/run', './api/run', ''])
        expect(await postRaw(page, path, headers, body)).toBe(status);
      expect(await countReplies(sandbox)).toBe(before);
    },
  );
});

describe('what its page may run', () => {
  test('a comment is read, answered after a dry run, and marked as done', async () => {
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const page = await dashboard('', { sandbox });
    await page.enter();
    const inbox = await page.run('inbox list', { limit: 1 });
    expect(inbox).toMatchObject({ failure: null, document: { items: [{ text: expect.any(String) }] } });
    const before = await countReplies(sandbox);
    expect(await page.run('comments reply', { ...REPLY, dryRun: true })).toMatchObject({ failure: null });
    expect(await countReplies(sandbox)).toBe(before);
    expect(await page.run('comments reply', REPLY)).toMatchObject({ failure: null });
    expect(await countReplies(sandbox)).toBe(before + 1);
    expect(await page.run('inbox done', { id: REPLY.ids, kind: 'comment' })).toMatchObject({ failure: null });
  });

  test.each([
    ['another command', 'posts delete', { ids: ['Sp7kQm2XvLr9TzBd4HnW'] }, null],
    ['the request of any endpoint', 'api', { method: 'DELETE', path: '/post' }, null],
    ['a member of every object', 'constructor', {}, null],
    ['an address', 'inbox list', { baseUrl: 'https://evil.example' }, null],
    ['a file', 'inbox list', { traceFile: '/tmp/trace' }, null],
    ['a program', 'inbox list', { keyCommand: 'id' }, null],
    ['an inbox', 'hooks inbox list', { store: '/tmp/inbox.db' }, null],
    ['where to forward to', 'hooks inbox forward', { numbers: [1], forward: ['http://127.0.0.1:1/'] }, null],
    ['what signs a copy', 'hooks inbox forward', { numbers: [1], secretFile: ['/etc/hostname'] }, null],
    [
      'a test delivery from here',
      'hooks register',
      { action: 'social', url: 'https://a.example', probe: true },
      null,
    ],
    ['a file of a new post', 'posts create', { platform: ['bluesky'], media: ['/etc/hostname'] }, null],
    ['the text of a new post in a file', 'posts preview', { textFile: '/etc/hostname' }, null],
    ['a profile without a key here', 'inbox list', {}, 'stranger'],
  ])('%s is none of it', { tags: ['D6'] }, async (_what, command, input, profile) => {
    const page = await dashboard();
    await page.enter();
    const { document, failure } = await page.run(command, input, profile);
    expect([document, failure?.message]).toEqual([null, 'the page asked for what it may not run']);
  });

  test('a file that the page sends is uploaded by its name, and its copy is removed; no file of this machine is', {
    tags: ['D5', 'D8'],
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-test-'));
    vi.stubEnv('TMPDIR', folder);
    const page = await dashboard();
    await page.enter();
    const upload = (file: unknown) => page.run('media upload', { file });
    const sent = await upload({ name: '../../pixel.png', content: PIXEL });
    expect(sent).toMatchObject({
      failure: null,
      document: {
        results: [{ status: 'uploaded', file: '../../pixel.png', url: expect.stringMatching(/pixel/) }],
      },
    });
    const refused = await upload({ name: 'notes.txt', content: btoa('text') });
    expect(refused.failure?.message).toMatch(/^notes\.txt is not an image or video/);
    expect((await upload('/etc/hostname')).failure?.message).toBe('the page sent no file');
    expect(readdirSync(folder).filter((name) => name.startsWith('crier-page-'))).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('with --read-only, only what changes nothing', async () => {
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const page = await dashboard('--read-only', { sandbox });
    await page.enter();
    const before = await countReplies(sandbox);
    for (const [command, input] of [
      ['comments reply', REPLY],
      ['inbox done', { id: REPLY.ids, kind: 'comment' }],
    ] as const)
      expect((await page.run(command, input)).failure?.message).toBe('the page was opened with --read-only');
    expect((await page.run('comments reply', { ...REPLY, dryRun: true })).failure).toBeNull();
    expect(await countReplies(sandbox)).toBe(before);
  });
});

test('No key is in anything that the page gets, and every file of it has the strict policy', {
  tags: ['D5', 'T16'],
}, async () => {
  const sandbox = { ...(await openTestSandbox()), close: () => {} };
  const key = sandbox.credentials.apiKey;
  const page = await dashboard('', { sandbox });
  await page.enter();
  const answers = [
    await page.ask('api/state', {}),
    await page.ask('api/run', {
      command: 'comments reply',
      input: { ...REPLY, dryRun: true },
      profile: null,
    }),
    ...(await Promise.all(
      ['', 'page.js', 'page.css', 'icon.svg'].map((file) => fetch(`${page.origin}/${file}`)),
    )),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; (?!.*unsafe)/,
    );
    expect(await answer.text()).not.toContain(key);
  }
});

test('It ends with Ctrl-C', async () => {
  const page = await openDashboard();
  expect((await page.end()).exitCode).toBe(130);
  await expect(fetch(page.origin)).rejects.toThrow();
});

async function countReplies(sandbox: Awaited<ReturnType<typeof openTestSandbox>>): Promise<number> {
  const { json } = await crier('comments get Lt5nWc8RjYq3GvKs6PxA --json --sandbox', {
    sandbox,
  });
  const { comments } = json as { comments: readonly { replies: readonly unknown[] }[] };
  return comments.reduce((sum, { replies }) => sum + replies.length, 0);
}

/** Sends the path and the headers as they are, which fetch does not. */
function postRaw(
  page: OpenedDashboard,
  path: string,
  headers: object,
  body: object,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port, session } = page;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: `/${path}`,
        headers: { 'content-type': 'application/json', ...session, ...headers },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
    );
    sent.on('error', reject).end(JSON.stringify(body));
  });
}
