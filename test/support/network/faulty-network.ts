import {
  createServer as createPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Choose, chooser } from '../terminal/scripted-prompts.ts';
import { turns } from './against.ts';
import { type Certificate, makeCertificate } from './certificate.ts';

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

/** The bytes that are spoilt: those of the handshake, of the request, of the answer's head, or of its body. */
export const STAGES = ['connect', 'request', 'headers', 'body'] as const;
export type Stage = (typeof STAGES)[number];

/** A server that answers well, behind a network whose first connection does not. Later connections are sound. */
export interface FaultyNetwork {
  readonly port: number;
  /** What HTTP clients ask: encrypted where the fault is in the handshake. */
  readonly origin: string;
  /** Whom to trust; null where nothing is encrypted. */
  readonly authority: Certificate | null;
  /** Resolves when no byte will come any more, or none for a very long time. */
  readonly stalled: Promise<void>;
  /** The headers of the requests that reached the server whole, in their order. */
  readonly arrived: readonly IncomingHttpHeaders[];
  /** The fault begins now, in the middle of a connection. */
  begin(): void;
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
  /** A Postgres server of this machine, in place of one that answers HTTP: all is sound until `begin`. */
  readonly postgresPort?: number;
}

/** Good for every client, and of more than one packet, so that there is something to cut. */
const ANSWER = JSON.stringify({
  status: 'success',
  message: 'x'.repeat(900),
  rest: 'x'.repeat(2_000),
});

/** A name for clients that refuse addresses of this machine. */
export const ORIGIN_NAME = 'hooks.example.com';

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

/** Opens a network to a server on this machine, that does this to the bytes of that stage. */
export async function faultyNetwork(wanted: FaultyNetworkOptions): Promise<FaultyNetwork> {
  const { stage, postgresPort } = wanted;
  const authority = stage === 'connect' && postgresPort === undefined ? makeCertificate() : null;
  const arrived: IncomingHttpHeaders[] = [];
  const origin = answering(authority, { arrived, endsWithConnection: wanted.endsWithConnection ?? false });
  const originPort = postgresPort ?? (await listen(origin));
  const stalled = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let isOn = postgresPort === undefined;
  let isFirst = true;
  const network = createServer((client) => {
    const server = connect(originPort, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const stall = () => {
      stalled.resolve();
      return new Promise<never>(() => {});
    };
    const pause = (milliseconds: number) => (wanted.isEndless ? stall() : setTimeout(milliseconds));
    const way = { client, choose: chooser(wanted.seed ?? 1), pause, stall };
    const spoilt = isFirst ? { ...wanted, isOn: () => isOn } : null;
    isFirst = false;
    void pump(client, { ...way, out: server }, stage === 'request' ? spoilt : null);
    void pump(server, { ...way, out: client }, stage === 'request' ? null : spoilt);
  });
  const port = await listen(network);
  return {
    port,
    origin: `${authority === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    authority,
    stalled: stalled.promise,
    arrived,
    begin() {
      isOn = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      network.close();
      origin.close();
    },
  };
}

interface SpoiltWay extends FaultyNetworkOptions {
  /** Whether the fault has begun. */
  isOn(): boolean;
}

/** Passes on all bytes of one direction, and the end of them. */
async function pump(from: Socket, way: FaultyExchange, spoilt: SpoiltWay | null): Promise<void> {
  const split = spoilt === null ? whole : splitterOf(spoilt);
  try {
    for await (const chunk of from) {
      const { before, inside, after } = spoilt?.isOn() ? split(chunk) : whole(chunk);
      way.out.write(before);
      if (spoilt !== null && inside.length > 0 && !(await SPOIL[spoilt.fault](inside, way))) return;
      way.out.write(after);
    }
    if (spoilt?.fault === 'slow_close' && spoilt.isOn()) await way.pause(40);
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
/** The kind and the length of a message of Postgres, of which the first one begins an answer. */
const POSTGRES_HEAD_BYTES = 5;

function splitterOf({ stage, postgresPort }: SpoiltWay): (chunk: Buffer) => FaultyNetworkParts {
  if (stage === 'request') return (chunk) => ({ before: NONE, inside: chunk, after: NONE });
  let isFirst = true;
  return (chunk) => {
    // the head of these answers comes in one piece
    const head = stage === 'connect' ? chunk.length : getHeadBytes(chunk, postgresPort !== undefined);
    const end = isFirst ? head : 0;
    isFirst = false;
    const [first, rest] = [chunk.subarray(0, end), chunk.subarray(end)];
    return stage === 'body'
      ? { before: first, inside: rest, after: NONE }
      : { before: NONE, inside: first, after: rest };
  };
}

function getHeadBytes(chunk: Buffer, isPostgres: boolean): number {
  return isPostgres ? POSTGRES_HEAD_BYTES : chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
}

function answering(
  authority: Certificate | null,
  { arrived, endsWithConnection }: { arrived: IncomingHttpHeaders[]; endsWithConnection: boolean },
): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return; // cut
    arrived.push(request.headers);
    response.setHeader('content-type', 'application/json');
    if (endsWithConnection) response.useChunkedEncodingByDefault = false;
    else response.setHeader('content-length', ANSWER.length);
    response.end(ANSWER);
  };
  const hear = (...exchange: Parameters<typeof answer>) => void answer(...exchange);
  if (authority === null) return createPlain(hear);
  return createSecure(makeCertificate({ names: [ORIGIN_NAME, '127.0.0.1'], by: authority }), hear);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // it listens on a port
}
