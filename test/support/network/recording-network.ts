import type { Transport, WireRequest } from '../../../src/client/transport.ts';

/** A network on which one service gives the same JSON answer to everything, and everything it gets is kept. */
export function recordingNetwork(
  answer: unknown,
  status = 200,
): { transport: Transport; requests: WireRequest[] } {
  const requests: WireRequest[] = [];
  return {
    requests,
    transport: async (request) => {
      requests.push(request);
      return { status, headers: { 'content-type': 'application/json' }, body: once(JSON.stringify(answer)) };
    },
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
