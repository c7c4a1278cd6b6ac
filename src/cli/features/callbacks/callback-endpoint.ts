import type { Clock } from '../../../clock.ts';
import { type CallbackVerdict, judgeCallback } from '../../../domain/callbacks/message-callback.ts';
import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import {
  getHeader,
  parseJsonBody,
  type ReceivedDelivery,
  readTimeStamp,
} from '../../../receiver/received-delivery.ts';
import { type SignatureCheck, verifySignature } from '../../../receiver/verify-signature.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { ListenerRequest, ListenerResponse } from '../../../world.ts';
import { explainSignatureFault } from '../webhooks/explain-signature-fault.ts';
import { readCallbackFields, type ServeAnswer, type ServedCallback } from './served-callback.ts';

export interface CallbackEndpointOptions {
  answer: ServeAnswer;
  status: number;
  delayMs: number;
  /** Sends the body byte by byte, and ends it after every client has timed out. */
  drip: boolean;
  /** Signing secrets, any of which is valid; if empty, signatures are not checked. Read for each request. */
  secrets: readonly string[];
  clock: Clock;
  /** Called for each request when its response was sent or the client disconnected. */
  onServed(record: ServedCallback): void;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function createCallbackEndpoint(
  parts: CallbackEndpointOptions,
): (request: ListenerRequest) => Promise<ListenerResponse> {
  const { clock, onServed } = parts;
  const mayExplain = createRateLimit(EXPLAIN_EVERY_MS, clock);
  return async (request) => {
    const [at, began] = [clock.now(), clock.steady()];
    const judged = await judgeRequest(request, parts.secrets, mayExplain);
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

/** Explaining an invalid signature is slow, so a flood of forged requests must not cause it each time. */
const EXPLAIN_EVERY_MS = 1_000;

function createRateLimit(ms: number, { steady }: Clock): () => boolean {
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
  response: ListenerResponse;
  result: ServedOutcome;
}

function buildRefusal({ status, reason }: Extract<JudgedRequest, { isRefused: true }>): PreparedAnswer {
  const headers: Record<string, string> = status === 405 ? { allow: 'POST' } : {};
  return {
    response: { status, headers, body: new Uint8Array() },
    result: {
      verdict: 'refused',
      status,
      message: null,
      // the service sends POST requests and is not a browser
      messageSource: status === 403 || status === 405 ? null : 'fallback',
      reason,
    },
  };
}

async function buildAnswer(
  fields: LooseRecord,
  { whenGone }: ListenerRequest,
  { answer, status, delayMs, drip, clock }: CallbackEndpointOptions,
): Promise<PreparedAnswer> {
  const body = answer(fields);
  const gone = whenGone();
  if (delayMs > 0) await clock.sleep(delayMs, gone).catch(() => {}); // the client has disconnected
  const used = judgeCallback({ status, body, fault: null });
  return {
    response: { status, headers: JSON_TYPE, body: drip ? dripBytes(body, clock, gone) : body },
    result: { verdict: 'answered', status, ...toMessageSource(used) },
  };
}

function toMessageSource(used: CallbackVerdict): Omit<ServedOutcome, 'verdict' | 'status'> {
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
    reason: `the client disconnected after ${seconds} s`,
  };
}

/** Longer than any client waits. */
const DRIPS_FOR_MS = 2 * LIMITS.callbackTimeoutMs.max;
/** Limits the number of parts of a long body. */
const MOST_DRIPS = 100;

async function* dripBytes(body: Uint8Array, clock: Clock, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.ceil(body.length / MOST_DRIPS));
  const count = Math.max(1, Math.ceil(body.length / size));
  for (let at = 0; at < count; at += 1) {
    yield body.subarray(at * size, (at + 1) * size);
    await clock.sleep(DRIPS_FOR_MS / count, gone);
  }
}

export const CALLBACK_PATH = '/callback';

/** Limit of the body: a callback has a few short fields and one text. */
export const CALLBACK_BODY_BYTES = 64 * 1024;

type JudgedRequest =
  | { isRefused: false; signature: ServedCallback['signature']; fields: LooseRecord }
  | ({ isRefused: true; signature: ServedCallback['signature'] } & RequestRefusal);

/**
 * Accepts or refuses a request. The signature is checked before anything is parsed.
 *
 * @param secrets empty to skip the check
 * @param mayExplain whether there is time to explain an invalid signature
 * @see docs/safety.md#D2, #L1, #L8
 * @see docs/service/webhooks.md#HOOK-14
 */
async function judgeRequest(
  request: ListenerRequest,
  secrets: readonly string[],
  mayExplain: () => boolean,
): Promise<JudgedRequest> {
  const isSigned = getHeader({ headers: request.headers, body: new Uint8Array() }, 'signature') !== null;
  const signature = isSigned ? 'not checked' : 'unsigned';
  const misdirected = refuseMisdirected(request);
  const body = misdirected === null ? await request.readBody() : null;
  if (body === null) return { isRefused: true, signature, ...(misdirected ?? TOO_LARGE) };
  const [first, ...others] = secrets;
  const judged =
    first === undefined ? null : judgeSignature({ body, headers: request.headers }, [first, ...others]);
  if (judged?.why) {
    const reason = mayExplain() ? judged.why() : 'the signature is not valid';
    return { isRefused: true, signature: isSigned ? 'invalid' : 'unsigned', status: 401, reason };
  }
  const checked = judged === null ? signature : 'valid';
  const fields = parseJsonBody(body);
  return isRecord(fields)
    ? { isRefused: false, signature: checked, fields }
    : { isRefused: true, signature: checked, status: 400, reason: 'the body is not a JSON object' };
}

interface RequestRefusal {
  status: 400 | 401 | 403 | 404 | 405 | 413;
  reason: string;
}

const TOO_LARGE: RequestRefusal = {
  status: 413,
  reason: `the body is larger than ${CALLBACK_BODY_BYTES.toLocaleString('en-US')} bytes`,
};

function refuseMisdirected({ method, target, headers }: ListenerRequest): RequestRefusal | null {
  const [path] = target.split('?', 1);
  if (path !== CALLBACK_PATH) return { status: 404, reason: `the path of callbacks is ${CALLBACK_PATH}` };
  if (method !== 'POST') return { status: 405, reason: 'callbacks use POST' };
  // the service is not a browser: refuse pages that are open in one
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return null;
  return { status: 403, reason: 'sent by a page in a browser' };
}

/** The sandbox's clock can have any time, so age is not checked here. */
function judgeSignature(received: ReceivedDelivery, secrets: SignatureCheck['secrets']) {
  const now = (readTimeStamp(received.body) ?? 0) * SECOND_MS;
  const checking: SignatureCheck = { secrets, now, toleranceMs: ASSUMED.receiverClaimMs };
  const verdict = verifySignature(received, checking);
  return {
    why: verdict.isValid ? null : () => explainSignatureFault(received, checking, verdict.fault).message,
  };
}
