import { connect, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { isPublicAddress } from '../rules/public-address.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundTarget } from './parse-target.ts';
import { mayReach } from './resolve-target.ts';
import { OVER } from './run-with-deadline.ts';

/** Begins a connection to an address, which is never a name. */
export type Dial = (to: { readonly address: string; readonly port: number }) => Socket;

export const dialTcp: Dial = ({ address, port }) =>
  connect({ host: address, port, noDelay: true, autoSelectFamily: false });

interface ConnectOptions {
  readonly dial: Dial;
  readonly clock: Pick<Clock, 'sleep'>;
  /** How long all of the request may take. */
  readonly deadlineMs: number;
  /** When it aborts, connections close. */
  readonly ending: AbortSignal;
  /** Told before something is reached that an allowance alone lets be reached. */
  onPrivate(): void;
}

/** Who answers too many addresses has us knock at no more than so many. */
const MAX_ADDRESSES = 8;

/**
 * Connects to the first of some judged addresses that takes the connection, and looks again at where that one really
 * leads before anything is said.
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

/** Closes a connection with the request that it is for. What goes wrong with it is seen by who waits for something. */
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

/** A first packet that was lost is sent again within this. */
const MAX_CONNECT_MS = 2_000;

/** A silent address gets its share of the time at most, for the next one; the last one gets all that is left. */
async function isConnectedInTime(
  socket: Socket,
  { clock, deadlineMs }: ConnectOptions,
  count: number,
): Promise<boolean> {
  const over = new AbortController();
  clock.sleep(Math.min(deadlineMs / count, MAX_CONNECT_MS), over.signal).then(
    () => socket.destroy(),
    () => undefined, // it was answered before
  );
  try {
    return await isConnected(socket);
  } finally {
    over.abort(OVER);
  }
}

/** What is between us and an address can lead elsewhere. */
function verifyPeer(target: OutboundTarget, socket: Socket, ways: ConnectOptions): Socket {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new OutboundError('connection lost');
  if (!mayReach(target, remoteAddress)) throw new OutboundError('address not allowed');
  reportPrivate(target, remoteAddress, ways);
  return socket;
}
