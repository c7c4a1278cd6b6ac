import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { OutboundRequest } from '../../../src/outbound/outbound.ts';
import { createByteBuffer } from '../../../src/outbound/send-over-socket.ts';
import { hostileServers } from '../../support/network/against.ts';
import { answers, chunk, pours, wire } from '../../support/network/hostile-server.ts';
import { asking, isolatedOutbound, recorded } from './test-outbound.ts';

const MOST = 100_000;

describe('bytes that come in pieces', { tags: ['S6'] }, () => {
  test.each([1, 7, 4_095, 4_096, 4_097, MOST])('of %i each are all there, in their order', (size) => {
    const sent = Uint8Array.from({ length: MOST }, (_none, at) => (at * 7) % 251);
    const growing = createByteBuffer(MOST);
    for (let at = 0; at < MOST; at += size) growing.add(sent.subarray(at, at + size));
    expect(Buffer.compare(growing.all(), sent)).toBe(0);
  });

  test('none is nothing, also where nothing may come', () => {
    expect(createByteBuffer(MOST).all()).toHaveLength(0);
    expect(createByteBuffer(0).all()).toHaveLength(0);
  });

  test('chunks are copied and not retained, and the buffer never exceeds the maximum', () => {
    const growing = createByteBuffer(MOST);
    const piece = Uint8Array.of(1);
    for (let at = 0; at < MOST; at += 1) growing.add(piece);
    piece[0] = 2;
    const all = growing.all();
    expect([all.length, all[0], all.at(-1), all.buffer.byteLength]).toEqual([MOST, 1, 1, MOST]);
  });
});

const started = hostileServers();

/** The result of an answer that is on the wire like this. */
async function read(bytes: string | Uint8Array, more: Partial<OutboundRequest> = {}) {
  const server = await started(answers(Buffer.from(bytes as Uint8Array))); // either is read
  const { outbound } = isolatedOutbound({ allowance: [server.url.host], leadsTo: Number(server.url.port) });
  return recorded(await outbound.post(asking(server.url.href, more)));
}

const whole = (body: string, status = 200) => ({ status, body, fault: null, byAllowance: true });
const broken = (fault: string, status: number | null = null) => ({
  status,
  body: null,
  fault,
  byAllowance: true,
});
const HEAD = 'HTTP/1.1 200 OK\r\n';

describe('an answer is read to its end', () => {
  test.each([
    ['its length is given', `${HEAD}content-length: 5\r\n\r\nhello`, whole('hello')],
    [
      'it is in chunks',
      `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk('hel')}${chunk('lo')}0\r\n\r\n`,
      whole('hello'),
    ],
    ['it ends with the connection', `${HEAD}\r\nhello`, whole('hello')],
    ['an old protocol', 'HTTP/1.0 200 OK\r\n\r\nhello', whole('hello')],
    ['no body', `${HEAD}content-length: 0\r\n\r\n`, whole('')],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n', whole('', 204)],
    ['no words beside its status', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', whole('')],
    ['a redirect', 'HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 1\r\n\r\nx', whole('x', 302)],
    ['a refusal', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n', whole('', 404)],
    ['a fault', 'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n', whole('', 503)],
    ['an unknown status', 'HTTP/1.1 799 What\r\ncontent-length: 0\r\n\r\n', whole('', 799)],
    ['more behind it than its length', `${HEAD}content-length: 2\r\n\r\nokand more of it`, whole('ok')],
    [
      'another answer behind it',
      `${HEAD}content-length: 2\r\n\r\nok${HEAD}content-length: 2\r\n\r\nno`,
      whole('ok'),
    ],
    ['another is announced', `HTTP/1.1 100 Continue\r\n\r\n${HEAD}content-length: 2\r\n\r\nok`, whole('ok')],
    ['early hints', `HTTP/1.1 103 Early\r\nlink: x\r\n\r\n${HEAD}content-length: 2\r\n\r\nok`, whole('ok')],
    [
      'many are announced',
      `${'HTTP/1.1 102 Wait\r\n\r\n'.repeat(16)}${HEAD}content-length: 2\r\n\r\nok`,
      whole('ok'),
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await read(bytes)).toEqual(expected);
  });
});

describe('an answer that is none', { tags: ['U-07'] }, () => {
  test.each([
    ['garbage', 'hello there', broken('answer not readable')],
    ['a page without a head', '<html>200 OK</html>\r\n\r\n', broken('answer not readable')],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', broken('answer not readable')],
    ['the next version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', broken('answer not readable')],
    ['no status', 'HTTP/1.1 \r\n\r\n', broken('answer not readable')],
    ['two digits', 'HTTP/1.1 20 OK\r\n\r\n', broken('answer not readable')],
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nok`, broken('answer not readable')],
    ['a length that is none', `${HEAD}content-length: many\r\n\r\nok`, broken('answer not readable')],
    [
      'a length and chunks',
      `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      broken('answer not readable'),
    ],
    ['a header without a colon', `${HEAD}hello\r\n\r\n`, broken('answer not readable')],
    ['a header with a NUL', `${HEAD}a: \0\r\n\r\n`, broken('answer not readable')],
    ['bare line ends', 'HTTP/1.1 200 OK\na: b\n\n', broken('answer not readable')],
    ['too many are announced', 'HTTP/1.1 102 Wait\r\n\r\n'.repeat(17), broken('answer not readable')],
    [
      'another protocol from here on',
      'HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      broken('connection lost'),
    ],
    ['nothing', '', broken('connection lost')],
    ['half a head', `${HEAD}content-le`, broken('connection lost')],
    ['one is announced that does not come', 'HTTP/1.1 100 Continue\r\n\r\n', broken('connection lost')],
    ['half a body', `${HEAD}content-length: 5\r\n\r\nhel`, broken('connection lost', 200)],
    ['half a chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhel`, broken('connection lost', 200)],
    [
      'no last chunk',
      `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk('hello')}`,
      broken('connection lost', 200),
    ],
    [
      'a chunk of no size',
      `${HEAD}transfer-encoding: chunked\r\n\r\nmany\r\nhello`,
      broken('answer not readable', 200),
    ],
    [
      'half a body of a refusal',
      'HTTP/1.1 404 No\r\ncontent-length: 5\r\n\r\nhel',
      broken('connection lost', 404),
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await read(bytes)).toEqual(expected);
  });
});

describe('of an answer so much is taken, and not a byte more', { tags: ['S6'] }, () => {
  const N = 16_384;
  const more = { answerBytes: N };
  const large = 'x'.repeat(N);

  test.each([
    ['with its length', (text: string) => `${HEAD}content-length: ${text.length}\r\n\r\n${text}`],
    ['in chunks', (text: string) => `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk(text)}0\r\n\r\n`],
    ['to the end of the connection', (text: string) => `${HEAD}\r\n${text}`],
    [
      'one byte a chunk',
      (text: string) => `${HEAD}transfer-encoding: chunked\r\n\r\n${[...text].map(chunk).join('')}0\r\n\r\n`,
    ],
  ])('%s', async (_what, bytes) => {
    expect(await read(bytes(large), more)).toEqual(whole(large));
    expect(await read(bytes(`${large}x`), more)).toEqual(broken('answer too large', 200));
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('counted after decoding: %s', async (coding, code) => {
    const coded = (text: string) => wire(200, { 'content-encoding': coding }, code(text));
    expect(await read(coded(large), more)).toEqual(whole(large));
    expect(await read(coded(`${large}x`), more)).toEqual(broken('answer too large', 200));
    expect(await read(coded('x'.repeat(500_000)), more)).toEqual(broken('answer too large', 200));
    expect(
      await read(wire(200, { 'content-encoding': coding }, code('hello').subarray(0, -5)), more),
    ).toEqual(broken('answer not readable', 200));
    expect(await read(wire(200, { 'content-encoding': coding }, 'hello'), more)).toEqual(
      broken('answer not readable', 200),
    );
    expect(await read(wire(204, { 'content-encoding': coding }), more)).toEqual(whole('', 204));
  });

  test.each(['zstd', 'compress', 'gzip, gzip', 'gzip, br', 'constructor', '__proto__', 'gzip;q=1'])(
    'a coding that was not requested is not read: %s',
    async (coding) => {
      expect(await read(wire(200, { 'content-encoding': coding }, gzipSync('hello')), more)).toEqual(
        broken('answer not readable', 200),
      );
    },
  );

  test.each(['identity', 'IDENTITY', ' identity ', ''])('no coding at all: %j', async (coding) => {
    expect(await read(wire(200, { 'content-encoding': coding }, 'hello'))).toEqual(whole('hello'));
  });

  test('a coded body may be at most twice as large as its content', async () => {
    const nothing = gzipSync('');
    const coded = (bytes: number) =>
      Buffer.concat([gzipSync(large), ...Array<Buffer>(Math.floor(bytes / nothing.length)).fill(nothing)]);
    const body = (bytes: number) => wire(200, { 'content-encoding': 'gzip' }, coded(bytes));
    expect(await read(body(2 * N), more)).toEqual(whole(large));
    expect(await read(body(2 * N + 2_000), more)).toEqual(broken('answer too large', 200));
  });

  test('what follows a body in chunks is part of what is too large', async () => {
    const behind = 'a: b\r\n'.repeat(10_000);
    const answer = `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk('ok')}0\r\n${behind}\r\n`;
    expect(await read(answer)).toEqual(broken('answer too large', 200));
  });

  test('headers have their bound, too', async () => {
    const head = (bytes: number) => `${HEAD}a: ${'x'.repeat(bytes)}\r\ncontent-length: 2\r\n\r\nok`;
    expect(await read(head(15_000))).toEqual(whole('ok'));
    expect(await read(head(17_000))).toEqual(broken('answer not readable'));
    expect(await read(`${HEAD}${'a: b\r\n'.repeat(10_000)}\r\n`)).toEqual(broken('answer not readable'));
    expect(await read(`HTTP/1.1 200 ${'x'.repeat(100_000)}\r\n\r\n`)).toMatchObject({ status: null });
  });

  test.each([
    ['a body', `${HEAD}\r\n`, 'x'.repeat(1_000), 'answer too large', 200],
    [
      'chunks',
      `${HEAD}transfer-encoding: chunked\r\n\r\n`,
      chunk('x'.repeat(1_000)),
      'answer too large',
      200,
    ],
    ['headers', HEAD, 'a: b\r\n', 'answer not readable', null],
    ['announcements', '', 'HTTP/1.1 102 Wait\r\n\r\n', 'answer not readable', null],
  ])('without an end: %s', async (_what, first, piece, fault, status) => {
    const server = await started((socket) => {
      socket.write(first);
      pours(socket, piece);
    });
    const { outbound } = isolatedOutbound({ allowance: [server.url.host], leadsTo: Number(server.url.port) });
    expect(recorded(await outbound.post(asking(server.url.href, more)))).toEqual(broken(fault, status));
  });
});

describe('a response that is dropped', { tags: ['S6'] }, () => {
  const N = 1_024;
  const dropped = { answerBytes: N, answerIs: 'dropped' } as const;
  const shown = { answerBytes: N, answerIs: 'shown' } as const;
  const nothing = { status: 200, body: null, fault: null, byAllowance: true };

  test.each(['utf-8', 'zstd', 'gzip', 'br', 'deflate', ''])(
    'is good however it is coded: %j',
    { tags: ['HOOK-22'] },
    async (coding) => {
      const bytes = wire(200, { 'content-encoding': coding }, 'plain');
      expect(await read(bytes, dropped)).toEqual(nothing);
      expect(await read(bytes, shown)).toEqual(coding === '' ? whole('plain') : nothing);
    },
  );

  test('is counted as on the wire', async () => {
    const bomb = wire(200, { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(50 * N)));
    expect(await read(bomb, dropped)).toEqual(nothing);
    expect(await read(bomb, shown)).toEqual(broken('answer too large', 200));
    expect(await read(wire(200, {}, 'x'.repeat(N)), dropped)).toEqual(nothing);
    const longer = wire(200, { 'content-encoding': 'gzip' }, 'x'.repeat(N + 1));
    expect(await read(longer, dropped)).toEqual(broken('answer too large', 200));
  });

  test.each([dropped, shown])('has to come whole and be HTTP all the same: %j', async (more) => {
    expect(await read(`${HEAD}content-length: 5\r\n\r\nhel`, more)).toEqual(broken('connection lost', 200));
    expect(await read(`${HEAD}transfer-encoding: chunked\r\n\r\nmany\r\nhello`, more)).toEqual(
      broken('answer not readable', 200),
    );
  });
});
