import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createNetworkTransport } from '../../../src/client/network-transport.ts';
import type { Transport } from '../../../src/client/transport.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { makeCertificate } from '../network/certificate.ts';

/** What the service does in place of its work. */
interface ServiceFault {
  readonly status: number;
  readonly body: object | string;
}

/** A service at an address of its own, over HTTPS, whose work a sandbox does. */
export interface ServedAccount {
  readonly baseUrl: string;
  /** How a run reaches it: with a certificate that this machine does not know. */
  readonly network: Transport;
  /** From now on; null for its work again. */
  answerWith(fault: ServiceFault | null): void;
  /** Ends it, as if it could not be reached, and starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function serveAccount(sandbox: Sandbox): Promise<ServedAccount> {
  const { key, cert: certificate } = makeCertificate({ names: ['localhost'] });
  let fault: ServiceFault | null = null;
  let port = 0;
  let server: Server | null = null;
  const account: ServedAccount = {
    get baseUrl() {
      return `https://localhost:${port}`;
    },
    network: createNetworkTransport({}, { skipVerify: false, trusted: certificate }),
    answerWith(next) {
      fault = next;
    },
    async start() {
      server = createServer({ key, cert: certificate }, async (request, response) => {
        if (fault !== null) {
          response.writeHead(fault.status, { 'content-type': 'application/json' });
          response.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body));
          return;
        }
        const { method = 'GET', headers } = request;
        const body = method === 'GET' ? null : await new Response(request as never).arrayBuffer();
        const { authorization = '', 'profile-key': profileKey } = headers;
        const answer = await sandbox.fetch(
          new Request(`http://sandbox.localhost${request.url}`, {
            ...{ method, body },
            headers: {
              authorization,
              'content-type': 'application/json',
              ...(typeof profileKey === 'string' && { 'profile-key': profileKey }),
            },
          }),
        );
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port; // it listens on a port
    },
    stop: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        server?.closeAllConnections();
      }),
  };
  await account.start();
  return account;
}
