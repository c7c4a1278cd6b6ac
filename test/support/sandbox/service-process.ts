import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service on a loopback port, for programs of their own. */
export interface LoopbackService {
  /** Settings with which the program talks to it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** Serves every request as `answer` does. */
export async function loopbackService(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackService> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    env: { CRIER_BASE_URL: `http://127.0.0.1:${port}`, CRIER_API_KEY: 'KEY-00000000000000001' },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
