import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { CrierError } from '../../../src/errors.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import { listFeeds } from '../../../src/service/endpoints/feeds.ts';
import { API_KEY, networkError, TIMEOUT_MS, testClient } from '../../support/network/client.ts';

const ELEMENTS = 4_000;
const FILLER = 'x'.repeat(380);

/** Its usual quality takes seven seconds for these texts. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };

/** About 1.7 MB in one list: longer than what is read before the first part. */
function listElements(change: (index: number) => string | null = () => null): string {
  const usual = (index: number) =>
    `{"commentId":"${index}","comment":"a \\"quoted\\" } ] 🙂 ${FILLER}","replies":[]}`;
  return Array.from({ length: ELEMENTS }, (_each, index) => change(index) ?? usual(index)).join(',');
}

const PLAIN = `{"status":"success","id":"x","facebook":[{"commentId":"first"}],"instagram":[${listElements()}] , "tiktok": [ ],"lastUpdated":"2026-09-21T14:13:20Z"}`;

/** Sends the bytes in chunks, and counts those that were taken. */
function sendChunks(
  text: string | Buffer,
  {
    headers = {},
    size = 65_537,
    lostAfter = Number.POSITIVE_INFINITY,
  }: { headers?: Record<string, string>; size?: number; lostAfter?: number } = {},
) {
  const bytes = Buffer.from(text);
  const seen = { requests: 0, chunks: 0, signal: null as AbortSignal | null };
  const transport: Transport = async ({ signal }) => {
    seen.requests += 1;
    seen.signal = signal;
    async function* body() {
      for (let at = 0; at < bytes.length; at += size) {
        if (at >= lostAfter) throw networkError('ECONNRESET');
        seen.chunks += 1;
        yield bytes.subarray(at, at + size);
      }
    }
    return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: body() };
  };
  return { seen, transport };
}

const isSplit = (name: string | null) => name === 'instagram' || name === 'feeds';

/** Reads all parts, joined by name, and what ended the reading. */
async function readAll(transport: Transport, endpoint: typeof getComments | typeof listFeeds = getComments) {
  const client = testClient({ transport, retries: 2 });
  const input = endpoint === getComments ? { params: { id: 'x' } } : {};
  const lists: Record<string, unknown[]> = {};
  let parts = 0;
  try {
    const stream = await client.stream(
      endpoint as typeof getComments,
      input as { params: { id: string } },
      isSplit,
    );
    for await (const part of stream.parts) {
      parts += 1;
      for (const [name, value] of Object.entries(part))
        if (Array.isArray(value)) lists[name] = [...(lists[name] ?? []), ...value];
    }
    return { lists, parts, rest: stream.rest(), error: null };
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return { lists, parts, rest: null, error };
  }
}

test.each([
  ['as they come', PLAIN, {}],
  ['one byte longer than usual', PLAIN, { size: 65_536 }],
  ['in chunks that cut characters and escapes', PLAIN, { size: 1_009 }],
  ['after a byte order mark', `\uFEFF${PLAIN}`, {}],
  ['with gzip', gzipSync(PLAIN), { headers: { 'content-encoding': 'gzip' } }],
  ['with br', brotliCompressSync(PLAIN, QUICK_BROTLI), { headers: { 'content-encoding': 'br' } }],
])('the elements of a long list come in parts: %s', async (_how, text, how) => {
  const { lists, parts, rest, error } = await readAll(sendChunks(text, how).transport);
  const { instagram, ...others } = JSON.parse(PLAIN) as Record<string, unknown>;
  expect(error).toBeNull();
  expect(lists['instagram']).toEqual(instagram);
  expect(Object.keys(lists)).toEqual(['facebook', 'instagram', 'tiktok']);
  expect(parts).toBeGreaterThan(5);
  expect(rest).toEqual({ ...others, instagram: [] });
});

test('digits of long numbers are kept, also where a chunk ends in one', async () => {
  const elements = listElements(
    (index) => `{"commentId":1811982610071600${index},"comment":"${FILLER}${FILLER}"}`,
  );
  const { lists } = await readAll(sendChunks(`{"instagram":[${elements}]}`, { size: 997 }).transport);
  expect(lists['instagram']?.map((each) => (each as { commentId: unknown }).commentId)).toEqual(
    Array.from({ length: ELEMENTS }, (_each, index) => `1811982610071600${index}`),
  );
});

test('an empty list whose bracket ends a chunk is a member of the answer', async () => {
  const beginning = `{"status":"success","facebook":[${listElements()}],"instagram":[`;
  const { transport } = sendChunks(`${beginning} ]}`, { size: Buffer.byteLength(beginning) });
  const { lists, rest, error } = await readAll(transport);
  expect(error).toBeNull();
  expect(lists['instagram']).toEqual([]);
  expect(rest).toMatchObject({ instagram: [] });
});

const deep = `${'['.repeat(260)}${']'.repeat(260)}`;
const atHalf = (text: string) =>
  `{"instagram":[${listElements((index) => (index === ELEMENTS / 2 ? text : null))}]}`;

test.each([
  ['an element that is not JSON', atHalf('{"comment":}'), ELEMENTS / 2, /is not JSON/],
  ['an element that is missing', atHalf(''), ELEMENTS / 2, /is not JSON/],
  ['a bracket of the other kind', `{"instagram":[${listElements()}}}`, ELEMENTS, /is not JSON/],
  ['an answer that is cut short', PLAIN.slice(0, -200_000), null, /is not JSON/],
  ['more after the end', `${PLAIN} {}`, ELEMENTS, /is not JSON/],
  ['an element that is nested too deep', atHalf(deep), null, /is nested more than 256 deep/],
  ['two lists of one name', `${PLAIN.slice(0, -1)},"instagram":[]}`, ELEMENTS, /two lists of one name/],
  [
    'bytes that are not UTF-8',
    Buffer.from(atHalf('"\u0001"').replace('\u0001', '\u00ff'), 'latin1'),
    ELEMENTS / 2,
    /is not (?:valid UTF-8|JSON)/,
  ],
  [
    'an error behind the list',
    `${PLAIN.slice(0, -1)},"status":"error","code":161}`,
    ELEMENTS,
    /service answered HTTP 200/,
  ],
] as const)(
  'after %s, what was read before is followed by the failure',
  async (_what, text, count, message) => {
    const { lists, error } = await readAll(sendChunks(text as string).transport);
    expect(error?.message).toMatch(message);
    if (count === null) expect(lists['instagram']?.length ?? 0).toBeLessThan(ELEMENTS);
    else expect(lists['instagram']).toHaveLength(count);
  },
);

test('an element of the wrong shape is named by its place', async () => {
  const feeds = listElements((index) =>
    index === 3_000 ? '{"id":7}' : `{"id":"feed${index}","note":"${FILLER}"}`,
  );
  const { error } = await readAll(sendChunks(`{"status":"success","feeds":[${feeds}]}`).transport, listFeeds);
  expect(error?.message).toMatch(/has an unexpected shape at feeds\.3000\.id/);
});

test('an error before the list is judged before any part is shown', async () => {
  const text = `{"status":"error","code":161,"instagram":[${listElements()}]}`;
  const { parts, error } = await readAll(sendChunks(text).transport);
  expect({ parts, code: error?.facts.code }).toEqual({ parts: 0, code: 161 });
});

test('a connection that is lost is tried again, but not after the first part', async () => {
  const early = sendChunks(PLAIN, { lostAfter: 100_000 });
  const late = sendChunks(PLAIN, { lostAfter: 1_500_000 });
  const [before, after] = [await readAll(early.transport), await readAll(late.transport)];
  expect([before.parts, early.seen.requests]).toEqual([0, 3]);
  expect([after.parts > 0, late.seen.requests]).toEqual([true, 1]);
  expect([before.error?.kind, after.error?.kind]).toEqual(['unavailable', 'unavailable']);
});

test('a corrupt encoding is a failure', async () => {
  const bytes = gzipSync(Buffer.from(PLAIN), { level: 0 });
  const headers = { 'content-encoding': 'gzip' };
  const { error } = await readAll(sendChunks(bytes.subarray(0, -200_000), { headers }).transport);
  expect(error?.message).toMatch(/is not valid gzip, or is incomplete/);
});

test('a key that the service echoes is masked in every part', async () => {
  const text = PLAIN.replace('"commentId":"15000"', `"commentId":"${API_KEY}"`);
  const { lists } = await readAll(sendChunks(text).transport);
  expect(lists['instagram']).toHaveLength(ELEMENTS);
  expect(JSON.stringify(lists)).not.toContain(API_KEY);
});

test('nothing is read ahead of a slow reader, whose time does not count, and one that stops ends the request', async () => {
  const { seen, transport } = sendChunks(PLAIN);
  const client = testClient({ transport });
  const stream = await client.stream(getComments, { params: { id: 'x' } }, isSplit);
  const parts = stream.parts[Symbol.asyncIterator]();
  await parts.next();
  const taken = seen.chunks;
  client.clock.advance(TIMEOUT_MS * 2);
  expect((await parts.next()).done).toBe(false);
  expect(seen.chunks).toBeLessThanOrEqual(taken + 1);
  await parts.return?.();
  expect(seen.signal?.aborted).toBe(true);
});

test('what is only added up is requested again when the connection is lost, and added up once', async () => {
  const { seen, transport } = sendChunks(PLAIN, { lostAfter: 1_500_000 });
  const whole = sendChunks(PLAIN);
  const client = testClient({
    transport: (request) => (seen.requests === 0 ? transport(request) : whole.transport(request)),
    retries: 2,
  });
  const begun: number[][] = [];
  const rest = await client.fold(getComments, { params: { id: 'x' } }, isSplit, () => {
    const counts: number[] = [];
    begun.push(counts);
    return {
      add: (part) => void counts.push((part as { instagram?: unknown[] }).instagram?.length ?? 0),
      end: (body) => body,
    };
  });
  const sums = begun.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  expect(sums).toEqual([expect.any(Number), ELEMENTS]);
  expect(sums[0]).toBeLessThan(ELEMENTS);
  expect(rest).toMatchObject({ status: 'success', instagram: [] });
});

test('a failure of what adds up is no failure of the request', async () => {
  const { seen, transport } = sendChunks(PLAIN);
  const client = testClient({ transport, retries: 2 });
  const broken = new Error('the disk is full');
  const folded = client.fold(getComments, { params: { id: 'x' } }, isSplit, () => ({
    add() {
      throw broken;
    },
    end: () => null,
  }));
  await expect(folded).rejects.toBe(broken);
  expect([seen.requests, seen.signal?.aborted]).toEqual([1, true]);
});
