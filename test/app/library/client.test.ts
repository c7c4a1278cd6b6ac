import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CallError, createClient, type ServiceClientOptions } from '../../../src/library/client.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import { API_KEY, PROFILE_KEY, X_PAIR } from '../../support/network/client.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type ScriptedAnswer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
};

/** A `fetch` that answers from a script, the last line again and again, and keeps what it was asked. */
function scriptedFetch(...lines: readonly (ScriptedAnswer | Error)[]) {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    const line = lines[Math.min(asked.length, lines.length) - 1] ?? {};
    if (line instanceof Error) throw line;
    const { status = 200, headers = {}, body = {} } = line;
    return Response.json(body, { status, headers });
  };
  return { fetch, asked };
}

const OPTIONS: ServiceClientOptions = {
  baseUrl: 'https://api.example/v',
  apiKey: API_KEY,
  profileKey: PROFILE_KEY,
  xApp: X_PAIR,
  retries: 0,
};
const SECRETS = [API_KEY, PROFILE_KEY, X_PAIR.key, X_PAIR.secret];

async function catchError(asked: Promise<unknown>): Promise<CallError> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallError) return error;
  throw new Error(`not a CallError: ${inspect(error)}`);
}

describe('a client of the library', () => {
  test('has a function for each endpoint, and they work without it', async () => {
    const { fetch, asked } = scriptedFetch({ body: { id: 'one' } });
    const client = createClient({ ...OPTIONS, fetch });
    expect(Object.keys(client)).toEqual(expect.arrayContaining(Object.keys(ROUTES)));
    const { getPost } = client;
    expect(await getPost({ params: { id: 'a b' } })).toEqual({ id: 'one' });
    expect(asked).toMatchObject([{ method: 'GET', url: 'https://api.example/v/post/a%20b', body: '' }]);
  });

  test('sends its keys, and those of X only to what addresses X', {
    tags: ['AUTH-01', 'AUTH-05'],
  }, async () => {
    const { fetch, asked } = scriptedFetch();
    const client = createClient({ ...OPTIONS, fetch });
    await client.createPost({ body: { post: 'x', platforms: ['bluesky'] } });
    await client.createPost({ body: { post: 'x', platforms: ['twitter'] } });
    await client.withProfile(null).getUser();
    await client.getUser({}, { profileKey: 'another' });
    expect(asked.map(({ headers }) => [headers['profile-key'], headers['x-twitter-oauth1-api-key']])).toEqual(
      [
        [PROFILE_KEY, undefined],
        [PROFILE_KEY, X_PAIR.key],
        [undefined, undefined],
        ['another', undefined],
      ],
    );
    expect(new Set(asked.map(({ headers }) => headers['authorization']))).toEqual(
      new Set([`Bearer ${API_KEY}`]),
    );
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ post: 'x', platforms: ['bluesky'] });
  });

  test('refuses input that the service would refuse, before anything is sent', async () => {
    const { fetch, asked } = scriptedFetch();
    const client = createClient({ ...OPTIONS, fetch });
    const invalid = { post: 'x', platforms: ['nowhere'] } as never;
    expect(await catchError(client.createPost({ body: invalid }))).toMatchObject({
      name: 'CallError',
      kind: 'usage',
      code: 101,
      http: null,
    });
    expect(await catchError(client.call('createEverything' as 'getUser'))).toMatchObject({ kind: 'usage' });
    expect(asked).toEqual([]);
  });

  test.each([
    { timeoutMs: Number.NaN },
    { retries: -1 },
    { maxWaitMs: JSON.parse('"60"') },
    { fetch: JSON.parse('{}') },
    { onWarning: JSON.parse('true') },
  ])('options of other types are refused at once, and not at the first call: %o', (change) => {
    const [name = ''] = Object.keys(change);
    expect(() => createClient({ ...OPTIONS, ...change })).toThrow(name);
  });

  test.each([
    ['no address', { baseUrl: 'here' }, 'usage'],
    ['no API key', { apiKey: undefined as never }, 'auth'],
  ] as const)('refuses %s at once', (_what, change, kind) => {
    const create = () => createClient({ ...OPTIONS, ...change });
    expect(create).toThrow(CallError);
    expect(create).toThrow(expect.objectContaining({ kind }));
  });

  test.each([
    ['an address that keys must not go to', { baseUrl: 'http://api.example' }, 'usage'],
    ['a key that no header can carry', { apiKey: 'a b' }, 'auth'],
  ] as const)('refuses %s at the first call', { tags: ['C2'] }, async (_what, change, kind) => {
    const { fetch, asked } = scriptedFetch();
    const client = createClient({ ...OPTIONS, ...change, fetch });
    expect(await catchError(client.getUser())).toMatchObject({ kind, http: null });
    expect(asked).toEqual([]);
  });

  test('retries reads, and no writes', { tags: ['HTTP-06'] }, async () => {
    const { fetch, asked } = scriptedFetch(Object.assign(new TypeError('lost'), { code: 'ECONNRESET' }), {
      body: { title: 'Primary' },
    });
    const client = createClient({ ...OPTIONS, fetch, retries: 1, maxWaitMs: 5_000 });
    expect(await client.getUser()).toEqual({ title: 'Primary' });
    const second = scriptedFetch(Object.assign(new TypeError('lost'), { code: 'ECONNRESET' }));
    const writer = createClient({ ...OPTIONS, fetch: second.fetch, retries: 5 });
    const error = await catchError(writer.createPost({ body: { post: 'x', platforms: ['bluesky'] } }));
    expect(error).toMatchObject({ kind: 'unavailable', http: null, mayBeDone: true });
    expect([asked.length, second.asked.length]).toEqual([2, 1]);
  });

  test('an abort rejects with its reason', async () => {
    const reason = new Error('no longer needed');
    const { fetch, asked } = scriptedFetch();
    const client = createClient({ ...OPTIONS, fetch });
    await expect(client.getUser({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const ended = createClient({ ...OPTIONS, fetch, signal: AbortSignal.abort(reason) });
    await expect(ended.getUser()).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  test('a time limit ends an attempt', async () => {
    const never: typeof globalThis.fetch = () => new Promise(() => {});
    const client = createClient({ ...OPTIONS, fetch: never });
    const error = await catchError(client.getUser({}, { timeoutMs: 5 }));
    expect(error).toMatchObject({ kind: 'unavailable', advice: 'try again later, or increase timeoutMs' });
  });

  test('reads what fetch has decoded, and follows no redirect', async () => {
    const encoded = scriptedFetch({ headers: { 'content-encoding': 'br' }, body: { title: 'plain' } });
    expect(await createClient({ ...OPTIONS, fetch: encoded.fetch }).getUser()).toEqual({ title: 'plain' });
    const page = scriptedFetch({ headers: { 'content-type': 'text/html' }, body: 'not JSON' });
    const unreadable = await catchError(createClient({ ...OPTIONS, fetch: page.fetch }).getUser());
    expect(unreadable.kind).toBe('unavailable');
    expect(unreadable.advice ?? '').not.toContain('--');
    const moved = scriptedFetch({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    expect(await catchError(createClient({ ...OPTIONS, fetch: moved.fetch }).getUser())).toMatchObject({
      kind: 'unavailable',
      http: 302,
    });
  });

  test('call gives status and headers, and a warning comes once', async () => {
    const headers = { 'X-RateLimit-Max': '100', 'X-RateLimit-Count': '95' };
    const { fetch } = scriptedFetch({ headers, body: { title: 'Primary' } });
    const warnings: string[] = [];
    const client = createClient({ ...OPTIONS, fetch, onWarning: (text) => warnings.push(text) });
    expect(await client.call('getUser')).toMatchObject({
      http: 200,
      headers: { 'x-ratelimit-count': '95' },
      body: { title: 'Primary' },
    });
    await client.getUser();
    expect(warnings).toEqual([expect.stringContaining('95 of the 100')]);
  });
});

describe('pages', () => {
  const page = (ids: readonly string[], next: string | null) => ({
    body: { activity: ids.map((id) => ({ id, status: 'sent' })), meta: { pagination: { next } } },
  });
  const input = { params: { id: 'auto_1' }, query: { limit: '2' } } as const;

  test('iterate reads entry by entry, and the next page only when it is needed', async () => {
    const { fetch, asked } = scriptedFetch(page(['a', 'b'], 'two'), page(['c'], 'three'), page(['d'], null));
    const rows: string[] = [];
    for await (const { id } of createClient({ ...OPTIONS, fetch }).iterate('listActivity', input)) {
      rows.push(id);
      if (id === 'c') break;
    }
    expect(rows).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&next=two']);
  });

  test('iteratePages reads page by page, and fails when a cursor is repeated', async () => {
    const { fetch } = scriptedFetch(page(['a'], 'two'), page(['b'], 'two'));
    const client = createClient({ ...OPTIONS, fetch });
    const read: string[][] = [];
    const reading = (async () => {
      for await (const { activity } of client.iteratePages('listActivity', input))
        read.push(activity.map(({ id }) => id));
    })();
    expect(await catchError(reading)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('did not end'),
    });
    expect(read).toEqual([['a'], ['b']]);
  });

  test('iterate gives an entry of every page once, and fails at the end of pages without a last one', async () => {
    const { fetch, asked } = scriptedFetch(page(['a'], 'two'));
    const rows: string[] = [];
    const reading = (async () => {
      for await (const { id } of createClient({ ...OPTIONS, fetch }).iterate('listActivity', input))
        rows.push(id);
    })();
    expect(await catchError(reading)).toMatchObject({ kind: 'unavailable' });
    expect([rows, asked.length]).toEqual([['a'], 2]);
  });
});

describe('errors and clients show no key', { tags: ['C8'] }, () => {
  const echo = {
    status: 400,
    body: { status: 'error', code: 101, message: `bad: ${SECRETS.join(' ')}`, details: { key: API_KEY } },
  };

  test.each([
    ['an error of the service', [echo]],
    ['no answer', [Object.assign(new TypeError(`lost ${SECRETS.join(' ')}`), { code: 'ECONNRESET' })]],
    ['an answer that cannot be read', [{ body: `${SECRETS.join(' ')}` }]],
  ] as const)('%s', async (_what, script) => {
    const client = createClient({ ...OPTIONS, fetch: scriptedFetch(...script).fetch });
    const error = await catchError(client.createPost({ body: { post: 'x', platforms: ['twitter'] } }));
    const shown = [error, client].flatMap((value) => [
      inspect(value, { depth: null, showHidden: true, getters: true }),
      JSON.stringify(value),
      String((value as Error).stack),
    ]);
    expect(shown.join('\n').length).toBeGreaterThan(100);
    for (const secret of SECRETS) expect(shown.join('\n')).not.toContain(secret);
  });
});

describe('without a fetch of its own', () => {
  test('it uses the connections of the commands', async () => {
    const server = createServer(({ url }, response) => {
      const answer = { title: url };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const client = createClient({ ...OPTIONS, baseUrl: `http://127.0.0.1:${port}/api`, xApp: null });
    expect((await client.getUser()).title).toBe('/api/user');
    server.closeAllConnections();
    server.close();
  });
});
