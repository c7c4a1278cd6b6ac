import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { formatUrlHost } from '../../domain/addresses/url-shape.ts';
import { CrierError } from '../../errors.ts';
import { createReceiverEndpoint, DELIVERY_BODY_BYTES, type ReceiverOptions } from '../receiver-endpoint.ts';
import type { ReceiverWorld } from './world.ts';

export interface DeliveryServerOptions {
  port: number;
  /** Address or name of this machine; undefined for 127.0.0.1. */
  host?: string | undefined;
  /** Names and ports that requests may give as their host; with none, any. */
  allowHost: readonly string[];
  /** Where the service reaches it. */
  publicUrl?: string | undefined;
}

/** A reverse proxy opens one for each delivery of a burst. Each may hold a body in memory. */
const CONNECTIONS = 256;

/** How long requests in progress have at the end: a sender that is slow does not keep it from ending. */
const ANSWERS_MS = 2_000;

/**
 * Serves the endpoint of deliveries. It is ready when its promise resolves: a request to its own address came back.
 *
 * @param onDrop called for each connection that is closed because too many are open
 * @throws CrierError `usage` when the address cannot be used, `unavailable` when it does not answer
 */
export async function serveDeliveries(
  options: DeliveryServerOptions,
  receiving: Omit<ReceiverOptions, 'probePath' | 'clock'> & { onDrop(): void },
  world: ReceiverWorld,
) {
  const { port, host } = options;
  const probePath = `/${randomBytes(16).toString('hex')}`;
  const endpoint = createReceiverEndpoint({ ...receiving, probePath, clock: world.clock });
  const inProgress = new Set<ReturnType<typeof endpoint>>();
  const listener = await world.listen({
    port,
    ...(host !== undefined && { host }),
    connections: CONNECTIONS,
    onDrop: receiving.onDrop,
    bodyBytes: DELIVERY_BODY_BYTES,
    answer(request) {
      if (!isAllowedHost(request.headers['host'] ?? '', options)) return Promise.resolve(NOT_FOUND);
      const answering = endpoint(request);
      inProgress.add(answering);
      return answering.finally(() => inProgress.delete(answering));
    },
  });
  const origin = `http://${getOwnHost(host)}:${listener.port}`;
  await requireAnswer(`${origin}${probePath}`, world);
  return {
    listener,
    /** On this machine, with the path. */
    url: `${origin}${receiving.path}`,
    async finish(): Promise<void> {
      await listener.finish(ANSWERS_MS);
      await Promise.allSettled(inProgress); // what is being stored is stored, though its sender has gone
    },
  };
}

/** The address at which a process of this machine reaches what listens on a host. */
function getOwnHost(host = '127.0.0.1'): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : formatUrlHost(host);
}

/** As for a path that does not exist: strangers learn nothing. @see docs/safety.md#L8 */
const NOT_FOUND = { status: 404, headers: {}, body: new Uint8Array() };

/** Addresses, and localhost, are always allowed: no page in a browser can have such a name (DNS rebinding). */
function isAllowedHost(named: string, { allowHost, publicUrl }: DeliveryServerOptions): boolean {
  if (allowHost.length === 0) return true;
  const host = named.toLowerCase();
  const url = URL.parse(`http://${host}`);
  if (url === null) return false;
  const isOfPublicUrl = publicUrl !== undefined && URL.parse(publicUrl)?.host === url.host;
  return isOfPublicUrl || isLiteralHost(url.hostname) || allowHost.includes(host);
}

function isLiteralHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

const PROBE_MS = 5_000;

/** @throws CrierError of kind unavailable when the address does not answer as this receiver */
async function requireAnswer(url: string, { outbound }: ReceiverWorld): Promise<void> {
  const client = await outbound([new URL(url).host]);
  const request = { url, headers: {}, body: new Uint8Array(), deadlineMs: PROBE_MS, answerBytes: 1_024 };
  const { status, fault } = await client.post(request);
  if (status === 204) return;
  throw new CrierError(
    'unavailable',
    `the receiver does not answer at its own address: ${fault ?? `status ${status}`}`,
    {
      http: null,
      advice: 'something on this machine intercepts local connections; try another --port',
    },
  );
}
