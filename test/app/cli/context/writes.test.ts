import { expect, test } from 'vitest';
import type { Transport } from '../../../../src/client/transport.ts';
import { crier } from '../../../support/crier.ts';

const ENV = { CRIER_BASE_URL: 'https://api.example/v1', CRIER_API_KEY: 'KEY-OF-THE-ACCOUNT-0001' };
const CREATE = [
  'automations',
  'create',
  '--name',
  'Guide',
  '--on',
  'dm',
  '--keyword',
  'GUIDE',
  '--dm',
  'Here.',
];

/** A service that makes `auto_1`, and pauses every automation but `hang`, whose answer never comes. */
function service(): { readonly network: Transport; readonly signal: AbortSignal } {
  const end = new AbortController();
  const network: Transport = async ({ method, url }) => {
    if (url.pathname.endsWith('/hang') || (method === 'PUT' && url.pathname.endsWith('/auto_1'))) {
      end.abort('interrupted');
      return new Promise(() => {});
    }
    const id = method === 'POST' ? 'auto_1' : url.pathname.split('/').at(-1);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield Buffer.from(JSON.stringify({ status: 'success', id }));
      })(),
    };
  };
  return { network, signal: end.signal };
}

test('a run that is interrupted between two writes says what was done, and what may have been', async () => {
  const ran = await crier([...CREATE, '--paused', '--json'], { env: ENV, ...service() });
  expect(ran).toMatchObject({ exitCode: 130, stdout: '' });
  expect(ran.error).toMatchObject({
    kind: 'interrupted',
    advice:
      'already done: POST /v1/automations (id auto_1); in flight, and may have been done: PUT /v1/automations/auto_1',
  });
});

test('the writes of several ids are reported when the last of them was interrupted', async () => {
  const ran = await crier('automations pause a hang b --json', { env: ENV, ...service() });
  expect(ran.exitCode).toBe(130);
  expect(ran.stderr).toContain('already done: PUT /v1/automations/a (id a); in flight');
  expect(ran.stderr).toContain('PUT /v1/automations/hang');
});

test('a request that changes something is reported when its output fails', async () => {
  const ran = await crier([...CREATE, '--jq', '.nope[]'], { env: ENV, ...service() });
  expect(ran).toMatchObject({ exitCode: 9, stdout: '' });
  expect(ran.stderr).toContain('already done: POST /v1/automations (id auto_1)');
});

test('what was shown is not reported again, and a read is not reported', async () => {
  const { network } = service();
  const made = await crier([...CREATE, '--json'], { env: ENV, network });
  expect(made).toMatchObject({ exitCode: 0, json: { id: 'auto_1' } });
  expect(made.stderr).not.toContain('done before');
  const read = await crier('api GET /automations/hang', { env: ENV, ...service() });
  expect(read).toMatchObject({ exitCode: 130 });
  expect(read.stderr).not.toContain('may have been done');
});
