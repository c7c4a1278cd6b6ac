import { afterEach } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { createNetworkTransport } from '../../../src/client/network-transport.ts';
import type { WireRequest } from '../../../src/client/transport.ts';
import { CrierError } from '../../../src/errors.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import type { ManualClock } from '../manual-clock.ts';
import { target, testClient } from './client.ts';
import { type Behaviour, type HostileServer, hostileServer } from './hostile-server.ts';

export interface Against {
  readonly server: HostileServer;
  readonly client: Client & { readonly clock: ManualClock };
  /** Reads the comments of `abc`. */
  read(): ReturnType<typeof readComments>;
}

/** Starts servers that are closed after the test. */
export function hostileServers(): (behaviour: Behaviour) => Promise<HostileServer> {
  const started: HostileServer[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close();
  });
  return async (behaviour) => {
    const server = await hostileServer(behaviour);
    started.push(server);
    return server;
  };
}

/** A client over the real network, against a server. */
export function clientOf(server: HostileServer, { retries = 0, baseUrl = server.url } = {}): Against {
  const client = testClient({ transport: createNetworkTransport(), target: target(baseUrl), retries });
  return { server, client, read: () => readComments(client) };
}

function readComments(client: Client) {
  return client.call(getComments, { params: { id: 'abc' } });
}

/** The error that a piece of work ends with. */
export async function failureOf(work: Promise<unknown>): Promise<CrierError> {
  const error: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof CrierError) return error;
  throw error ?? new Error('it was taken for an answer');
}

/** A plain request, as a transport takes it. */
export function getRequest(url: URL, signal = new AbortController().signal): WireRequest {
  return { method: 'GET', url, headers: {}, body: null, signal };
}

/** Lets everything that is ready run, that number of times. */
export async function turns(count = 1): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
