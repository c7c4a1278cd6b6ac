import { expect, test } from 'vitest';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import { resolveNames } from '../../../src/outbound/target.ts';
import { hostileServers } from '../../support/network/against.ts';
import { answersJson } from '../../support/network/hostile-server.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { asking, recorded } from './test-outbound.ts';

const started = hostileServers();

test('the system finds the addresses of this machine', async () => {
  const found = await resolveNames()('localhost');
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((address) => address !== '127.0.0.1' && address !== '::1')).toEqual([]);
});

test('concurrent lookups of a name share a result, later ones do not', async () => {
  const resolve = resolveNames();
  const first = resolve('localhost');
  expect(resolve('localhost')).toBe(first);
  expect(resolve('127.0.0.1')).not.toBe(first);
  await first;
  expect(resolve('localhost')).not.toBe(first);
});

test('a name that was not found is looked up again', async () => {
  const resolve = resolveNames();
  const name = `${'a'.repeat(64)}.invalid`; // longer than a part can be: no network is asked
  const first = resolve(name);
  await expect(first).rejects.toThrow();
  const second = resolve(name);
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow();
});

test('a way out as the program opens it: names of this machine lead nowhere, but by an allowance', {
  tags: ['S1', 'S2'],
}, async () => {
  const server = await started(answersJson({}));
  const { port } = server.url;
  const url = `http://localhost:${port}/`;
  const strict = openOutbound({ allowance: [], clock: REAL_TIME });
  expect(recorded(await strict.post(asking(url)))).toMatchObject({ fault: 'address not allowed' });
  expect(recorded(await strict.post(asking(`https://localhost:${port}/`)))).toMatchObject({
    fault: 'address not allowed',
  });
  expect(server.connections).toBe(0);
  const lenient = openOutbound({ allowance: [`localhost:${port}`], clock: REAL_TIME });
  expect(recorded(await lenient.post(asking(url)))).toEqual({
    status: 200,
    body: '{}',
    fault: null,
    byAllowance: true,
  });
  expect(server.arrived[0]?.headers).toMatchObject({ host: `localhost:${port}` });
  await server.close();
  expect(recorded(await lenient.post(asking(url)))).toMatchObject({
    fault: 'connection refused',
    byAllowance: true,
  });
});
