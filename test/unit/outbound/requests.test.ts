import { describe, expect, test } from 'vitest';
import { hostileServers } from '../../support/network/against.ts';
import { answers, answersJson, wire } from '../../support/network/hostile-server.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { asking, isolatedOutbound, recorded } from './test-outbound.ts';

const started = hostileServers();

const OK = { status: 200, body: '{}', fault: null, byAllowance: true };

/** A receiver on this machine, and a way out that is allowed to reach it. */
async function near() {
  const server = await started(answersJson({}));
  const port = Number(server.url.port);
  return { server, port, ...isolatedOutbound({ allowance: [server.url.host], leadsTo: port }) };
}

describe('what is sent', () => {
  test('is one POST, to the byte, and says to whom', async () => {
    const { server, outbound } = await near();
    const url = `${server.url.href}hook%20a?b=c&d=%C3%BC#top`;
    const body = Buffer.from('{"ü":"\0"}');
    const headers = { 'Content-Type': 'application/json', 'X-Service-Delivery-Attempt': '0' };
    expect(recorded(await outbound.post(asking(url, { headers, body })))).toEqual(OK);
    expect(server.arrived.map(({ text }) => text.split('\r\n'))).toEqual([
      [
        'POST /hook%20a?b=c&d=%C3%BC HTTP/1.1',
        `Host: ${server.url.host}`,
        'Content-Type: application/json',
        'X-Service-Delivery-Attempt: 0',
        `Content-Length: ${body.length}`,
        'Accept-Encoding: identity',
        'Connection: close',
        '',
        body.toString('latin1'),
      ],
    ]);
  });

  test('is a GET without a body, when something is read, and the answer has some of its headers', {
    tags: ['S4'],
  }, async () => {
    const headers = { etag: '"v1"', 'last-modified': 'today', 'set-cookie': 'a=b', location: '/elsewhere' };
    const server = await started(answers(wire(200, headers, 'hello')));
    let at = 1_000;
    const { outbound } = isolatedOutbound({
      allowance: [server.url.host],
      leadsTo: Number(server.url.port),
      clock: { ...REAL_TIME, steady: () => at },
    });
    const { body: _none, ...request } = asking(server.url.href, { headers: { Accept: 'text/xml' } });
    const asked = server.asked();
    const answering = outbound.get(request);
    await asked;
    at += 250.4;
    const answer = await answering;
    expect(recorded(answer)).toMatchObject({ status: 200, body: 'hello', fault: null });
    expect(answer.ms).toBe(250);
    expect(answer.headers).toStrictEqual({ etag: '"v1"', 'last-modified': 'today' });
    expect(server.arrived.map(({ text }) => text.split('\r\n'))).toEqual([
      [
        'GET / HTTP/1.1',
        `Host: ${server.url.host}`,
        'Accept: text/xml',
        'Accept-Encoding: identity',
        'Connection: close',
        '',
        '',
      ],
    ]);
  });

  test('has no body where there is none', async () => {
    const { server, outbound } = await near();
    expect(recorded(await outbound.post(asking(server.url.href, { body: Buffer.alloc(0) })))).toEqual(OK);
    expect(server.arrived[0]?.headers).toMatchObject({ 'content-length': '0' });
  });

  test('large bodies arrive whole', { tags: ['S6'] }, async () => {
    const { server, outbound } = await near();
    const body = Buffer.alloc(200_000, 'x');
    expect(recorded(await outbound.post(asking(server.url.href, { body })))).toEqual(OK);
    expect(server.arrived[0]?.text.endsWith(`\r\n\r\n${body}`)).toBe(true);
  });

  test('each request has a connection of its own, unless it keeps it, and a resolution of its own', {
    tags: ['S2'],
  }, async () => {
    const server = await started(answersJson({}));
    const port = Number(server.url.port);
    const { outbound, dialled, lookedUp } = isolatedOutbound({
      allowance: [`hooks.example:${port}`],
      finds: () => ['127.0.0.1'],
      leadsTo: port,
    });
    const url = `http://hooks.example:${port}/`;
    await outbound.post(asking(url));
    await Promise.all([outbound.post(asking(url)), outbound.post(asking(url))]);
    expect(server.connections).toBe(3);
    expect(dialled).toEqual(Array(3).fill({ address: '127.0.0.1', port }));
    expect(lookedUp).toEqual(Array(3).fill('hooks.example'));
    expect(server.arrived.map(({ headers }) => headers['host'])).toEqual(
      Array(3).fill(`hooks.example:${port}`),
    );
  });
});

describe('nothing leaves that could be read as more than it is', { tags: ['S12'] }, () => {
  test.each([
    ['a line end in a value', { 'x-name': 'a\r\nX-Other: b' }],
    ['half a line end', { 'x-name': 'a\nb' }],
    ['the other half', { 'x-name': 'a\rb' }],
    ['a NUL', { 'x-name': 'a\0b' }],
    ['another invisible character', { 'x-name': 'a\x1bb' }],
    ['the sign to delete', { 'x-name': 'a\x7f' }],
    ['what no byte is', { 'x-name': 'snow ☃' }],
    ['a name with a line end', { 'x-name\r\nx-other': 'b' }],
    ['a name with a colon', { 'x-name: a': 'b' }],
    ['a name with a blank', { 'x name': 'b' }],
    ['a name of nothing', { '': 'b' }],
    ['a name in another script', { 'x-näme': 'b' }],
  ])('%s', async (_what, headers) => {
    const { server, outbound, dialled } = await near();
    const beside = { 'x-good': 'yes', ...headers, 'x-good-too': 'yes' };
    const answer = recorded(await outbound.post(asking(server.url.href, { headers: beside })));
    expect(answer).toEqual({ status: null, body: null, fault: 'address not allowed', byAllowance: false });
    expect(dialled).toEqual([]);
  });

  test('what a line can hold is let through', async () => {
    const { server, outbound } = await near();
    const beside = { 'x-forwarded-host': 'kept', 'host-of-old': 'kept' };
    const headers = { 'x-name': 'a\tb "c" ~é', "x!#$%&'*+-.^_`|~": '', ...beside };
    expect(recorded(await outbound.post(asking(server.url.href, { headers })))).toEqual(OK);
    expect(server.arrived[0]?.headers).toMatchObject({ 'x-name': 'a\tb "c" ~é', ...beside });
  });

  test.each([
    ['Host', 'metadata.internal'],
    ['hOST', 'metadata.internal'],
    ['Content-Length', '1'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'upgrade'],
    ['Upgrade', 'websocket'],
    ['Expect', '100-continue'],
    ['TE', 'trailers'],
    ['Trailer', 'x'],
    ['Keep-Alive', 'timeout=5'],
    ['Proxy-Authorization', 'Basic eA=='],
    ['Accept-Encoding', 'gzip'],
  ])('how the request is cut out of the connection is not for others to say: %s', async (name, value) => {
    const { server, outbound } = await near();
    const headers = { [name]: value, 'X-Kept': 'yes' };
    expect(recorded(await outbound.post(asking(server.url.href, { headers })))).toEqual(OK);
    expect(server.arrived[0]?.headers).toEqual({
      host: server.url.host,
      'x-kept': 'yes',
      'content-length': '17',
      'accept-encoding': 'identity',
      connection: 'close',
    });
  });
});
