import { connect, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { isPublicAddress } from '../domain/addresses/public-address.ts';
import { OutboundError } from './outbound.ts';
import { mayReach, type OutboundTarget } from './target.ts';

/** Opens a connection to an address, which is never a name. */
export type Dial = (to: { readonly address: string; readonly port: number }) => Socket;

export const dialTcp: Dial = ({ address, port }) =>
  connect({ host: address, port, noDelay: true, autoSelectFamily: false });

interface ConnectOptions {
  readonly dial: Dial;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Time limit of the whole request. */
  readonly deadlineMs: number;
  /** Closes the connections when it aborts. */
  readonly ending: AbortSignal;
  /** Called before connecting to something that is only reachable because of an allowance. */
  onPrivate(): void;
}

/** At most this many addresses of a name are tried. */
const MAX_ADDRESSES = 8;

/**
 * Connects to the first of the checked addresses that accepts, and verifies the remote address before anything is
 * sent.
 *
 * @throws {OutboundError} `connection refused`, `address not allowed`, `connection lost`
 */
export async function connectTo(
  target: OutboundTarget,
  addresses: readonly string[],
  ways: ConnectOptions,
): Promise<Socket> {
  const tried = addresses.slice(0, MAX_ADDRESSES);
  for (const [place, address] of tried.entries()) {
    ways.ending.throwIfAborted();
    reportPrivate(target, address, ways);
    const socket = closeOnAbort(ways.dial({ address, port: target.port }), ways.ending);
    const isLast = place === tried.length - 1;
    if (await (isLast ? isConnected(socket) : isConnectedInTime(socket, ways, tried.length))) {
      return verifyPeer(target, socket, ways);
    }
  }
  throw new OutboundError('connection refused');
}

function reportPrivate({ isPrivate }: OutboundTarget, address: string, { onPrivate }: ConnectOptions): void {
  if (isPrivate || !isPublicAddress(address)) onPrivate();
}

/** Closes a connection when its request ends. The code that awaits the connection handles its errors. */
function closeOnAbort(socket: Socket, ending: AbortSignal): Socket {
  socket.on('error', () => undefined);
  if (ending.aborted) socket.destroy();
  else ending.addEventListener('abort', () => socket.destroy(), { once: true });
  return socket;
}

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

/** A lost first packet (SYN) is sent again within this time. */
const MAX_CONNECT_MS = 2_000;

/** An address that does not respond gets at most its share of the time; the last one gets what remains. */
async function isConnectedInTime(
  socket: Socket,
  { clock, deadlineMs }: ConnectOptions,
  count: number,
): Promise<boolean> {
  const over = new AbortController();
  clock.sleep(Math.min(deadlineMs / count, MAX_CONNECT_MS), over.signal).then(
    () => socket.destroy(),
    () => undefined, // the connection was settled before
  );
  try {
    return await isConnected(socket);
  } finally {
    over.abort(OVER);
  }
}

/** A proxy or NAT in between can redirect the connection. */
function verifyPeer(target: OutboundTarget, socket: Socket, ways: ConnectOptions): Socket {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new OutboundError('connection lost');
  if (!mayReach(target, remoteAddress)) throw new OutboundError('address not allowed');
  reportPrivate(target, remoteAddress, ways);
  return socket;
}

interface DeadlineOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly deadlineMs: number;
  /** The caller's abort signal. */
  readonly signal: AbortSignal | undefined;
}

/** A constant reason: creating the default one takes a tenth of a request. */
const OVER = 'over';

/**
 * Runs an operation under one deadline for all its steps. Its signal also aborts when the operation has ended, so
 * that everything attached to it is closed.
 *
 * @throws {OutboundError} `timeout`, `interrupted`, or what the operation throws
 */
export async function runWithDeadline<T>(
  bounds: DeadlineOptions,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, deadlineMs, signal } = bounds;
  if (signal?.aborted) throw new OutboundError('interrupted');
  const ending = new AbortController();
  const over = new AbortController();
  const stop = () => ending.abort(new OutboundError('interrupted'));
  const isOver = () => undefined;
  signal?.addEventListener('abort', stop, { once: true });
  clock.sleep(deadlineMs, over.signal).then(() => ending.abort(new OutboundError('timeout')), isOver);
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    signal?.removeEventListener('abort', stop);
    over.abort(OVER);
    ending.abort(OVER);
  }
}

/** Rejects when the signal aborts. The operation may not be cancellable, such as a DNS lookup. */
function rejectOnAbort(ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (ending.aborted) reject(ending.reason);
    else ending.addEventListener('abort', () => reject(ending.reason), { once: true });
  });
}
