import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it came. */
export interface Received {
  /** How many came before it. */
  readonly place: number;
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The very bytes. */
  readonly body: Uint8Array;
  /** What the bytes say; throws when they are no JSON. */
  json(): Readonly<Record<string, unknown>>;
}

/**
 * How a request is answered: with a status, with more than that, or not as it should be. `hang` says nothing, and `drip`
 * all but the last byte of a good answer, until they are let go; `reset` breaks the connection off, and `redirect` leads
 * to another path of the same receiver.
 */
export type Reply =
  | number
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | 'hang'
  | 'drip'
  | 'reset'
  | 'redirect';

export type ReplyPlan = (request: Received) => Reply;

/** A receiver on loopback that gets webhooks and callbacks. */
export interface Receiver {
  /** `http://127.0.0.1:PORT/hook` */
  readonly url: string;
  /** Host and port, as runs are allowed to reach them. */
  readonly address: string;
  /** All that came, in the order in which it had come whole. */
  readonly received: readonly Received[];
  /** From now on. */
  plan(plan: ReplyPlan): void;
  /** Resolves when that number have come. */
  hasReceived(count: number): Promise<void>;
  /** Lets go of all that hang or drip: their answers end, with 200. */
  letGo(): void;
  close(): Promise<void>;
}

/** Answers with each of them in turn, and with the last one from then on. */
export function inTurn(...replies: readonly [Reply, ...Reply[]]): ReplyPlan {
  return ({ place }) => replies[Math.min(place, replies.length - 1)] ?? replies[0];
}

const PATH = '/hook';
/** What a good answer says, unless the plan says more. */
const OK = JSON.stringify({ ok: true });

/** Opens a receiver that answers by a plan; without one, always 200. */
export async function openReceiver(first: ReplyPlan = () => 200): Promise<Receiver> {
  const received: Received[] = [];
  let plan = first;
  let held: (() => void)[] = [];
  let waiting: readonly { readonly count: number; enqueue(): void }[] = [];

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // the client may disconnect at any moment
    response.on('error', () => {});
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const one = receivedOf(request, body, received.length);
    received.push(one);
    for (const { count, enqueue } of waiting) if (received.length >= count) enqueue();
    waiting = waiting.filter(({ count }) => received.length < count);
    answer(response, plan(one));
  }

  function answer(response: ServerResponse, reply: Reply): void {
    if (reply === 'reset') return void response.socket?.resetAndDestroy();
    if (reply === 'redirect') {
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    }
    if (reply === 'hang') return void held.push(() => response.end(OK));
    if (reply === 'drip') {
      response.writeHead(200, { 'content-length': OK.length }).write(OK.slice(0, -1));
      return void held.push(() => response.end(OK.slice(-1)));
    }
    const { status = 200, headers = {}, body } = typeof reply === 'number' ? { status: reply } : reply;
    response.writeHead(status, headers).end(body ?? (status === 200 ? OK : ''));
  }

  const server = createServer((request, response) => void hear(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const address = `127.0.0.1:${port}`;
  return {
    url: `http://${address}${PATH}`,
    address,
    received,
    plan(next) {
      plan = next;
    },
    hasReceived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting = [...waiting, { count, enqueue: resolve }];
      }),
    letGo() {
      for (const end of held) end();
      held = [];
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function receivedOf(
  { method = '', url = '', headers }: IncomingMessage,
  body: Uint8Array,
  place: number,
): Received {
  return {
    place,
    method,
    path: url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    json: () => JSON.parse(new TextDecoder().decode(body)),
  };
}
