import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { afterEach } from 'vitest';
import { type Certificate, makeCertificate } from '../../support/network/certificate.ts';

/** A request as it arrived over TLS. */
interface TlsRequest {
  /** The name that was sent before anything was encrypted; empty for none. */
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly protocol: string;
}

export interface SecureReceiver {
  readonly port: number;
  readonly arrived: readonly TlsRequest[];
  /** Connections so far, with or without a request. */
  readonly connections: number;
  /** Bytes that came in, encrypted or not. */
  readonly bytes: number;
}

interface SecureReceiverOptions {
  readonly authority: Certificate;
  /** Shown where no name is sent. */
  readonly addresses?: readonly string[];
  /** Shown whatever name is sent; default: that name. */
  readonly shows?: Certificate;
  readonly settings?: ServerOptions;
  readonly answer?: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
}

/** Opens receivers with TLS on this machine, that are closed after the test. */
export function secureReceivers(): (wanted: SecureReceiverOptions) => Promise<SecureReceiver> {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  return async (wanted) => {
    const { receiver, close } = await open(wanted);
    closing.push(close);
    return receiver;
  };
}

async function open({
  authority,
  addresses = ['127.0.0.1'],
  shows,
  settings,
  answer = { status: 200 },
}: SecureReceiverOptions) {
  const arrived: TlsRequest[] = [];
  const counted = { connections: 0, bytes: 0 };
  const made = new Map<string, SecureContext>();
  const contextFor = (name: string) => {
    const context = made.get(name) ?? createSecureContext(makeCertificate({ names: [name], by: authority }));
    made.set(name, context);
    return context;
  };
  const server = createServer({
    ...(shows ?? makeCertificate({ names: addresses, by: authority })),
    ...(shows === undefined && {
      SNICallback: (name: string, enqueue: (error: null, context: SecureContext) => void) =>
        enqueue(null, contextFor(name)),
    }),
    ...settings,
  });
  server.on('connection', (socket: Socket) => {
    counted.connections += 1;
    socket.on('close', () => {
      counted.bytes += socket.bytesRead;
    });
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.on('request', (request, response) => {
    const socket = request.socket as TLSSocket & { readonly servername?: string | false }; // what Node adds to it
    arrived.push({
      name: socket.servername || '',
      host: request.headers.host ?? '',
      path: request.url ?? '',
      protocol: socket.getProtocol() ?? '',
    });
    request.resume();
    response.writeHead(answer.status, answer.headers).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const receiver: SecureReceiver = {
    port,
    arrived,
    get connections() {
      return counted.connections;
    },
    get bytes() {
      return counted.bytes;
    },
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { receiver, close };
}
