import type { SecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { PrivateAllowlist } from '../rules/private-allowance.ts';
import { connectTo, type Dial, dialNow } from './connect.ts';
import { decoded } from './decoded.ts';
import { exchange, type RawBody } from './exchange.ts';
import { Failed } from './failed.ts';
import { inTime } from './in-time.ts';
import { judgedAddresses } from './judged-addresses.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from './outbound.ts';
import { type Resolve, resolveNames } from './resolve-name.ts';
import { secured, trustIn } from './secure.ts';
import { areSound } from './sent-headers.ts';
import { type Target, targetOf } from './target.ts';

/** What a way out is made of. */
export interface OutboundParts {
  /** What this run may reach though it is not public. */
  readonly allowance: PrivateAllowlist;
  /** For deadlines. */
  readonly clock: Pick<Clock, 'steady' | 'sleep'>;
  /** Asks for the addresses of a name; left out, the system does. */
  readonly resolve?: Resolve;
  /** Begins connections; left out, the system does. */
  readonly dial?: Dial;
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly trusted?: string;
}

/** What is known of a request before its end. */
interface Seen {
  status: number | null;
  byAllowance: boolean;
}

/** Opens the one way to addresses that users give. Nothing of it stays open: each request has its own connection. */
export function openOutbound(parts: OutboundParts): Outbound {
  const { allowance, clock, trusted, resolve = resolveNames(), dial = dialNow } = parts;
  let context: SecureContext | undefined;

  function trust(): SecureContext {
    context ??= trustIn(trusted);
    return context;
  }

  async function post(request: OutboundRequest): Promise<OutboundAnswer> {
    const began = clock.steady();
    const seen: Seen = { status: null, byAllowance: false };
    const ending = await endOf(request, seen);
    return { ...seen, ...ending, ms: Math.round(clock.steady() - began) };
  }

  async function endOf(
    request: OutboundRequest,
    seen: Seen,
  ): Promise<Pick<OutboundAnswer, 'body' | 'fault'>> {
    const { url, headers, deadlineMs, signal } = request;
    try {
      const target = targetOf(url, allowance);
      if (target === null || !areSound(headers)) throw new Failed('address not allowed');
      const body = await inTime({ clock, deadlineMs, signal }, (ending) =>
        sent({ target, request, seen, ending }),
      );
      return { body, fault: null };
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      return { body: null, fault: error.fault };
    }
  }

  async function sent({ target, request, seen, ending }: Sending): Promise<Uint8Array | null> {
    const { deadlineMs } = request;
    const addresses = await judgedAddresses(target, resolve);
    const onPrivate = () => {
      seen.byAllowance = true;
    };
    const socket = await connectTo(target, addresses, { dial, clock, deadlineMs, ending, onPrivate });
    const line = target.isEncrypted ? await secured(socket, target, trust()) : socket;
    const onStatus = (status: number) => {
      seen.status = status;
    };
    return bodyOf(await exchange(line, { target, request, onStatus }), request);
  }

  return { allowed: allowance, post };
}

/** @throws {Failed} `answer too large`, `answer not readable` */
function bodyOf(raw: RawBody | null, { answerBytes, answerIs }: OutboundRequest): Uint8Array | null {
  if (raw === null) return null;
  try {
    return decoded(raw, answerBytes);
  } catch (error) {
    const isBorne = answerIs === 'shown' && error instanceof Failed && error.fault === 'answer not readable';
    if (isBorne) return null;
    throw error;
  }
}

interface Sending {
  readonly target: Target;
  readonly request: OutboundRequest;
  readonly seen: Seen;
  readonly ending: AbortSignal;
}
