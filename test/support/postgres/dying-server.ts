import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server as clients see it: it dies when it gets a certain message, before it answers. */
export interface DyingServer {
  readonly url: string;
  /** Messages that came so far. */
  readonly messages: number;
  die(): void;
}

/** Opens a server that dies at a message. @param url of the server behind it @param at counted from 1 */
export async function openDyingServer(url: string, at: number): Promise<DyingServer> {
  const target = new URL(url);
  const origin = { port: Number(target.port), host: target.hostname };
  const open = new Set<Socket>();
  let messages = 0;
  const server = createServer((client) => {
    const upstream = connect(origin);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    client.on('data', (bytes) => {
      messages += 1;
      if (messages >= at) die();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => void client.write(bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  function die(): void {
    server.close();
    for (const socket of open) socket.destroy();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  target.port = String(port);
  return {
    url: target.href,
    get messages() {
      return messages;
    },
    die,
  };
}
