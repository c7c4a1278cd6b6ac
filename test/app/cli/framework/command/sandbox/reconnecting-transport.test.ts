import { expect, test } from 'vitest';
import { createReconnectingTransport } from '../../../../../../src/cli/framework/command/sandbox/connect-sandbox.ts';
import type { Transport, WireRequest } from '../../../../../../src/client/transport.ts';

const refused = Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' });
const reset = Object.assign(new Error('gone in the middle'), { code: 'ECONNRESET' });
const request: WireRequest = {
  method: 'GET',
  url: new URL('http://127.0.0.1:1000/automations/a?limit=5'),
  headers: {},
  body: null,
  signal: new AbortController().signal,
};

/** A way that answers with its port, and what it was asked for; or fails. */
function way(port: number, failure?: Error) {
  const asked: string[] = [];
  const transport: Transport = async ({ url }) => {
    asked.push(url.href);
    if (failure !== undefined) throw failure;
    return { status: port, headers: {}, body: (async function* () {})() };
  };
  return { baseUrl: new URL(`http://127.0.0.1:${port}/`), transport, asked };
}

test('a server that is there again on another port is asked there, from then on', async () => {
  const [before, after] = [way(1000, refused), way(2000)];
  let looked = 0;
  const send = createReconnectingTransport(before, async () => {
    looked += 1;
    return after;
  });
  expect((await send(request)).status).toBe(2000);
  expect((await send(request)).status).toBe(2000);
  const href = 'http://127.0.0.1:2000/automations/a?limit=5';
  expect({ asked: after.asked, looked }).toEqual({ asked: [href, href], looked: 1 });
});

test('what may have arrived is not sent again', async () => {
  const send = createReconnectingTransport(way(1000, reset), () =>
    Promise.reject(new Error('it was looked for')),
  );
  await expect(send(request)).rejects.toBe(reset);
});

test('where it is nowhere, that is reported', async () => {
  const send = createReconnectingTransport(way(1000, refused), async () => way(1000, refused));
  await expect(send(request)).rejects.toBe(refused);
});
