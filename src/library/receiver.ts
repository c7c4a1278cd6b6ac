import { sleep } from '../clock.ts';
import { isRecord } from '../domain/json/loose-record.ts';
import {
  getHookIdClaim,
  getPayloadClaim,
  readDeliveryFacts,
  readDeliveryHeaders,
} from '../receiver/delivery-facts.ts';
import { parseJsonBody } from '../receiver/received-delivery.ts';
import type { SignatureFault, SignatureVerdict } from '../receiver/verify-signature.ts';
import { ASSUMED } from '../service/assumed.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../service/durations.ts';
import type { ClaimOutcome, ClaimStore, DeliveryClaim } from './receiver/claim-store.ts';
import { createVerifier, toBytes, toHeaders } from './receiver/create-verifier.ts';
import {
  createFetchHandler,
  createNodeHandler,
  type NodeRequest,
  type NodeResponse,
} from './receiver/handlers.ts';
import type { HeaderSource, RawRequestBody, VerifyOptions } from './receiver/verify-options.ts';

export type { SignatureFault } from '../receiver/verify-signature.ts';
export type { ClaimOutcome, ClaimStore, DeliveryClaim } from './receiver/claim-store.ts';
export type { NodeRequest, NodeResponse } from './receiver/handlers.ts';
export type { HeaderSource, RawRequestBody, VerifyOptions } from './receiver/verify-options.ts';

/** A delivery whose signature is valid. */
export interface WebhookDelivery {
  /** The parsed body. Its fields may be of any type, and there may be others than are documented. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly action: string | null;
  /** `subAction` or `type` of the event. */
  readonly type: string | null;
  readonly hookId: string | null;
  /** What it claims: hashes that are the same for each repetition of the event. */
  readonly keys: readonly string[];
  /** Zero-based; null if its header is absent. */
  readonly attempt: number | null;
  /** Unix seconds, as signed. */
  readonly timeStamp: number;
  /** Index of the secret that signed it. */
  readonly secret: number;
}

/** The result of a request; `status` is the HTTP status to answer. */
export type ReceiverVerdict =
  /** New, and `accept` has resolved for it. */
  | { readonly kind: 'accepted'; readonly status: 200; readonly delivery: WebhookDelivery }
  /** Accepted before. */
  | { readonly kind: 'repeated'; readonly status: 200; readonly delivery: WebhookDelivery }
  /** Not a delivery of the service: it is not sent again. */
  | { readonly kind: 'refused'; readonly status: 401 | 405 | 413; readonly reason: RefusalReason }
  /** A fault of the receiver: the service sends it again. */
  | {
      readonly kind: 'failed';
      readonly status: 500 | 503;
      readonly reason: FailureReason;
      /** What was thrown; undefined for `in progress`. */
      readonly error: unknown;
    };

export type RefusalReason = Exclude<SignatureFault, 'changed body'> | 'too large' | 'not a POST request';

export type FailureReason =
  /** `accept` rejected; the claim was released. */
  | 'not accepted'
  /** Another copy is being accepted, and was not done in time. */
  | 'in progress'
  /** The claim store failed. */
  | 'not claimed'
  /** What was passed is not a raw body with its headers: something has parsed it before. */
  | 'unusable input'
  /** A gateway or framework changed the body in transit; `error` says how. */
  | 'changed body';

export interface DeliveryReceiverOptions extends VerifyOptions {
  /** Shared by all receivers of the same deliveries. */
  claims: ClaimStore;
  /**
   * Makes a new delivery safe, such as a row in your database or a job in your queue: 200 is answered when it resolves.
   * It is called once for each event, and again only if it rejected, took more than a minute, or its process died
   * before the claim was completed. The work itself comes after the answer: the service waits for 15 seconds.
   * Without it, a delivery counts as safe at once, and one that is lost afterwards does not come again.
   */
  accept?: (delivery: WebhookDelivery) => unknown;
  /** Gets each verdict, for logs and metrics; what it throws is ignored. */
  onVerdict?: (verdict: ReceiverVerdict) => void;
  /** Waits, in milliseconds (default: the machine's timers). */
  sleep?: (milliseconds: number) => Promise<void>;
}

/** A receiver of webhook deliveries. Its functions can be passed on without it. */
export interface DeliveryReceiver {
  /** Judges a POST request; never rejects. */
  receive: (body: RawRequestBody, headers: HeaderSource) => Promise<ReceiverVerdict>;
  /** For `http.createServer`, and for `app.post` of Express before anything parses the body. */
  handleNode: (request: NodeRequest, response: NodeResponse) => Promise<void>;
  /** For `fetch` handlers, such as those of hono, Workers, Deno and Bun. */
  handleFetch: (request: Request) => Promise<Response>;
}

/** Maximum size of a body: 1 MB, and what an envelope may add to an event of that size. */
const BODY_BYTES = 1024 * 1024 + 64 * 1024;

/** How long a claim is in progress without being completed. */
const LEASE_MS = MINUTE_MS;

/** Waits of a copy for the one that is being accepted: the service expects an answer within 15 seconds. */
const WAIT_MS = { first: 20, longest: 500, total: 10 * SECOND_MS } as const;

/**
 * Creates a receiver: the signature is checked on the raw bytes before anything is parsed or claimed, then `hookId` and
 * the payload's own key are claimed, `accept` makes the delivery safe, the claim is completed, and 200 is the answer.
 * Of any number of copies, at the same time and in any number of processes, one is accepted.
 *
 * @throws TypeError for options that cannot be used, such as an empty secret or a store without `claim`
 * @see docs/service/webhooks.md#HOOK-11 to #HOOK-14, #W-14, #W-15, #W-18
 * @see docs/safety.md#L1 to #L4
 */
export function createReceiver(options: DeliveryReceiverOptions): DeliveryReceiver {
  requireFunctions(options);
  const verify = createVerifier(options);
  const { onVerdict = () => {} } = options;

  async function judge(body: RawRequestBody, headers: HeaderSource): Promise<ReceiverVerdict> {
    let received: Parameters<typeof verify>[0];
    try {
      received = { body: toBytes(body), headers: toHeaders(headers) };
    } catch (error) {
      return { kind: 'failed', status: 500, reason: 'unusable input', error };
    }
    const { body: bytes } = received;
    if (bytes.length > BODY_BYTES) return { kind: 'refused', status: 413, reason: 'too large' };
    const verdict = await verify(received);
    if (!verdict.isValid) return judgeFault(verdict);
    const { timeStamp, secret } = verdict;
    const event = parseJsonBody(bytes);
    if (!isRecord(event)) return { kind: 'refused', status: 401, reason: 'undated' };
    const { action, type, hookId } = readDeliveryFacts(event);
    const { attempt } = readDeliveryHeaders(received.headers);
    const keys = await listKeys(event, bytes);
    return takeIn({ event, action, type, hookId, keys, attempt, timeStamp, secret }, options);
  }

  async function report(judging: Promise<ReceiverVerdict>): Promise<ReceiverVerdict> {
    const verdict = await judging;
    // a log must not fail a delivery
    Promise.resolve(verdict)
      .then(onVerdict)
      .catch(() => {});
    return verdict;
  }

  const receive = (body: RawRequestBody, headers: HeaderSource) => report(judge(body, headers));
  const gate = {
    bodyBytes: BODY_BYTES,
    receive,
    refuse: (status: 405 | 413) =>
      report(
        Promise.resolve({
          kind: 'refused',
          status,
          reason: status === 405 ? 'not a POST request' : 'too large',
        }),
      ),
  };
  return { receive, handleNode: createNodeHandler(gate), handleFetch: createFetchHandler(gate) };
}

/** JavaScript has no types: what is missing must be noticed at the start, not at the first delivery. */
function requireFunctions({ claims, accept, onVerdict, sleep: wait, now }: DeliveryReceiverOptions): void {
  const isStore = CLAIM_METHODS.every((method) => typeof claims?.[method] === 'function');
  if (!isStore)
    throw new TypeError(
      `claims: give a store with the functions ${CLAIM_METHODS.join(', ')}; is it awaited?`,
    );
  for (const [name, value] of Object.entries({ accept, onVerdict, sleep: wait, now })) {
    if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name}: give a function`);
  }
}

const CLAIM_METHODS = ['claim', 'complete', 'release'] as const;

/** A changed body is a fault of the receiver: a 4xx would end the delivery. @see docs/service/webhooks.md#W-19 */
function judgeFault({ fault, change }: Extract<SignatureVerdict, { isValid: false }>): ReceiverVerdict {
  if (fault === 'changed body')
    return { kind: 'failed', status: 500, reason: fault, error: new Error(change ?? fault) };
  return { kind: 'refused', status: 401, reason: fault };
}

/** Claims a delivery, and lets it be accepted if it is the first. */
async function takeIn(
  delivery: WebhookDelivery,
  { claims, accept, sleep: wait = sleep, now = Date.now, toleranceMs }: DeliveryReceiverOptions,
): Promise<ReceiverVerdict> {
  const owner = crypto.randomUUID();
  const build = (): DeliveryClaim => {
    const at = now();
    return {
      keys: delivery.keys,
      owner,
      now: at,
      leaseUntil: at + LEASE_MS,
      expiresAt: at + getKeepMs(toleranceMs),
    };
  };
  try {
    const outcome = await claimInTurn(claims, build, wait);
    if (outcome === 'completed') return { kind: 'repeated', status: 200, delivery };
    if (outcome === 'in progress') return { kind: 'failed', status: 503, reason: outcome, error: undefined };
    try {
      await accept?.(delivery);
    } catch (error) {
      await claims.release(build()).catch(() => {}); // it ends by itself
      return { kind: 'failed', status: 503, reason: 'not accepted', error };
    }
    await claims.complete(build());
    return { kind: 'accepted', status: 200, delivery };
  } catch (error) {
    return { kind: 'failed', status: 503, reason: 'not claimed', error };
  }
}

/** As long as the same bytes are not stale, and a day at least. @see docs/service/webhooks.md#HOOK-12 */
function getKeepMs(toleranceMs: number = ASSUMED.receiverClaimMs): number {
  return Math.max(DAY_MS, toleranceMs) + ASSUMED.maxClockSkewMs;
}

const OUTCOMES: readonly ClaimOutcome[] = ['claimed', 'in progress', 'completed'];

/** Waits while another copy is being accepted: only then is it known whether this one repeats it. */
async function claimInTurn(
  claims: ClaimStore,
  build: () => DeliveryClaim,
  wait: (milliseconds: number) => Promise<void>,
): Promise<ClaimOutcome> {
  let waited = 0;
  for (let next: number = WAIT_MS.first; ; next = Math.min(2 * next, WAIT_MS.longest)) {
    const outcome = await claims.claim(build());
    if (!OUTCOMES.includes(outcome))
      throw new TypeError(`claim must resolve to ${OUTCOMES.join(', ')}, and not to ${String(outcome)}`);
    if (outcome !== 'in progress' || waited >= WAIT_MS.total) return outcome;
    await wait(next);
    waited += next;
  }
}

/** @see docs/service/webhooks.md#HOOK-12, #HOOK-13 */
async function listKeys(event: unknown, body: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const own = getHookIdClaim(event) ?? ['body', await hash(body)];
  const payload = getPayloadClaim(event);
  const claimed = payload === null ? [own] : [own, payload];
  const keys = await Promise.all(
    claimed.map((parts) => hash(new TextEncoder().encode(JSON.stringify(parts)))),
  );
  return keys.toSorted();
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (each) => each.toString(16).padStart(2, '0')).join('');
}
