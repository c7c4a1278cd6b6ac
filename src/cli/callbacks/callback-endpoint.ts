import type { Clock } from '../../clock.ts';
import { LIMITS } from '../../facts/limits.ts';
import { type CallbackVerdict, judgeCallback } from '../../rules/judge-callback.ts';
import type { LooseRecord } from '../../rules/loose-record.ts';
import type { ListenerRequest, ListenerResponse } from '../listener.ts';
import { type JudgedRequest, judgeRequest } from './judge-request.ts';
import type { ServeAnswer } from './serve-answer.ts';
import { readCallbackFields, type ServedCallback } from './served-callback.ts';

/** How the endpoint answers, and what it checks. */
export interface CallbackEndpointOptions {
  readonly answer: ServeAnswer;
  /** HTTP status of the answers. */
  readonly status: number;
  /** Before the answer begins, in milliseconds. */
  readonly delayMs: number;
  /** The body comes a byte at a time, and its end after everybody has stopped waiting. */
  readonly drip: boolean;
  /** What signs, any of them; without one, signatures are not checked. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  /** Hears of each request, when its answer has left or nobody waited for it. */
  onServed(record: ServedCallback): void;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A message callback's endpoint to develop against: it answers as it was told to. */
export function createCallbackEndpoint(
  parts: CallbackEndpointOptions,
): (request: ListenerRequest) => Promise<ListenerResponse> {
  const { clock, secrets, onServed } = parts;
  const mayExplain = createRateLimit(EXPLAIN_EVERY_MS, clock);
  return async (request) => {
    const [at, began] = [clock.now(), clock.steady()];
    const judged = judgeRequest(request, { secrets, mayExplain });
    const { response, result } = judged.isRefused
      ? buildRefusal(judged)
      : await buildAnswer(judged.fields, request, parts);
    return {
      ...response,
      ended(how) {
        const ms = Math.round(clock.steady() - began);
        onServed({
          at: new Date(at).toISOString(),
          method: request.method,
          path: request.target,
          signature: judged.signature,
          ...readCallbackFields(judged.isRefused ? null : judged.fields),
          ...(how === 'gone' ? describeDisconnect(ms) : result),
          ms,
        });
      },
    };
  };
}

/** To find out why a signature does not hold takes a while, which a flood of forgeries must not. */
const EXPLAIN_EVERY_MS = 1_000;

function createRateLimit(ms: number, { steady }: Pick<Clock, 'steady'>): () => boolean {
  let next = Number.NEGATIVE_INFINITY;
  return () => {
    const now = steady();
    if (now < next) return false;
    next = now + ms;
    return true;
  };
}

type ServedOutcome = Pick<ServedCallback, 'verdict' | 'status' | 'message' | 'messageSource' | 'reason'>;

interface PreparedAnswer {
  readonly response: ListenerResponse;
  readonly result: ServedOutcome;
}

function buildRefusal({ status, reason }: Extract<JudgedRequest, { isRefused: true }>): PreparedAnswer {
  const headers = status === 405 ? { allow: 'POST' } : {};
  return {
    response: { status, headers, body: new Uint8Array() },
    result: {
      verdict: 'refused',
      status,
      message: null,
      messageSource: isNoCallback(status) ? null : 'fallback',
      reason,
    },
  };
}

/** The service posts, and is no browser. */
function isNoCallback(status: number): boolean {
  return status === 403 || status === 405;
}

async function buildAnswer(
  fields: LooseRecord,
  { gone }: ListenerRequest,
  { answer, status, delayMs, drip, clock }: CallbackEndpointOptions,
): Promise<PreparedAnswer> {
  const body = answer(fields);
  if (delayMs > 0) await clock.sleep(delayMs, gone).catch(() => {}); // whoever has gone needs no answer
  const used = judgeCallback({ status, body, fault: null });
  return {
    response: { status, headers: JSON_TYPE, body: drip ? dripBytes(body, clock, gone) : body },
    result: { verdict: 'answered', status, ...toMessageSource(used) },
  };
}

function toMessageSource(used: CallbackVerdict): Pick<ServedOutcome, 'message' | 'messageSource' | 'reason'> {
  return 'message' in used
    ? { message: used.message, messageSource: 'callback', reason: null }
    : { message: null, messageSource: 'fallback', reason: used.reason };
}

function describeDisconnect(ms: number): ServedOutcome {
  const seconds = (ms / 1_000).toFixed(1);
  return {
    verdict: 'gone',
    status: null,
    message: null,
    messageSource: 'fallback',
    reason: `whoever asked did not wait any longer, after ${seconds} s`,
  };
}

/** Nobody waits for so long. */
const DRIPS_FOR_MS = 2 * LIMITS.callbackTimeoutMs.max;
/** A long body does not come a byte at a time. */
const MOST_DRIPS = 100;

async function* dripBytes(body: Uint8Array, clock: Clock, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.ceil(body.length / MOST_DRIPS));
  const count = Math.max(1, Math.ceil(body.length / size));
  for (let at = 0; at < count; at += 1) {
    yield body.subarray(at * size, (at + 1) * size);
    await clock.sleep(DRIPS_FOR_MS / count, gone);
  }
}
