import { expect, test } from 'vitest';
import type { ContextParts } from '../../../../../../src/cli/framework/command/context-parts.ts';
import { openSandboxConnection } from '../../../../../../src/cli/framework/command/sandbox/connect-sandbox.ts';
import type { Transport } from '../../../../../../src/client/transport.ts';
import type { ServerNote } from '../../../../../../src/sandbox/server-note.ts';
import { openTestSandbox } from '../../../../../support/crier.ts';

const sandbox = await openTestSandbox();

const note = (port: number): ServerNote => ({
  pid: port,
  port,
  address: `http://127.0.0.1:${port}`,
  memory: false,
  startedAt: 0,
  credentials: sandbox.credentials,
});

/** A machine on which one server after the other is found, then none; only one of them takes connections. */
function machine(ports: readonly number[], answering: number | null) {
  const left = [...ports];
  const asked: string[] = [];
  const loopback: Transport = async ({ url }) => {
    asked.push(url.host);
    if (url.port !== String(answering))
      throw Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' });
    return { status: 204, headers: {}, body: (async function* () {})() };
  };
  const parts = {
    world: {
      env: {},
      homeFolder: '/nonexistent',
      platform: 'linux',
      findServer: async () => {
        const port = left.shift();
        return port === undefined ? null : note(port);
      },
      checkServer: async () => 'ours',
      openLoopback: async () => loopback,
      openSandbox: async () => ({ ...sandbox, close() {} }),
    },
    output: {},
    flags: { verbose: false },
    secrets: { add() {} },
    markSandbox() {},
    onEnd() {},
  };
  // the parts of the world that the way to a sandbox has to do with
  return { parts: parts as unknown as ContextParts, asked };
}

const status = (url: URL, transport: Transport) =>
  transport({
    method: 'GET',
    url: new URL('/user', url),
    headers: { authorization: `Bearer ${sandbox.credentials.apiKey}` },
    body: null,
    signal: new AbortController().signal,
  }).then((answer) => answer.status);

test('a server that is there again on another port is found', async () => {
  const { parts, asked } = machine([1000, 2000], 2000);
  const { baseUrl, transport } = await openSandboxConnection(parts);
  expect(await status(baseUrl, transport)).toBe(204);
  expect(asked).toEqual(['127.0.0.1:1000', '127.0.0.1:2000']);
});

test('where no server is left, its file is', async () => {
  const { parts, asked } = machine([1000], null);
  const { baseUrl, transport } = await openSandboxConnection(parts);
  expect(await status(baseUrl, transport)).toBe(200);
  expect(asked).toEqual(['127.0.0.1:1000']);
});
