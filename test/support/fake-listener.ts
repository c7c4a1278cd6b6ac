import type { HttpListener, ListenerRequest, ListenOptions } from '../../src/cli/context/listener.ts';
import { CALLBACK_REQUEST } from './callback-request.ts';

const PORT = 4_322;

/** A listener to which one request comes at once, and which listens no more when that is answered. */
export async function startFakeListener({ answer }: ListenOptions): Promise<HttpListener> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  setImmediate(async () => {
    (await answer(CALLBACK)).ended?.('whole');
    resolve();
  });
  return {
    port: PORT,
    closed,
    async close() {
      resolve();
    },
  };
}

const CALLBACK: ListenerRequest = {
  method: 'POST',
  target: '/callback',
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(CALLBACK_REQUEST)),
  gone: new AbortController().signal,
};
