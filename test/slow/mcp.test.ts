import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, createTestClient } from '../support/agents/connect-mcp.ts';
import { BIN, SHARED_CACHE } from '../support/processes/installed-program.ts';

const FLAGS = ['--sandbox', '--allow-writes'];

let home: string;
let env: Record<string, string>;
let server: ChildProcess;
let url: string;
let token: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-mcp-'));
  env = { PATH: process.env['PATH'] ?? '', HOME: home, ...SHARED_CACHE };
  server = spawn(process.execPath, [BIN, 'mcp', '--http', '--json', ...FLAGS], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const started = JSON.parse(await readDocument(server)) as { url: string; tokenFile: string };
  url = started.url;
  token = readFileSync(started.tokenFile, 'utf8').trim();
  expect(statSync(started.tokenFile).mode & 0o777).toBe(0o600);
});
afterAll(async () => {
  await stop(server);
  rmSync(home, { recursive: true, force: true });
});

const TRANSPORTS: readonly (readonly [string, () => Transport])[] = [
  ['stdio', () => new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', ...FLAGS], env })],
  [
    'http',
    () =>
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
  ],
];

describe.each(TRANSPORTS)('over %s', (_name, open) => {
  test.each([false, true])(
    'a client lists, reads, makes a draft, is refused to publish, and a person approves (2026 protocol: %s)',
    async (modern) => {
      const client = createTestClient(() => false, modern);
      await client.connect(open());
      const call = (name: string, input: Record<string, unknown>) => callTool(client, name, input);
      expect((await client.listTools()).tools).toHaveLength(12);
      expect((await call('comments_inbox', { limit: 1 })).text).toMatch(/^Texts between <others-/);
      const { document: draft } = await call('posts_draft', { text: 'By a model', platforms: ['bluesky'] });
      const reply = { commentId: '18008214909100698', platform: 'instagram', text: 'Yes' };
      expect(await call('comments_reply', reply)).toMatchObject({
        isError: true,
        text: expect.stringContaining('without --allow-publish'),
      });
      const words = ['posts', 'approve', String(draft['id']), '--sandbox', '--yes', '--json'];
      expect(spawnSync(process.execPath, [BIN, ...words], { env }).status).toBe(0);
      expect((await call('posts_list', { id: draft['id'] })).text).not.toContain('awaiting approval');
      await client.close();
    },
  );
});

test.each([
  ['without the token', {}, 401],
  ['with a wrong token', { authorization: 'Bearer 0123456789abcdef' }, 401],
  ['for another host', { host: 'evil.example' }, 403],
  ['from a page of another site', { origin: 'https://evil.example' }, 403],
  ['from another site, as browsers say', { 'sec-fetch-site': 'cross-site' }, 403],
  ['as a form', { 'content-type': 'text/plain' }, 400],
] as const)('a request %s is refused', async (_what, headers, expected) => {
  const sent = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
      ...(expected === 401 && !('authorization' in headers) && { authorization: '' }),
    },
  });
  sent.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  const [{ statusCode }] = await once(sent, 'response');
  expect(statusCode).toBe(expected);
});

describe('the MCP server of the service', () => {
  let sandbox: ChildProcess;
  let started: { address: string; apiKey: string };

  beforeAll(async () => {
    const words = ['sandbox', 'start', '--memory', '--json'];
    sandbox = spawn(process.execPath, [BIN, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    started = JSON.parse(await readDocument(sandbox)) as typeof started;
  });
  afterAll(() => stop(sandbox));

  const connect = async (headers: Record<string, string>) => {
    const client = createTestClient(() => true, true);
    const requestInit = { headers };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', started.address), { requestInit }),
    );
    return client;
  };

  test('takes the key of the service, and tells nothing without one', { tags: ['AUTH-15'] }, async () => {
    await expect(connect({ authorization: 'Bearer unknown' })).rejects.toThrow(/HTTP 403/);
    const client = await connect({ authorization: `Bearer ${started.apiKey}` });
    expect((await client.listTools()).tools).toHaveLength(12);
    const { document } = await callTool(client, 'posts_list', { limit: 1 });
    expect(document['posts']).toHaveLength(1);
    await client.close();
  });

  test.each([
    ['none of the X headers', 0, 419],
    ['one of the X headers', 1, 419],
    ['both X headers', 2, undefined],
  ])('a post to X with %s', { tags: ['AUTH-16'] }, async (_what, count, code) => {
    const pair = { 'x-twitter-oauth1-api-key': 'x-key', 'x-twitter-oauth1-api-secret': 'x-secret' };
    const some = Object.fromEntries(Object.entries(pair).slice(0, count));
    const client = await connect({ authorization: `Bearer ${started.apiKey}`, ...some });
    const { document } = await callTool(client, 'posts_draft', {
      text: `For X ${count}`,
      platforms: ['twitter'],
    });
    expect((document['error'] as { code?: number } | undefined)?.code).toBe(code);
    await client.close();
  });
});

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The document that a server prints first. */
async function readDocument({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.endsWith('}\n')) break;
  }
  return text;
}
