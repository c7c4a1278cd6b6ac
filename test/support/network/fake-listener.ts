import type { HttpListener, ListenerRequest, ListenOptions } from '../../../src/world.ts';
import { CALLBACK_REQUEST } from '../receiver/served-callbacks.ts';

const PORT = 4_322;

/** A listener to which one request comes at once, and which listens no more when that is answered. */
export async function startFakeListener(
  { answer }: ListenOptions,
  request: ListenerRequest = CALLBACK,
): Promise<HttpListener> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  setImmediate(async () => {
    (await answer(request)).ended?.('whole');
    resolve();
  });
  return {
    port: PORT,
    closed,
    async close() {
      resolve();
    },
    async finish() {
      resolve();
    },
  };
}

const CALLBACK: ListenerRequest = {
  method: 'POST',
  target: '/callback',
  headers: { 'content-type': 'application/json' },
  readBody: async () => new TextEncoder().encode(JSON.stringify(CALLBACK_REQUEST)),
  whenGone: () => new AbortController().signal,
};

/** A webhook delivery, to the path of the guides. */
export const DELIVERY: ListenerRequest = {
  ...CALLBACK,
  target: '/hooks',
  headers: { 'content-type': 'application/json', 'x-service-delivery-attempt': '0' },
  readBody: async () =>
    new TextEncoder().encode(
      JSON.stringify({
        action: 'automations',
        hookId: 'Ws3eDc6RfV0tGb8YhN2u',
        timeStamp: 1_790_000_000,
        created: '2026-09-21T14:13:20Z',
        type: 'automation.triggered',
        ...CALLBACK_REQUEST,
      }),
    ),
};
