import { createServer as createPlain } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { turns } from '../../support/network/against.ts';
import { type Certificate, makeCertificate } from '../../support/network/certificate.ts';
import { type Choose, chooser } from '../../support/terminal/scripted-prompts.ts';

/** What a network does to bytes. The names are those of Toxiproxy. */
export type NetworkFault =
  | 'latency'
  | 'jitter'
  | 'bandwidth'
  | 'slow_close'
  | 'timeout'
  | 'reset_peer'
  | 'slicer'
  | 'limit_data';

/** Which bytes it does it to: those of the handshake, of the request, of the answer's head, or of its body. */
export type Stage = 'connect' | 'request' | 'headers' | 'body';

/** A receiver that answers well, behind a network that does not. */
export interface FaultyNetwork {
  readonly port: number;
  /** Whom to trust; null where nothing is encrypted. */
  readonly authority: Certificate | null;
  /** Resolves when no byte will come any more, or none for a very long time. */
  readonly stalled: Promise<void>;
  close(): void;
}

export interface FaultyNetworkOptions {
  readonly stage: Stage;
  readonly fault: NetworkFault;
  /** What is slow is so without an end. */
  readonly isEndless?: boolean;
  /** The answer's body ends with the connection. */
  readonly endsWithConnection?: boolean;
  readonly seed?: number | string;
  /** A server of this machine, in place of one that answers HTTP. */
  readonly originPort?: number;
}

/** Of more than one packet, so that there is something to cut. */
export const ANSWER = JSON.stringify({ message: 'x'.repeat(3_000) });

/** One way of a connection, on which bytes are spoilt. */
interface FaultyExchange {
  readonly client: Socket;
  /** Where the bytes go. */
  readonly out: Socket;
  readonly choose: Choose;
  /** Takes a little time, or all there is. */
  pause(milliseconds: number): Promise<void>;
  stall(): Promise<never>;
}

/** Passes bytes on in its manner. @returns whether more of them pass */
type InjectFault = (bytes: Buffer, way: FaultyExchange) => Promise<boolean>;

const SPOIL: Readonly<Record<NetworkFault, InjectFault>> = {
  async latency(bytes, { out, pause }) {
    await pause(20);
    return out.write(bytes) || true;
  },
  async jitter(bytes, { out, pause, choose }) {
    for (const piece of piecesOf(bytes, bytes.length / 5)) {
      await pause(choose(10));
      out.write(piece);
    }
    return true;
  },
  async bandwidth(bytes, { out, pause }) {
    for (const piece of piecesOf(bytes, bytes.length / 10)) {
      out.write(piece);
      await pause(3);
    }
    return true;
  },
  async slicer(bytes, { out, pause, choose }) {
    for (const piece of piecesOf(bytes, 1 + choose(40))) {
      out.write(piece);
      await pause(0);
    }
    return true;
  },
  slow_close: async (bytes, { out }) => out.write(bytes) || true,
  async timeout(bytes, way) {
    await passHalf(bytes, way);
    return way.stall();
  },
  async reset_peer(bytes, way) {
    await passHalf(bytes, way);
    way.client.resetAndDestroy();
    return false;
  },
  async limit_data(bytes, way) {
    await passHalf(bytes, way);
    way.client.end();
    return false;
  },
};

function piecesOf(bytes: Buffer, size: number): readonly Buffer[] {
  const whole = Math.max(1, Math.floor(size));
  return Array.from({ length: Math.ceil(bytes.length / whole) }, (_none, at) =>
    bytes.subarray(at * whole, (at + 1) * whole),
  );
}

/**
 * Until who reads them has read them: what was written to loopback is there at once, and each turn of this process,
 * which is the reader's, too, reads what is there.
 */
async function passHalf(bytes: Buffer, { out }: FaultyExchange): Promise<void> {
  await new Promise<void>((resolve) => out.write(bytes.subarray(0, bytes.length / 2), () => resolve()));
  await turns(20);
}

/** Opens a network to a receiver on this machine, that does this to the bytes of that stage. */
export async function faultyNetwork(wanted: FaultyNetworkOptions): Promise<FaultyNetwork> {
  const authority = wanted.stage === 'connect' && wanted.originPort === undefined ? makeCertificate() : null;
  const origin = answering(authority, wanted.endsWithConnection ?? false);
  const originPort = wanted.originPort ?? (await listen(origin));
  const stalled = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const network = createServer((client) => {
    const server = connect(originPort, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const choose = chooser(wanted.seed ?? 1);
    const stall = () => {
      stalled.resolve();
      return new Promise<never>(() => {});
    };
    const pause = (milliseconds: number) => (wanted.isEndless ? stall() : setTimeout(milliseconds));
    const way = { client, choose, pause, stall };
    const isUp = wanted.stage === 'request';
    void pump(client, { ...way, out: server }, isUp ? wanted : null);
    void pump(server, { ...way, out: client }, isUp ? null : wanted);
  });
  const port = await listen(network);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    network.close();
    origin.close();
  };
  return { port, authority, stalled: stalled.promise, close };
}

/** Passes on all bytes of one direction, and the end of them. */
async function pump(from: Socket, way: FaultyExchange, wanted: FaultyNetworkOptions | null): Promise<void> {
  const stage = wanted === null ? whole : STAGES[wanted.stage]();
  try {
    for await (const chunk of from) {
      const { before, inside, after } = stage(chunk);
      way.out.write(before);
      if (wanted !== null && inside.length > 0 && !(await SPOIL[wanted.fault](inside, way))) return;
      way.out.write(after);
    }
    if (wanted?.fault === 'slow_close') await way.pause(40);
    way.out.end();
  } catch {
    way.out.destroy();
  }
}

/** Of a piece of the bytes, which are of a stage. */
interface FaultyNetworkParts {
  readonly before: Buffer;
  readonly inside: Buffer;
  readonly after: Buffer;
}

const NONE = Buffer.alloc(0);
const whole = (chunk: Buffer): FaultyNetworkParts => ({ before: chunk, inside: NONE, after: NONE });
const END_OF_HEAD = '\r\n\r\n';

const STAGES: Readonly<Record<Stage, () => (chunk: Buffer) => FaultyNetworkParts>> = {
  connect() {
    let isFirst = true;
    return (chunk) => {
      const inside = isFirst ? chunk : NONE;
      const after = isFirst ? NONE : chunk;
      isFirst = false;
      return { before: NONE, inside, after };
    };
  },
  request: () => (chunk) => ({ before: NONE, inside: chunk, after: NONE }),
  headers: () => cutAtHead((head, rest) => ({ before: NONE, inside: head, after: rest })),
  body: () => cutAtHead((head, rest) => ({ before: head, inside: rest, after: NONE })),
};

/** The head of these answers comes in one piece. */
function cutAtHead(
  parts: (head: Buffer, rest: Buffer) => FaultyNetworkParts,
): (chunk: Buffer) => FaultyNetworkParts {
  let isHead = true;
  return (chunk) => {
    const end = isHead ? chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length : 0;
    isHead = false;
    return parts(chunk.subarray(0, end), chunk.subarray(end));
  };
}

function answering(authority: Certificate | null, endsWithConnection: boolean): Server {
  const answer: Parameters<typeof createPlain>[1] = (request, response) => {
    request.resume();
    request.on('end', () => {
      if (endsWithConnection) response.useChunkedEncodingByDefault = false;
      else response.setHeader('content-length', ANSWER.length);
      response.end(ANSWER);
    });
  };
  if (authority === null) return createPlain(answer);
  return createSecure(makeCertificate({ names: ['hooks.example'], by: authority }), answer);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // it listens on a port
}
