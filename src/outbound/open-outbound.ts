import type { SecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { PrivateAllowlist } from '../domain/addresses/private-allowlist.ts';
import { areValidHeaders } from './build-headers.ts';
import { connectTo, type Dial, dialTcp } from './connect.ts';
import { decodeBody } from './decode-body.ts';
import { createTrustContext, encryptSocket } from './encrypt-socket.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { postOverSocket, type RawBody } from './post-over-socket.ts';
import { type Resolve, resolveNames } from './resolve-name.ts';
import { resolveTarget } from './resolve-target.ts';
import { runWithDeadline } from './run-with-deadline.ts';
import { type OutboundTarget, parseTarget } from './target.ts';

/** Dependencies of the outbound client. */
export interface OutboundParts {
  /** Private addresses that this run may reach. */
  readonly allowance: PrivateAllowlist;
  /** For deadlines. */
  readonly clock: Pick<Clock, 'steady' | 'sleep'>;
  /** Resolves names; default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Opens connections; default: the system's sockets. */
  readonly dial?: Dial;
  /** Certificates in PEM to trust instead of the system's. */
  readonly trusted?: string;
}

/** What is known of a request before it ends. */
interface PostProgress {
  status: number | null;
  byAllowance: boolean;
}

/**
 * Opens the guarded outbound client for addresses that users provide. Nothing stays open: each request has its own
 * connection.
 */
export function openOutbound(parts: OutboundParts): Outbound {
  const { allowance, clock, trusted, resolve = resolveNames(), dial = dialTcp } = parts;
  let context: SecureContext | undefined;

  function trust(): SecureContext {
    context ??= createTrustContext(trusted);
    return context;
  }

  async function post(request: OutboundRequest): Promise<OutboundAnswer> {
    const began = clock.steady();
    const seen: PostProgress = { status: null, byAllowance: false };
    const ending = await postInTime(request, seen);
    return { ...seen, ...ending, ms: Math.round(clock.steady() - began) };
  }

  async function postInTime(
    request: OutboundRequest,
    seen: PostProgress,
  ): Promise<Pick<OutboundAnswer, 'body' | 'fault'>> {
    const { url, headers, deadlineMs, signal } = request;
    try {
      const target = parseTarget(url, allowance);
      if (target === null || !areValidHeaders(headers)) throw new OutboundError('address not allowed');
      const body = await runWithDeadline({ clock, deadlineMs, signal }, (ending) =>
        sendToTarget({ target, request, seen, ending }),
      );
      return { body, fault: null };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { body: null, fault: error.fault };
    }
  }

  async function sendToTarget({ target, request, seen, ending }: TargetRequest): Promise<Uint8Array | null> {
    const { deadlineMs } = request;
    const addresses = await resolveTarget(target, resolve);
    const onPrivate = () => {
      seen.byAllowance = true;
    };
    const socket = await connectTo(target, addresses, { dial, clock, deadlineMs, ending, onPrivate });
    const line = target.isEncrypted ? await encryptSocket(socket, target, trust()) : socket;
    const onStatus = (status: number) => {
      seen.status = status;
    };
    return decodeAnswer(await postOverSocket(line, { target, request, onStatus }), request);
  }

  return { allowed: allowance, post };
}

/** @throws {OutboundError} `answer too large`, `answer not readable` */
function decodeAnswer(raw: RawBody | null, { answerBytes, answerIs }: OutboundRequest): Uint8Array | null {
  if (raw === null) return null;
  try {
    return decodeBody(raw, answerBytes);
  } catch (error) {
    const isBorne =
      answerIs === 'shown' && error instanceof OutboundError && error.fault === 'answer not readable';
    if (isBorne) return null;
    throw error;
  }
}

interface TargetRequest {
  readonly target: OutboundTarget;
  readonly request: OutboundRequest;
  readonly seen: PostProgress;
  readonly ending: AbortSignal;
}
