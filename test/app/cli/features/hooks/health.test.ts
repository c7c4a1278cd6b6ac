import { expect, test } from 'vitest';
import type { OutboundAnswer, OutboundRequest } from '../../../../../src/outbound/outbound.ts';
import { crier } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';

const ADMIN = 'http://127.0.0.1:9464';

test('a receiver that takes deliveries in is healthy, and is asked without a key', {
  tags: ['C1'],
}, async () => {
  const asked: OutboundRequest[] = [];
  const outbound = answering((request) => {
    asked.push(request);
    return { status: 200 };
  });
  const env = { CRIER_API_KEY: 'SECRET-KEY-1', CRIER_BASE_URL: 'https://api.example.com' };
  const ran = await crier(`hooks health ${ADMIN} --json`, { outbound, env });
  expect([ran.exitCode, ran.json]).toEqual([0, { healthy: true, reason: null }]);
  expect(asked.map(({ url, headers }) => [url, headers])).toEqual([
    [`${ADMIN}/healthz`, { 'User-Agent': 'crier' }],
  ]);
});

test.each<[string, Partial<OutboundAnswer>, string]>([
  ['says that it is not', { status: 503 }, 'it answered with HTTP 503'],
  ['is not there', { fault: 'connection refused' }, 'connection refused'],
  ['does not answer', { fault: 'timeout' }, 'timeout'],
])('a receiver that %s is not healthy: exit code 11, and the reason', async (_what, answer, reason) => {
  const ran = await crier(`hooks health ${ADMIN} --json`, { outbound: answering(() => answer) });
  expect([ran.exitCode, ran.json]).toEqual([11, { healthy: false, reason }]);
  expect(ran.stderr).toContain(reason);
});

test.each(['9464', 'ftp://127.0.0.1', 'http://user:word@127.0.0.1:9464'])(
  '%s is no address of one',
  async (url) => {
    const ran = await crier(['hooks', 'health', url], { outbound: answering(() => ({ status: 200 })) });
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(ADMIN)]);
    expect(ran.stderr).not.toContain('word@');
  },
);

test('sandbox status --check exits 11 when no server runs, with the same document', async () => {
  const ran = await crier('sandbox status --check --json');
  expect([ran.exitCode, ran.json]).toMatchObject([11, { running: false }]);
  expect((await crier('sandbox status --json')).exitCode).toBe(0);
});
