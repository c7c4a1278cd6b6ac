import type { Transport } from '../../client/transport.ts';
import type { Sandbox } from '../../sandbox/open-sandbox.ts';

/** Sends requests directly to a sandbox in this process, without a socket. */
export function createSandboxTransport(sandbox: Sandbox): Transport {
  return async ({ signal, ...request }) => {
    signal.throwIfAborted();
    const { body, ...answer } = await sandbox.answer(request);
    return { ...answer, body: yieldOnce(body) };
  };
}

async function* yieldOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
