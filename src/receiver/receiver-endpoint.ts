import type { Clock } from '../clock.ts';
import { isRecord } from '../domain/json/loose-record.ts';
import { ASSUMED } from '../service/assumed.ts';
import { SECOND_MS } from '../service/durations.ts';
import { WEBHOOK_HEADERS } from '../service/webhooks.ts';
import {
  type DeliveryFacts,
  listClaims,
  readDeliveryFacts,
  readDeliveryHeaders,
  selectDeliveryHeaders,
} from './delivery-facts.ts';
import { groupTakeIns } from './group-take-ins.ts';
import type { ArrivedDelivery, Inbox, PlannedForwarding, TakenDelivery } from './inbox/inbox.ts';
import { parseJsonBody, type ReceivedDelivery, readTimeStamp } from './received-delivery.ts';
import type { SignatureFault } from './verify-signature.ts';
import { type SignatureCheck, verifyAndParse } from './verify-signature.ts';

export interface ReceiverRequest {
  method: string;
  /** Path and query, unparsed. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Reads the raw body; null when it is too long. It is not called for what is no delivery. */
  readBody: () => Promise<Uint8Array | null>;
}

/** Its answer. That to a delivery has no body: it tells strangers nothing. */
export interface ReceiverAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Called when it was sent, or its receiver has gone. */
  ended?(): void;
}

export type ReceiverFault =
  | SignatureFault
  | 'not a POST request'
  | 'from a browser'
  | 'too large'
  | 'not JSON'
  | 'not stored';

export type ReceiverReport = {
  /** In milliseconds since 1970. */
  readonly receivedAt: number;
  readonly status: number;
  readonly bytes: number;
  /** From the whole request to the end of the answer, in milliseconds. */
  readonly ms: number;
} & (
  | { readonly kind: 'refused'; readonly fault: ReceiverFault; readonly received: ReceivedDelivery | null }
  | ({ readonly kind: 'taken'; readonly arrived: ArrivedDelivery } & TakenDelivery)
);

export interface ReceiverOptions {
  /** The only path of deliveries, such as `/8f3c…`. */
  path: string;
  /** Another path, which only answers 204: the receiver asks itself whether it can be reached. */
  readonly probePath: string;
  /** Signing secrets that are valid now, any of which may have signed; if empty, signatures are not checked. */
  getSecrets(): readonly string[];
  /** Maximum age of a delivery, in milliseconds; null if the sender's clock is not this machine's. */
  toleranceMs: number | null;
  clock: Clock;
  inbox: Inbox;
  planForwardings(facts: DeliveryFacts): readonly PlannedForwarding[];
  /** Called after the answer. */
  onReport(report: ReceiverReport): void;
  /** Called when deliveries could not be stored: their sender was asked to try again. */
  onFault(error: unknown): void;
}

/** Maximum size of a body: 1 MB, and what an envelope may add to an event of that size. */
export const DELIVERY_BODY_BYTES = 1024 * 1024 + 64 * 1024;

/**
 * Creates the endpoint of deliveries: the signature is checked on the raw bytes before anything is parsed, the delivery
 * and its claims are stored, and only then the request is answered. Everything else comes after that.
 *
 * @see docs/service/webhooks.md#HOOK-11 to #HOOK-14, #W-14, #W-15, #W-18
 * @see docs/safety.md#L1 to #L4, #L8
 */
export function createReceiverEndpoint(
  options: ReceiverOptions,
): (request: ReceiverRequest) => Promise<ReceiverAnswer> {
  const { path, probePath, clock, onReport, onFault } = options;
  const store = groupTakeIns(options.inbox);
  return async (request) => {
    const asked = getPath(request.target);
    if (asked === probePath) return createAnswer(204);
    if (asked !== path) return createAnswer(404);
    const misuse = findMisuse(request);
    const body = misuse === null ? await request.readBody() : NOT_READ;
    const receivedAt = clock.now();
    const began = clock.steady();
    const measure = () => ({
      receivedAt,
      bytes: body?.length ?? DELIVERY_BODY_BYTES,
      ms: clock.steady() - began,
    });
    const refuse = (fault: ReceiverFault, received: ReceivedDelivery | null) => {
      const status = STATUSES[fault];
      const ended = () => onReport({ kind: 'refused', ...measure(), status, fault, received });
      return { ...createAnswer(status), ended };
    };
    if (misuse !== null) return refuse(misuse, null);
    if (body === null) return refuse('too large', null);
    const judged = judgeDelivery({ body, headers: request.headers }, receivedAt, options);
    if ('fault' in judged) return refuse(judged.fault, judged.received);
    try {
      const taken = await store(judged);
      const ended = () => onReport({ kind: 'taken', ...measure(), status: 200, arrived: judged, ...taken });
      return { ...createAnswer(200), ended };
    } catch (error) {
      onFault(error);
      return refuse('not stored', null);
    }
  };
}

/** A client error ends a delivery permanently, so a fault of ours must not be one. @see docs/service/webhooks.md#HOOK-06 */
const STATUSES = {
  unsigned: 401,
  unreadable: 401,
  mismatch: 401,
  'changed body': 500,
  undated: 401,
  'other time': 401,
  stale: 401,
  'from the future': 401,
  'from a browser': 403,
  'not a POST request': 405,
  'too large': 413,
  'not JSON': 400,
  'not stored': 503,
} as const satisfies Readonly<Record<ReceiverFault, number>>;

export const RECEIVER_FAULTS = Object.keys(STATUSES) as readonly ReceiverFault[]; // the keys of that record

function createAnswer(status: number): ReceiverAnswer {
  return { status, headers: status === 405 ? { allow: 'POST' } : {}, body: new Uint8Array() };
}

interface JudgedFault {
  fault: ReceiverFault;
  received: ReceivedDelivery | null;
}

const NOT_READ = new Uint8Array();

function findMisuse({ method, headers }: Omit<ReceiverRequest, 'readBody'>): ReceiverFault | null {
  if (method !== 'POST') return 'not a POST request';
  return headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined ? 'from a browser' : null;
}

function getPath(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

function judgeDelivery(
  received: ReceivedDelivery,
  receivedAt: number,
  options: ReceiverOptions,
): ArrivedDelivery | JudgedFault {
  const { signature, event } = checkSignature(received, receivedAt, options);
  if (typeof signature !== 'string' && signature !== null) return { fault: signature.fault, received };
  return buildArrival(
    { ...received, event, receivedAt, source: 'request', signature },
    options.planForwardings,
  );
}

/** @returns header and encoding of the valid signature, null if none is checked; `event` is the parsed body */
function checkSignature(
  received: ReceivedDelivery,
  receivedAt: number,
  { getSecrets, toleranceMs }: ReceiverOptions,
): { signature: string | null | { fault: SignatureFault }; event: unknown } {
  const [first, ...others] = getSecrets();
  if (first === undefined) return { signature: null, event: parseJsonBody(received.body) };
  const checking: SignatureCheck = {
    secrets: [first, ...others],
    now: toleranceMs === null ? (readTimeStamp(received.body) ?? 0) * SECOND_MS : receivedAt,
    toleranceMs: toleranceMs ?? ASSUMED.receiverClaimMs,
  };
  const { verdict, event } = verifyAndParse(received, checking);
  if (!verdict.isValid) return { signature: { fault: verdict.fault }, event };
  return { signature: `${WEBHOOK_HEADERS[verdict.header]}, ${verdict.encoding}`, event };
}

/** Builds what is stored of a delivery, after its signature was checked. */
export function buildArrival(
  {
    body,
    headers,
    event,
    receivedAt,
    source,
    signature,
  }: Omit<ArrivedDelivery, 'facts' | 'claims' | 'deliveryId' | 'attempt' | 'forwardings'> & {
    event: unknown;
  },
  planForwardings: ReceiverOptions['planForwardings'],
): ArrivedDelivery | JudgedFault {
  if (!isRecord(event)) return { fault: 'not JSON', received: { body, headers } };
  const facts = readDeliveryFacts(event);
  return {
    receivedAt,
    source,
    facts,
    claims: listClaims(event, body),
    ...readDeliveryHeaders(headers),
    signature,
    headers: selectDeliveryHeaders(headers),
    body,
    forwardings: planForwardings(facts),
  };
}
