import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { computeSignature } from '../../../src/domain/webhooks/delivery.ts';
import { WEBHOOK_HEADERS } from '../../../src/service/webhooks.ts';
import type { HeardCallback, HeardDelivery, HeardEntry, Signed } from './history.ts';
import { callbackText, plannedCallback, plannedDelivery } from './receiver-plan.ts';
import { type AnswerWay, WAYS } from './ways.ts';

/** Where webhooks and callbacks of the chaos run go; it outlives those who post to it. */
export interface HistoryReceiver {
  readonly webhookUrl: string;
  readonly callbackUrl: string;
  /** An address whose certificate is not trusted. */
  readonly untrustedUrl: string;
  /** What runs must be allowed to reach it. */
  readonly allowed: readonly string[];
  /** All that came, in the order in which it came. */
  readonly heard: HeardEntry;
  close(): void;
}

interface ReceiverParts {
  /** Of what it answers. */
  readonly seed: string;
  /** Secrets by the name that `heard` gives them. */
  readonly secrets: Readonly<Record<string, string>>;
}

const WEBHOOK_PATH = '/webhook';
const CALLBACK_PATH = '/callback';

/** Opens one on loopback. It answers by a plan, and writes down who asked what with which signature. */
export async function openReceiver({ seed, secrets }: ReceiverParts): Promise<HistoryReceiver> {
  const deliveries: HeardDelivery[] = [];
  const callbacks: HeardCallback[] = [];
  const strays: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // One that died while it posted has no more to say.
    const bytes = await buffer(request).catch(() => null);
    if (bytes === null) return;
    const asked: RecordedRequest = { ...bodyOf(bytes), signed: signedBy(secrets, request, bytes) };
    if (request.url === WEBHOOK_PATH) return hearDelivery(asked, request, response);
    if (request.url === CALLBACK_PATH) return hearCallback(asked, response);
    strays.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  }

  function hearDelivery(
    asked: RecordedRequest,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { hookId, timeStamp, type, activityId, actionId = null, signed } = asked;
    const attempt = Number(headers[WEBHOOK_HEADERS.attempt.toLowerCase()]);
    const deliveryId = String(headers[WEBHOOK_HEADERS.deliveryId.toLowerCase()]);
    const way = plannedDelivery(seed, { hookId, attempt });
    deliveries.push({ hookId, deliveryId, attempt, type, activityId, actionId, timeStamp, signed, way });
    give(way, response, 'thank you');
  }

  function hearCallback(
    { activityId, actionId, timeStamp, signed }: RecordedRequest,
    response: ServerResponse,
  ): void {
    const key = `${activityId}:${actionId}`;
    const way = plannedCallback(seed, key);
    callbacks.push({ key, timeStamp, signed, way });
    give(way, response, JSON.stringify({ message: callbackText(key) }));
  }

  const server = createServer((request, response) => void answer(request, response));
  // a connection has many requests
  server.on('connection', (socket) => socket.on('error', () => {}));
  const untrustedServer = createTlsServer(UNTRUSTED, () => strays.push('a request past the certificate'));
  // A client that does not accept the certificate disconnects.
  untrustedServer.on('tlsClientError', () => {});
  const [address, untrustedAddress] = await Promise.all([listening(server), listening(untrustedServer)]);
  return {
    webhookUrl: `http://${address}${WEBHOOK_PATH}`,
    callbackUrl: `http://${address}${CALLBACK_PATH}`,
    untrustedUrl: `https://${untrustedAddress}/`,
    allowed: [address, untrustedAddress],
    heard: { deliveries, callbacks, strays },
    close() {
      server.closeAllConnections();
      server.close();
      untrustedServer.close();
    },
  };
}

/** What a body of ours has; nothing else comes here. */
interface RecordedBody {
  readonly hookId: string;
  readonly type: HeardDelivery['type'];
  readonly activityId: string;
  readonly actionId?: string;
  readonly timeStamp: number;
}

type RecordedRequest = RecordedBody & { readonly signed: Signed };

const bodyOf = (bytes: Uint8Array): RecordedBody => JSON.parse(new TextDecoder().decode(bytes));

function signedBy(
  secrets: ReceiverParts['secrets'],
  { headers }: IncomingMessage,
  bytes: Uint8Array,
): Signed {
  const nameOf = (header: string): string => {
    const signature = headers[header.toLowerCase()];
    if (signature === undefined) return 'none';
    const fits = Object.entries(secrets).find(([, secret]) => computeSignature(bytes, secret) === signature);
    return fits?.[0] ?? 'wrong';
  };
  return {
    main: nameOf(WEBHOOK_HEADERS.signature),
    second: nameOf(WEBHOOK_HEADERS.signatureV2),
    at: Number(headers[WEBHOOK_HEADERS.signedAt.toLowerCase()]),
  };
}

/** The client may be dead by now. */
function give(way: AnswerWay, response: ServerResponse, body: string): void {
  response.on('error', () => {});
  void WAYS[way].give(response, body);
}

async function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `127.0.0.1:${port}`;
}

/** A self-signed certificate, for a name that is not that of any server; it is not trusted. */
const UNTRUSTED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/SlPw8HRDg9Wzr9d
+99NmdC3yYOsAYXZ5CSe7ruXk1ahRANCAAQ2ANc+/r5Z/lw56r9zKCt9QDxfxtg9
eCnatORb9iC26LWvuNd/e+GvTKpPN51goRI9DJ537AalRRPmRDudIC38
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjjCCATWgAwIBAgIUC2OikhhxiV8wipcqRU8gy/o//0cwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRdW50cnVzdGVkLmV4YW1wbGUwIBcNMjYxMTIxMDUwMDIyWhgP
MjEyNjEwMjgwNTAwMjJaMBwxGjAYBgNVBAMMEXVudHJ1c3RlZC5leGFtcGxlMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENgDXPv6+Wf5cOeq/cygrfUA8X8bYPXgp
2rTkW/Ygtui1r7jXf3vhr0yqTzedYKESPQyed+wGpUUT5kQ7nSAt/KNTMFEwHQYD
VR0OBBYEFBhhi0ePTt3GEw31oYAyqzqtTeQmMB8GA1UdIwQYMBaAFBhhi0ePTt3G
Ew31oYAyqzqtTeQmMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIg
WSoeK0Au9f2E35jv6CFLdNuv4azMQ3awVWkM9tF8HnwCICN/DUOIfi+qbd4fVH5u
8iLYKFnvSgDp1K8rq2LHRU+F
-----END CERTIFICATE-----`,
};
