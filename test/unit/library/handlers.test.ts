import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import { createReceiver, type NodeRequest, type ReceiverVerdict } from '../../../src/library/receiver.ts';
import { BODY_TEXT, SECRET, SIGNED_AT, signedDelivery } from '../../support/receiver/signed-delivery.ts';

const LIMIT = 1024 * 1024 + 64 * 1024;

const verdicts: ReceiverVerdict[] = [];
const { handleNode, handleFetch } = createReceiver({
  secrets: SECRET,
  claims: createMemoryClaims(),
  now: () => SIGNED_AT * 1_000,
  onVerdict: (verdict) => verdicts.push(verdict),
});
const server = createServer((request, response) => void handleNode(request, response));
let url = '';
beforeEach(async () => {
  verdicts.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on a port
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A body that says how much of it was read. */
function createStream(chunks: number, bytes: number) {
  const read = { chunks: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.chunks === chunks) return controller.close();
        read.chunks += 1;
        controller.enqueue(new Uint8Array(bytes));
      },
      cancel() {
        read.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read };
}

const ways = [
  ['a server of node:http', (init: RequestInit) => fetch(url, init)],
  ['a fetch handler', (init: RequestInit) => handleFetch(new Request(url, init))],
] as const;

describe.each(ways)('%s', (_way, send) => {
  test('answers a signed delivery with 200, and its copy, without a body', async () => {
    const { body, headers } = signedDelivery(BODY_TEXT.replace('Ws3', _way));
    for (const kind of ['accepted', 'repeated']) {
      const answer = await send({ method: 'POST', headers, body: Buffer.from(body) });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(verdicts.at(-1)).toMatchObject({ kind });
    }
  });

  test('answers a forged one with 401', { tags: ['HOOK-14'] }, async () => {
    const { headers } = signedDelivery();
    const body = BODY_TEXT.replace('naïve', 'naive');
    expect((await send({ method: 'POST', headers, body })).status).toBe(401);
  });

  test('answers one whose body was changed or read in transit with 500', { tags: ['W-19'] }, async () => {
    const { headers } = signedDelivery();
    expect((await send({ method: 'POST', headers, body: `${BODY_TEXT} ` })).status).toBe(500);
    expect((await send({ method: 'POST', headers })).status).toBe(500);
  });

  test('answers 405 to anything but POST, and names it', { tags: ['L8'] }, async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await send({ method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(verdicts).toHaveLength(4);
    expect(verdicts[0]).toEqual({ kind: 'refused', status: 405, reason: 'not a POST request' });
  });

  test('answers 413 to more than 1 MB and an envelope', { tags: ['L8'] }, async () => {
    const answer = await send({ method: 'POST', body: new Uint8Array(LIMIT + 1) });
    expect(answer.status).toBe(413);
    expect((await send({ method: 'POST', body: new Uint8Array(LIMIT) })).status).toBe(401);
  });
});

test('a fetch handler reads no more of a body than it takes to know that it is too large', {
  tags: ['L8'],
}, async () => {
  const { body, read } = createStream(1_000, 64 * 1024);
  const request = new Request(url, { method: 'POST', body, duplex: 'half' });
  expect((await handleFetch(request)).status).toBe(413);
  expect(read).toEqual({ chunks: 18, isCanceled: true });
});

test('a sender that goes in the middle of a body is not judged', async () => {
  const stop = new AbortController();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: () => begin(),
  });
  const left = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
  const sent = fetch(url, { method: 'POST', body, duplex: 'half', signal: stop.signal }).catch(() => null);
  await begun;
  stop.abort();
  expect(await sent).toBeNull();
  await left;
  expect(verdicts).toEqual([]);
  expect((await fetch(url)).status).toBe(405);
});

describe('what Express made of a body before', () => {
  const request = (body: unknown): NodeRequest => ({
    method: 'POST',
    headers: signedDelivery().headers as Record<string, string>, // they are texts
    body,
    iterator: () => {
      throw new Error('it was read before');
    },
  });
  test.each([
    ['bytes, by express.raw', Buffer.from(BODY_TEXT), 200],
    ['a text, by express.text', BODY_TEXT, 200],
    ['an object, by express.json: the service sends it again', JSON.parse(BODY_TEXT), 500],
  ])('%s', async (_why, body, expected) => {
    let status = 0;
    const response = {
      writeHead(given: number) {
        status = given;
      },
      end() {},
    };
    await handleNode(request(body), response);
    expect(status).toBe(expected);
  });
});
