import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import {
  checkPublicUrl,
  isAllowed,
  isLinkLocalOrMetadata,
  isPublicAddress,
  isSameAddress,
  type PrivateAllowlist,
} from '../domain/addresses/public-url.ts';
import { OutboundError } from './outbound.ts';

/** Opens a connection to an address, which is never a name. */
export type Dial = (to: { readonly address: string; readonly port: number }) => Socket;

export const dialTcp: Dial = ({ address, port }) =>
  connect({ host: address, port, noDelay: true, autoSelectFamily: false });

interface ConnectOptions {
  dial: Dial;
  clock: Clock;
  /** Time limit of the whole request. */
  deadlineMs: number;
  /** Closes the connections when it aborts. */
  ending: AbortSignal;
  /** Called before connecting to something that is only reachable because of an allowance. */
  onPrivate(): void;
}

/** A connection, not encrypted yet. */
interface DialledConnection {
  socket: Socket;
  /** The address that was dialled. */
  address: string;
  /** From then on the end of the request does not close it. */
  release(): void;
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
): Promise<DialledConnection> {
  const tried = addresses.slice(0, MAX_ADDRESSES);
  for (const [place, address] of tried.entries()) {
    ways.ending.throwIfAborted();
    reportPrivate(target, address, ways);
    const socket = ways.dial({ address, port: target.port });
    socket.on('error', () => undefined); // the code that awaits the connection handles them
    const release = closeOnAbort(socket, ways.ending);
    const isLast = place === tried.length - 1;
    if (await (isLast ? isConnected(socket) : isConnectedInTime(socket, ways, tried.length))) {
      verifyPeer(target, socket, ways);
      return { socket, address, release };
    }
  }
  throw new OutboundError('connection refused');
}

function reportPrivate({ isPrivate }: OutboundTarget, address: string, { onPrivate }: ConnectOptions): void {
  if (isPrivate || !isPublicAddress(address)) onPrivate();
}

/** Closes a connection when its request ends. @returns a function after which it does not */
export function closeOnAbort(socket: Socket, ending: AbortSignal): () => void {
  const close = () => void socket.destroy();
  if (ending.aborted) close();
  else ending.addEventListener('abort', close, { once: true });
  return () => ending.removeEventListener('abort', close);
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
function verifyPeer(target: OutboundTarget, socket: Socket, ways: ConnectOptions): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new OutboundError('connection lost');
  if (!mayReach(target, remoteAddress)) throw new OutboundError('address not allowed');
  reportPrivate(target, remoteAddress, ways);
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
  { clock, deadlineMs, signal }: { clock: Clock; deadlineMs: number; signal: AbortSignal | undefined },
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new OutboundError('interrupted');
  const ending = new AbortController();
  const stop = () => ending.abort(new OutboundError('interrupted'));
  const isOver = () => undefined;
  signal?.addEventListener('abort', stop, { once: true });
  clock.sleep(deadlineMs, ending.signal).then(() => ending.abort(new OutboundError('timeout')), isOver);
  try {
    return await Promise.race([work(ending.signal), rejectOnAbort(ending.signal)]);
  } finally {
    signal?.removeEventListener('abort', stop);
    ending.abort(OVER);
  }
}

/** Rejects when the signal aborts. The operation may not be cancellable, such as a DNS lookup. */
function rejectOnAbort(ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    ending.addEventListener('abort', () => reject(ending.reason), { once: true });
  });
}

/** Where a request goes, parsed from its URL. */
export interface OutboundTarget {
  readonly isEncrypted: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Value of the header `Host`. */
  readonly hostHeader: string;
  /** Path and query, as they stand in the request. */
  readonly path: string;
  /** The run allows the host whatever it resolves to; otherwise every address must be public. */
  readonly isAllowed: boolean;
  /** The URL itself is only acceptable because of an allowance. */
  readonly isPrivate: boolean;
}

/** Parses the target of a URL. @returns null when nothing may be sent there */
export function parseTarget(url: string, allowance: PrivateAllowlist): OutboundTarget | null {
  const allowed = isAllowed(url, allowance);
  const isPrivate = checkPublicUrl(url) !== null;
  if (isPrivate && !allowed) return null;
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  const isEncrypted = protocol === 'https:';
  return {
    isEncrypted,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isEncrypted ? 443 : 80) : Number(port),
    hostHeader: host,
    path: pathname + search,
    isAllowed: allowed,
    isPrivate,
  };
}

/**
 * Resolves a target to its addresses, all of which must be allowed. A name is resolved once, here; the connection is
 * made to one of these addresses.
 *
 * @throws {OutboundError} `name not found`; `address not allowed`, also when one address of several is not public
 * @see docs/service/callbacks.md#CBK-08, #K-08
 * @see docs/service/automations.md#AUT-19
 * @see docs/safety.md#S1 to #S3
 */
export async function resolveTarget(target: OutboundTarget, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(target.host) === 0 ? await resolveHost(target.host, resolve) : [target.host];
  if (!addresses.every((address) => mayReach(target, address)))
    throw new OutboundError('address not allowed');
  return addresses;
}

async function resolveHost(name: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((cause) => {
    throw new OutboundError('name not found', cause);
  });
  if (addresses.length === 0) throw new OutboundError('name not found');
  return addresses;
}

/**
 * Whether a target may be reached at an address. Anything that is not an address would be resolved again, and is
 * refused. An allowed name may resolve to any address except link-local ones and metadata services; an allowed
 * literal address may be one of these.
 *
 * @see docs/safety.md#S2, #S9
 */
function mayReach({ isAllowed, host }: OutboundTarget, address: string): boolean {
  if (!isAllowed) return isPublicAddress(address);
  return isIP(address) !== 0 && (!isLinkLocalOrMetadata(address) || isSameAddress(host, address));
}

/** Resolves a name to all its addresses, in the order in which they are tried. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves names by the system, without a cache. Concurrent lookups of one name share a result, because a lookup
 * occupies one of few threads, and a slow name would occupy them all.
 */
export function resolveNames(): Resolve {
  const inFlight = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const joined = inFlight.get(name);
    if (joined !== undefined) return joined;
    const found = lookUpAddresses(name).finally(() => inFlight.delete(name));
    inFlight.set(name, found);
    return found;
  };
}

async function lookUpAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
