import { createServer, type Server, type Socket } from 'node:net';

/** A request as it arrived. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** All of it, as it was on the wire. */
  readonly text: string;
}

/** What a server does with a request; it may write what it likes, or nothing. */
export type Behaviour = (socket: Socket, request: HostileRequest) => void;

export interface HostileServer {
  readonly url: URL;
  /** Requests so far, whole heads only. */
  readonly arrived: readonly HostileRequest[];
  /** Connections so far, with or without a request. */
  readonly connections: number;
  /** Connections that are still open. */
  readonly open: number;
  /** Resolves as soon as a request is there. */
  asked(): Promise<HostileRequest>;
  close(): Promise<void>;
}

/**
 * A server on a loopback port that speaks bytes, not HTTP: it reads requests and answers each as badly
 * as `behaviour` says.
 */
export async function hostileServer(behaviour: Behaviour): Promise<HostileServer> {
  const arrived: HostileRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting: ((request: HostileRequest) => void)[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const request = parse(text);
      text = '';
      arrived.push(request);
      for (const resolve of waiting.splice(0)) resolve(request);
      behaviour(socket, request);
    });
  });
  const port = await listen(server);
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    arrived,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    asked: async () => arrived.at(-1) ?? (await new Promise((resolve) => waiting.push(resolve))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length);
}

function parse(text: string): HostileRequest {
  const [line = '', ...rest] = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = rest.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
  });
  return { method, path, headers: Object.fromEntries(headers), text };
}

/** An answer as it is on the wire; `content-length` is right unless one is given. */
export function wire(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-length': String(bytes.length), connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), bytes]);
}

/** A behaviour that answers with these bytes and ends the connection. */
export function answers(bytes: Uint8Array): Behaviour {
  return (socket) => void socket.end(bytes);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A behaviour that answers with JSON, as the service would. */
export function answersJson(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Behaviour {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return answers(wire(status, { ...JSON_TYPE, ...headers }, body));
}

/** One chunk of a chunked body. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** Writes one piece after another for as long as the client takes them. */
export function pours(socket: Socket, piece: string | Uint8Array): void {
  if (socket.destroyed) return;
  if (socket.write(piece)) setImmediate(pours, socket, piece);
  else socket.once('drain', () => pours(socket, piece));
}
