import { expect, test } from 'vitest';
import { clientOf, hostileServers } from '../../support/network/against.ts';
import { ALL_SECRETS } from '../../support/network/client.ts';
import { answers, answersJson, type HostileServer, wire } from '../../support/network/hostile-server.ts';

const started = hostileServers();

function send(to: HostileServer, method: 'GET' | 'POST') {
  return clientOf(to, { retries: 2 }).client.request({ method, path: '/comments/abc' });
}

test.each([301, 302, 303, 307, 308])(
  'HTTP %i is not followed, and no key leaves for the other host',
  { tags: ['C2'] },
  async (status) => {
    const other = await started(answersJson({ status: 'success' }));
    const location = new URL(`/steal?token=${ALL_SECRETS.join()}`, other.url).href;
    const first = await started(answers(wire(status, { location }, 'moved')));
    for (const method of ['GET', 'POST'] as const) {
      await expect(send(first, method)).rejects.toMatchObject({
        kind: 'unavailable',
        message: `${first.url.host} redirects to ${other.url.host} (HTTP ${status}), which is not followed`,
        facts: { http: status },
      });
    }
    expect(other.connections).toBe(0);
    expect(first.arrived).toHaveLength(2);
  },
);

test('another port of the same host is another host', { tags: ['C2'] }, async () => {
  const other = await started(answersJson({ status: 'success' }));
  const first = await started(answers(wire(302, { location: `//${other.url.host}/x` })));
  await expect(send(first, 'GET')).rejects.toThrow(`redirects to ${other.url.host}`);
  expect(other.connections).toBe(0);
});

test.each([
  ['nowhere', {}, /redirects elsewhere \(HTTP 302\)/],
  ['no address', { location: 'http://[' }, /redirects elsewhere/],
  ['a script', { location: 'javascript:alert(1)' }, /redirects elsewhere/],
  [
    'itself',
    { location: '/login?next=secret' },
    /redirects to 127\.0\.0\.1:\d+ \(HTTP 302\), which is not followed$/,
  ],
] as const)(
  'a redirect to %s is an error that names the host only',
  { tags: ['C2'] },
  async (_why, headers, message) => {
    const first = await started(answers(wire(302, headers)));
    await expect(send(first, 'GET')).rejects.toThrow(message);
    expect(first.arrived).toHaveLength(1);
  },
);

test('HTTP 304 is no answer either', async () => {
  const first = await started(answers(Buffer.from('HTTP/1.1 304 Not Modified\r\n\r\n')));
  await expect(send(first, 'GET')).rejects.toMatchObject({ kind: 'unavailable', facts: { http: 304 } });
});
