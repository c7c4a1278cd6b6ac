import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { clientOf, failureOf, hostileServers } from '../../support/network/against.ts';
import { answers, answersJson, type Behaviour, chunk, wire } from '../../support/network/hostile-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const GOOD = JSON.stringify({ status: 'success', id: 'abc', instagram: [{ comment: 'hi', commentId: '1' }] });

const start = hostileServers();
const against = async (behaviour: Behaviour) => clientOf(await start(behaviour));

test('a good answer is read, and the request arrives as it was meant', async () => {
  const { server: at, read } = await against(answers(wire(200, JSON_TYPE, GOOD)));
  expect((await read()).body).toEqual(JSON.parse(GOOD));
  expect(at.arrived).toMatchObject([
    {
      method: 'GET',
      path: '/comments/abc',
      headers: {
        authorization: 'Bearer API-KEY-1234567890-abcd',
        'profile-key': 'PROFILE-KEY-1234567890-efgh',
        'x-twitter-oauth1-api-key': 'X-KEY-1234567890-ijkl',
        'x-twitter-oauth1-api-secret': 'X-SECRET-1234567890-mnop',
        'content-type': 'application/json',
        'accept-encoding': 'deflate, gzip, br',
      },
    },
  ]);
});

test.each([
  ['br', zlib.brotliCompressSync(GOOD)],
  ['gzip', zlib.gzipSync(GOOD)],
  ['deflate', zlib.deflateSync(GOOD)],
])('an answer in %s is read', { tags: ['HTTP-02'] }, async (coding, body) => {
  const { read } = await against(answers(wire(200, { ...JSON_TYPE, 'content-encoding': coding }, body)));
  expect((await read()).body).toEqual(JSON.parse(GOOD));
});

test.each([
  ['a byte order mark', answers(wire(200, JSON_TYPE, `\uFEFF${GOOD}`))],
  ['no content type', answers(wire(200, {}, GOOD))],
  [
    'a content type of a kind of JSON',
    answers(wire(200, { 'content-type': 'application/vnd.x+json' }, GOOD)),
  ],
  ['chunks', answers(chunked(GOOD.slice(0, 10), GOOD.slice(10)))],
  [
    'a hint before it',
    answers(
      Buffer.concat([Buffer.from('HTTP/1.1 103 Hint\r\nlink: </x>\r\n\r\n'), wire(200, JSON_TYPE, GOOD)]),
    ),
  ],
  ['more behind its end', answers(Buffer.concat([wire(200, JSON_TYPE, GOOD), Buffer.from('and more')]))],
  ['no length, up to the end of the connection', answers(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${GOOD}`))],
] as const)('an answer with %s is read all the same', async (_why, behaviour) => {
  const { read } = await against(behaviour);
  expect((await read()).body).toEqual(JSON.parse(GOOD));
});

test.each([
  [
    'HTML',
    answers(wire(200, { 'content-type': 'text/html' }, '<!doctype html><h1>Hello')),
    /is not sent as JSON \(HTTP 200, text\/html, beginning "<!doctype html>/,
  ],
  [
    'HTML that is called JSON',
    answers(wire(200, JSON_TYPE, '<!doctype html>')),
    /is not JSON \(HTTP 200, application\/json, beginning "<!doctype html>"\)$/,
  ],
  [
    'HTML of a gateway',
    answers(wire(502, { 'content-type': 'text/html' }, '<h1>Bad gateway')),
    /HTTP 502, text\/html/,
  ],
  [
    'HTML that refuses',
    answers(wire(400, { 'content-type': 'text/html' }, '<h1>No')),
    /HTTP 400, text\/html/,
  ],
  ['nothing', answers(wire(200, JSON_TYPE)), /is empty \(HTTP 200, application\/json\)$/],
  [
    'nothing at all',
    answers(wire(204, {})),
    /has a status that is neither 200 nor an error \(HTTP 204, no content type\)$/,
  ],
  [
    'another success',
    answers(wire(201, JSON_TYPE, GOOD)),
    /has a status that is neither 200 nor an error \(HTTP 201/,
  ],
  ['null', answers(wire(200, JSON_TYPE, 'null')), /is null, not an object/],
  ['a number', answers(wire(200, JSON_TYPE, '42')), /is a number, not an object/],
  ['an array', answers(wire(200, JSON_TYPE, '[{"commentId":"1"}]')), /has an unexpected shape/],
  ['JSON that is cut short', answers(wire(200, JSON_TYPE, GOOD.slice(0, -5))), /is not JSON/],
  [
    'a body shorter than its length',
    answers(wire(200, { ...JSON_TYPE, 'content-length': '500' }, GOOD)),
    /closed the connection before the response was complete/,
  ],
  [
    'chunks without their end',
    answers(chunked(GOOD).subarray(0, -5)),
    /closed the connection before the response was complete/,
  ],
  [
    'chunks that are none',
    answers(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n')),
    /did not respond with HTTP/,
  ],
  [
    'corrupt gzip',
    answers(wire(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, corrupt(zlib.gzipSync(GOOD)))),
    /is not valid gzip, or is incomplete \(HTTP 200, application\/json, beginning with bytes 1f 8b /,
  ],
  [
    'gzip that is cut short',
    answers(wire(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, zlib.gzipSync(GOOD).subarray(0, 30))),
    /is not valid gzip/,
  ],
  [
    'corrupt br',
    answers(wire(200, { ...JSON_TYPE, 'content-encoding': 'br' }, corrupt(zlib.brotliCompressSync(GOOD)))),
    /is not valid br|is not valid UTF-8|is not JSON/,
  ],
  [
    'plain text called br',
    answers(wire(200, { ...JSON_TYPE, 'content-encoding': 'br' }, GOOD)),
    /is not valid br/,
  ],
  [
    'a coding that was not asked for',
    answers(wire(200, { ...JSON_TYPE, 'content-encoding': 'zstd' }, GOOD)),
    /content coding \(zstd\)/,
  ],
  [
    'a wrong content type',
    answers(wire(200, { 'content-type': 'image/png' }, GOOD)),
    /is not sent as JSON \(HTTP 200, image\/png/,
  ],
  [
    'latin-1',
    answers(wire(200, JSON_TYPE, Buffer.from('{"status":"success","id":"café"}', 'latin1'))),
    /is not valid UTF-8/,
  ],
  ['UTF-16', answers(wire(200, JSON_TYPE, Buffer.from(`\uFEFF${GOOD}`, 'utf16le'))), /is not valid UTF-8/],
  ['lists without end', answers(wire(200, JSON_TYPE, '['.repeat(1_000_000))), /is nested more than 256 deep/],
  [
    'another protocol that was not requested',
    answers(Buffer.from('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
    /closed the connection before the response was complete/,
  ],
  ['no HTTP', answers(Buffer.from('220 mail.example ESMTP\r\n')), /did not respond with HTTP/],
  [
    'no answer but the end',
    (socket) => void socket.end(),
    /closed the connection before the response was complete/,
  ],
  [
    'a reset',
    (socket) => void socket.resetAndDestroy(),
    /closed the connection before the response was complete \(ECONNRESET\)$/,
  ],
  [
    'a reset in the middle',
    (socket) =>
      void socket.write(wire(200, { ...JSON_TYPE, 'content-length': '99' }, 'x'), () =>
        socket.resetAndDestroy(),
      ),
    /closed the connection before the response was complete/,
  ],
] as const satisfies readonly (readonly [string, Behaviour, RegExp])[])(
  '%s is a clear error',
  { tags: ['HTTP-10'] },
  async (_why, behaviour, message) => {
    const { read } = await against(behaviour);
    const error = await failureOf(read());
    expect(error).toMatchObject({ kind: 'unavailable', facts: { advice: expect.any(String) } });
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(300);
  },
);

test.each([
  ['401', 'auth'],
  ['403', 'not-allowed'],
  ['429', 'limited'],
] as const)(
  'HTML at HTTP %s still says what its status says',
  { tags: ['HTTP-10'] },
  async (status, kind) => {
    const { read } = await against(answers(wire(Number(status), { 'content-type': 'text/html' }, '<h1>No')));
    expect(await failureOf(read())).toMatchObject({ kind, facts: { http: Number(status) } });
  },
);

test.each([402, 404, 410])(
  'HTML at HTTP %i is not the service, and finds nothing missing',
  { tags: ['HTTP-10'] },
  async (status) => {
    const { read } = await against(answers(wire(status, { 'content-type': 'text/html' }, '<h1>No')));
    expect(await failureOf(read())).toMatchObject({
      kind: 'unavailable',
      facts: { http: status, advice: expect.stringMatching(/base URL and its path/) },
    });
  },
);

test.each([
  ['another protocol', answers(Buffer.from('220 mail.example ESMTP\r\n'))],
  [
    'headers without end',
    answers(Buffer.from(`HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(20_000)}`)),
  ],
])(
  '%s is no reason to try later, but to look at the address',
  { tags: ['HTTP-10'] },
  async (_why, behaviour) => {
    const { read } = await against(behaviour);
    expect((await failureOf(read())).facts.advice).toMatch(/^check the base URL and its port/);
  },
);

test.each([
  ['200 with status error', 200, { status: 'error', code: 186, message: 'Post ID not found.' }, 'not-found'],
  ['403 with an envelope', 403, { status: 'error', code: 102, message: 'No key.' }, 'auth'],
])('%s', { tags: ['HTTP-04'] }, async (_why, status, body, kind) => {
  const { read } = await against(answersJson(body, { status }));
  expect(await failureOf(read())).toMatchObject({
    kind,
    message: body.message,
    facts: { code: body.code, http: status },
  });
});

function chunked(...texts: readonly string[]): Buffer {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  return Buffer.from(`${head}${texts.map(chunk).join('')}0\r\n\r\n`);
}

function corrupt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 12, 30);
  return copy;
}
