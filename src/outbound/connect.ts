import { connect, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { isPublicAddress } from '../rules/public-address.ts';
import { Failed } from './failed.ts';
import { OVER } from './in-time.ts';
import { mayReach } from './judged-addresses.ts';
import type { Target } from './target.ts';

/** Begins a connection to an address, which is never a name. */
export type Dial = (to: { readonly address: string; readonly port: number }) => Socket;

export const dialNow: Dial = ({ address, port }) =>
  connect({ host: address, port, noDelay: true, autoSelectFamily: false });

interface Ways {
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
const MOST_TRIED = 8;

/**
 * Connects to the first of some judged addresses that takes the connection, and looks again at where that one really
 * leads before anything is said.
 *
 * @throws {Failed} `connection refused`, `address not allowed`, `connection lost`
 */
export async function connectTo(target: Target, addresses: readonly string[], ways: Ways): Promise<Socket> {
  const tried = addresses.slice(0, MOST_TRIED);
  for (const [place, address] of tried.entries()) {
    ways.ending.throwIfAborted();
    tell(target, address, ways);
    const socket = held(ways.dial({ address, port: target.port }), ways.ending);
    const isLast = place === tried.length - 1;
    if (await (isLast ? isConnected(socket) : isConnectedSoon(socket, ways, tried.length))) {
      return judgedAgain(target, socket, ways);
    }
  }
  throw new Failed('connection refused');
}

function tell({ isPrivate }: Target, address: string, { onPrivate }: Ways): void {
  if (isPrivate || !isPublicAddress(address)) onPrivate();
}

/** Closes a connection with the request that it is for. What goes wrong with it is seen by who waits for something. */
function held(socket: Socket, ending: AbortSignal): Socket {
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
const MOST_PATIENCE_MS = 2_000;

/** A silent address gets its share of the time at most, for the next one; the last one gets all that is left. */
async function isConnectedSoon(socket: Socket, { clock, deadlineMs }: Ways, count: number): Promise<boolean> {
  const over = new AbortController();
  clock.sleep(Math.min(deadlineMs / count, MOST_PATIENCE_MS), over.signal).then(
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
function judgedAgain(target: Target, socket: Socket, ways: Ways): Socket {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new Failed('connection lost');
  if (!mayReach(target, remoteAddress)) throw new Failed('address not allowed');
  tell(target, remoteAddress, ways);
  return socket;
}
