import { isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { SECOND_MS } from '../../service/durations.ts';
import type { ListenerRequest } from '../context/listener.ts';
import { explainSignatureFault } from '../hooks/explain-signature-fault.ts';
import {
  getHeader,
  parseJsonBody,
  type ReceivedDelivery,
  readTimeStamp,
  type SignatureCheck,
  verifySignature,
} from '../hooks/verify-signature.ts';
import type { ServedCallback } from './served-callback.ts';

/** The only path of the endpoint. */
export const CALLBACK_PATH = '/callback';

/** Limit of the body: a callback has a few short fields and one text. */
export const CALLBACK_BODY_BYTES = 64 * 1024;

/** A request after the checks, before it is answered. */
export type JudgedRequest =
  | {
      readonly isRefused: false;
      readonly signature: ServedCallback['signature'];
      readonly fields: LooseRecord;
    }
  | {
      readonly isRefused: true;
      readonly signature: ServedCallback['signature'];
      readonly status: 400 | 401 | 403 | 404 | 405 | 413;
      readonly reason: string;
    };

/** How signatures are checked. */
export interface RequestSignatureCheck {
  /** Empty to skip the check. */
  readonly secrets: readonly string[];
  /** Whether there is time to explain an invalid signature. */
  mayExplain(): boolean;
}

/**
 * Accepts or refuses a request. The signature is checked before anything is parsed.
 *
 * @see docs/safety.md#D2, #L1, #L8
 * @see docs/service/webhooks.md#HOOK-14
 */
export function judgeRequest(
  request: ListenerRequest,
  { secrets, mayExplain }: RequestSignatureCheck,
): JudgedRequest {
  const { body } = request;
  const isSigned = getHeader({ headers: request.headers, body: new Uint8Array() }, 'signature') !== null;
  const signature = isSigned ? 'not checked' : 'unsigned';
  const turnedAway = refuseMisdirected(request) ?? (body === null ? TOO_LARGE : null);
  if (turnedAway !== null || body === null)
    return { isRefused: true, signature, ...(turnedAway ?? TOO_LARGE) };
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

type RequestRefusal = Pick<Extract<JudgedRequest, { isRefused: true }>, 'status' | 'reason'>;

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
