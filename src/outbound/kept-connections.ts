import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '../service/durations.ts';
import type { OutboundTarget } from './target.ts';

/** A connection to a checked address. */
export interface OutboundConnection {
  /** What requests are sent over; encrypted for `https:`. */
  readonly socket: Socket;
  /** The address that it was made to. */
  readonly address: string;
  /** Only because of an allowance it may be used. */
  readonly byAllowance: boolean;
}

/** Of all hosts together; beyond it, the one that has been idle the longest is closed. */
const MAX_IDLE = 64;

const MAX_IDLE_MS = 4 * SECOND_MS;

/** The server closes a connection when its time is over; a request must not be under way by then. */
const MARGIN_MS = SECOND_MS;

const AGREES = /(?:^|,)\s*keep-alive\s*(?:,|$)/i;
const TIMEOUT = /(?:^|[\s,])timeout=(\d{1,6})(?:$|[\s,])/i;

/**
 * For how long a connection may be kept idle, by the response on it. By HTTP/1.1 silence is consent, but many small
 * servers close at once without saying so, and a request that is sent meanwhile is lost: only those that announce it
 * are taken at their word.
 *
 * @returns milliseconds; 0 for not at all
 */
export function computeIdleMs(headers: IncomingHttpHeaders): number {
  if (!AGREES.test(headers.connection ?? '')) return 0;
  const [, seconds] = TIMEOUT.exec(String(headers['keep-alive'] ?? '')) ?? [];
  const offered = seconds === undefined ? 2 * MARGIN_MS : Number(seconds) * SECOND_MS;
  return Math.max(0, Math.min(MAX_IDLE_MS, offered - MARGIN_MS));
}

/**
 * Keeps connections for the next request to the same host, for a moment. They do not keep the process alive.
 *
 * @see docs/safety.md#S2
 */
export function createKeptConnections() {
  const idle = new Map<Socket, { host: string; connection: OutboundConnection; stop(): void }>();

  function remove(socket: Socket): OutboundConnection | undefined {
    const kept = idle.get(socket);
    if (kept === undefined) return undefined;
    idle.delete(socket);
    kept.stop();
    return kept.connection;
  }

  return {
    /**
     * Takes a connection to the same host, made to one of the addresses that its name resolves to now; others to that
     * host are closed.
     *
     * @param addresses all of them checked
     */
    take(target: OutboundTarget, addresses: readonly string[]): OutboundConnection | undefined {
      const host = toHostKey(target);
      for (const [socket, { host: other, connection }] of idle) {
        if (other !== host) continue;
        remove(socket);
        if (addresses.includes(connection.address) && socket.writable) return connection;
        socket.destroy();
      }
      return undefined;
    },
    /** @param signal closes the connection when it aborts */
    keep(
      target: OutboundTarget,
      connection: OutboundConnection,
      { idleMs, signal }: { idleMs: number; signal: AbortSignal | undefined },
    ): void {
      const { socket } = connection;
      const close = () => {
        remove(socket);
        socket.destroy();
      };
      // what a server sends without a request would be taken for the next response
      const ends = ['data', 'end', 'close', 'timeout'];
      for (const event of ends) socket.on(event, close);
      signal?.addEventListener('abort', close);
      const stop = () => {
        for (const event of ends) socket.off(event, close);
        signal?.removeEventListener('abort', close);
        socket.setTimeout(0).ref();
      };
      socket.setTimeout(idleMs).unref();
      idle.set(socket, { host: toHostKey(target), connection, stop });
      const [longest] = idle.keys();
      if (idle.size > MAX_IDLE && longest !== undefined) {
        remove(longest);
        longest.destroy();
      }
    },
  };
}

/** Whether the host is allowed although it is private belongs to it: such connections are never shared. */
function toHostKey({ isEncrypted, host, port, isAllowed, isPrivate }: OutboundTarget): string {
  return JSON.stringify([isEncrypted, host, port, isAllowed, isPrivate]);
}
