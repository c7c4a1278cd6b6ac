import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/client/read-body.ts';
import { clientOf, failureOf, hostileServers, turns } from '../../support/network/against.ts';
import { TIMEOUT_MS } from '../../support/network/client.ts';
import {
  answers,
  answersJson,
  type Behaviour,
  chunk,
  pours,
  wire,
} from '../../support/network/hostile-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const start = hostileServers();
const against = async (behaviour: Behaviour) => clientOf(await start(behaviour));

test('a bomb is stopped', { tags: ['HTTP-10'] }, async () => {
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  const { read } = await against(answers(wire(200, headers, gzipBomb())));
  const before = process.memoryUsage().rss;
  expect((await failureOf(read())).message).toMatch(/is larger than 64 MiB \(HTTP 200/);
  expect(process.memoryUsage().rss - before).toBeLessThan(6 * MAX_BODY_BYTES);
});

test('a body without end is read up to the limit', { tags: ['HTTP-10'] }, async () => {
  const piece = chunk('x'.repeat(1024 * 1024));
  const { read } = await against((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    pours(socket, piece);
  });
  expect((await failureOf(read())).message).toMatch(/is larger than 64 MiB/);
});

test.each([
  ['headers without end', pourAfter('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n')],
  ['a header without end', pourAfter('HTTP/1.1 200 OK\r\nx-more: ', 'more '.repeat(100))],
] as const satisfies readonly (readonly [string, Behaviour])[])(
  '%s is not read on',
  { tags: ['HTTP-10'] },
  async (_why, behaviour) => {
    const { read } = await against(behaviour);
    const error = await failureOf(read());
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(error.message).toMatch(/sent too many headers/);
  },
);

test.each([
  ['a hang before the headers', () => undefined],
  ['a hang in the headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty')],
  [
    'a hang in the body',
    (socket) => void socket.write(wire(200, { ...JSON_TYPE, 'content-length': '99' }, '{')),
  ],
  ['hints without end', (socket) => pours(socket, 'HTTP/1.1 103 Hint\r\n\r\n')],
  [
    'a dripping body',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
      drip(socket);
    },
  ],
] as const satisfies readonly (readonly [string, Behaviour])[])(
  '%s ends when the time of the whole exchange is up',
  { tags: ['HTTP-10'] },
  async (_why, behaviour) => {
    const { server: at, client, read } = await against(behaviour);
    const error = failureOf(read());
    await at.asked();
    await turns(20);
    client.clock.advance(TIMEOUT_MS);
    expect(await error).toMatchObject({
      kind: 'unavailable',
      message: `${at.url.host} did not send a complete response within 100 s`,
    });
  },
);

test('a host that takes the connection and never speaks TLS ends when the time is up', {
  tags: ['HTTP-10'],
}, async () => {
  const server = await start(() => undefined);
  const { client, read } = clientOf(server, { baseUrl: new URL(`https://${server.url.host}/`) });
  const error = failureOf(read());
  while (server.connections === 0) await turns();
  client.clock.advance(TIMEOUT_MS);
  expect(await error).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('within 100 s'),
  });
  while (server.open > 0) await turns();
});

test('a connection that is lost is tried again', { tags: ['HTTP-10'] }, async () => {
  let tries = 0;
  const server = await start((socket, request) => {
    tries += 1;
    if (tries < 3) socket.resetAndDestroy();
    else answersJson({ status: 'success' })(socket, request);
  });
  expect((await clientOf(server, { retries: 2 }).read()).http).toBe(200);
  expect(server.arrived).toHaveLength(3);
});

function pourAfter(beginning: string, piece: string): Behaviour {
  return (socket) => {
    socket.write(beginning);
    pours(socket, piece);
  };
}

/** Twice what is read, of nothing: gzip may follow gzip. */
function gzipBomb(): Buffer {
  const member = zlib.gzipSync(Buffer.alloc(MAX_BODY_BYTES / 8), { level: 9 });
  return Buffer.concat(Array.from({ length: 8 * 2 }, () => member));
}

function drip(socket: Parameters<Behaviour>[0]): void {
  if (socket.destroyed) return;
  socket.write(chunk(' '), () => setImmediate(drip, socket));
}
