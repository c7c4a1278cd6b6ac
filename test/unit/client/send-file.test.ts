import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createNetworkTransport } from '../../../src/client/network-transport.ts';
import type { FileUpload } from '../../../src/client/send-file.ts';
import type { Transport, WireRequest } from '../../../src/client/transport.ts';
import { CrierError } from '../../../src/errors.ts';
import {
  ALL_SECRETS,
  networkError,
  type Scripted,
  scripted,
  TIMEOUT_MS,
  target,
  testClient,
} from '../../support/network/client.ts';

const BYTES = Buffer.from('the bytes of a file');
const upload = (more: Partial<FileUpload> = {}): FileUpload => ({
  url: 'https://storage.example/put?signature=x',
  contentType: 'video/mp4',
  size: BYTES.length,
  async *chunks() {
    yield BYTES;
  },
  ...more,
});

async function failureOf(work: Promise<unknown>): Promise<CrierError> {
  const error = await work.then(
    () => null,
    (cause) => cause,
  );
  if (error instanceof CrierError) return error;
  throw new Error('it did not fail as expected', { cause: error });
}

/** A transport that reads the file, and then answers as scripted. */
function reading(...lines: readonly (Scripted | Error)[]): Transport & { readonly got: string[] } {
  const got: string[] = [];
  const answer = scripted(...lines);
  return Object.assign(
    async (request: WireRequest) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of request.upload?.chunks ?? []) parts.push(chunk);
      got.push(Buffer.concat(parts).toString());
      return answer(request);
    },
    { got },
  );
}

test('a file is sent as it is, without any key', { tags: ['C2'] }, async () => {
  const transport = scripted({});
  await testClient({ transport }).upload(upload());
  const [request] = transport.asked;
  expect(request).toMatchObject({ method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: null });
  for (const secret of ALL_SECRETS) expect(JSON.stringify(request)).not.toContain(secret);
});

describe('the address of an upload', () => {
  test.each([
    ['public https', 'https://storage.example/x', 'https://api.example/v', true],
    ['the service itself', 'https://api.example/put', 'https://api.example/v', true],
    ['another port of this machine, of a service here', 'http://127.0.0.1:9/x', 'http://127.0.0.1:8/', true],
    ['this machine, of a service elsewhere', 'http://127.0.0.1:9/x', 'https://api.example/v', false],
    ['a private network', 'https://192.168.0.1/x', 'https://api.example/v', false],
    ['the metadata of a cloud', 'https://169.254.169.254/x', 'https://api.example/v', false],
    ['without encryption', 'http://storage.example/x', 'https://api.example/v', false],
    ['a file', 'file:///etc/passwd', 'https://api.example/v', false],
    ['nothing', '', 'https://api.example/v', false],
  ])('%s', { tags: ['S2'] }, async (_what, url, base, isTaken) => {
    const transport = scripted({});
    const sending = testClient({ transport, target: target(base) }).upload(upload({ url }));
    if (isTaken) await sending;
    else expect((await failureOf(sending)).kind).toBe('unavailable');
    expect(transport.asked).toHaveLength(isTaken ? 1 : 0);
  });
});

describe('the name of an upload address', { tags: ['S2'] }, () => {
  test.each([
    ['this machine', ['127.0.0.1'], 'named an address for the upload that is not public https'],
    ['a public and a private address', ['127.0.0.1', '8.8.8.8'], 'that is not public https'],
    ['the metadata of a cloud', ['169.254.169.254'], 'that is not public https'],
  ])('that resolves to %s is not connected to', async (_what, addresses, message) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    const transport = createNetworkTransport({}, { skipVerify: true }, async () => addresses);
    const url = `https://storage.example.com:${port}/put`;
    const error = await failureOf(testClient({ transport, retries: 2 }).upload(upload({ url })));
    expect([error.kind, connections]).toEqual(['unavailable', 0]);
    expect(error.message).toContain(message);
    server.close();
  });

  test('that is not found is reported as for the service', async () => {
    const missing = async () => {
      throw networkError('ENOTFOUND');
    };
    const transport = createNetworkTransport({}, { skipVerify: true }, missing);
    const error = await failureOf(testClient({ transport, retries: 0 }).upload(upload()));
    expect([error.kind, error.message]).toEqual([
      'unavailable',
      'storage.example cannot be resolved (ENOTFOUND)',
    ]);
  });
});

describe('a failed upload', () => {
  test('of a lost connection begins again with the first byte', async () => {
    const transport = reading(networkError('ECONNRESET'), { status: 503 }, { status: 200 });
    await testClient({ transport, retries: 2 }).upload(upload());
    expect(transport.got).toEqual(Array(3).fill(BYTES.toString()));
  });

  test('is not repeated more often than asked', async () => {
    const transport = reading(networkError('ECONNRESET'));
    const { kind } = await failureOf(testClient({ transport, retries: 1 }).upload(upload()));
    expect([kind, transport.got.length]).toEqual(['unavailable', 2]);
  });

  test.each([
    [
      403,
      { 'content-type': 'application/xml' },
      '<Error/>',
      'not-allowed',
      'did not store the file (HTTP 403)',
    ],
    [400, {}, { action: 'media', status: 'error', code: 164, message: 'Empty.' }, 'rejected', 'Empty.'],
    [302, { location: 'https://evil.example' }, '', 'unavailable', 'did not store the file (HTTP 302)'],
  ])('with HTTP %i is not repeated', async (status, headers, body, kind, message) => {
    const transport = scripted({
      status,
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
    });
    const error = await failureOf(testClient({ transport, retries: 3 }).upload(upload()));
    expect([error.kind, transport.asked.length]).toEqual([kind, 1]);
    expect(error.message).toContain(message);
  });

  test('of a file that cannot be read is the error of reading, and not repeated', async () => {
    const fault = new CrierError('usage', 'a.mp4 changed while it was read');
    const transport = reading({ status: 500 });
    const sending = testClient({ transport, retries: 3 }).upload(
      upload({
        // biome-ignore lint/correctness/useYield: it fails before
        async *chunks() {
          throw fault;
        },
      }),
    );
    expect(await failureOf(sending)).toBe(fault);
  });

  test('because nothing moves any more ends after the timeout', async () => {
    const client = testClient({
      transport: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const sending = failureOf(client.upload(upload()));
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise(setImmediate);
      client.clock.advance(TIMEOUT_MS);
    }
    expect((await sending).message).toContain('took nothing of the file');
  });
});
