import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network to a server, whose connections can go silent: nothing passes, and nothing says so. */
export interface SilentProxy {
  readonly port: number;
  /** Silences the connections that are open now; later ones work. */
  silence(): void;
  close(): void;
}

/** Opens a network on loopback to a port of this machine. */
export async function openSilentProxy(target: number): Promise<SilentProxy> {
  const open = new Set<Socket>();
  const passing = new Map<Socket, Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    passing.set(client, upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => void (passing.has(client) && to.write(bytes)));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        open.delete(from);
        if (passing.has(client)) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, not on a pipe
    silence: () => passing.clear(),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
