import { isAllowed, type PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import type { OutboundFault } from '../../../outbound/outbound.ts';
import { generateDeliveryId, generateHookId } from '../../../sandbox/generate-ids.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { WebhookEventName } from '../../../service/webhook-events.ts';
import { formatDuration } from '../../framework/output/cell.ts';
import { createEventId, setEventFields } from '../webhooks/events.ts';
import { advisePrivateAddress, refuseUrl } from '../webhooks/private-addresses.ts';
import { buildNoSecretError, toSigning, type WebhookSecret } from '../webhooks/signing-secrets.ts';
import {
  buildSyntheticRequest,
  type SendingDetails,
  type SentAttempt,
  type SyntheticDelivery,
  type SyntheticRequest,
} from './send-attempt.ts';

interface SyntheticSendOptions {
  url: string;
  type: WebhookEventName;
  set: readonly string[];
  duplicate: number;
  attempt: number;
  tamper: boolean;
  stale: boolean;
  unsigned: boolean;
}

export interface SendPlan {
  delivery: SyntheticDelivery;
  flaws: readonly Flaw[];
  /** Built when sent, because a request contains the time. */
  sendings: readonly Omit<SendingDetails, 'at'>[];
  request(sending: Omit<SendingDetails, 'at'>): SyntheticRequest;
}

/** Older than receivers keep claims, with a day to spare. */
const STALE_MS = ASSUMED.receiverClaimMs + DAY_MS;

/**
 * Creates a synthetic delivery.
 *
 * @throws CrierError of kind usage for an invalid URL, conflicting flaws, and fields that cannot be set
 */
export function planSend(
  options: SyntheticSendOptions,
  { secrets, now }: { secrets: readonly WebhookSecret[]; now(): number },
): SendPlan {
  const { url, type, set, stale, tamper } = options;
  refuseReceiverUrl(url);
  const flaws = listFlaws(options, secrets);
  const created = now() - (stale ? STALE_MS : 0);
  const delivery: SyntheticDelivery = {
    name: type,
    url,
    hookId: generateHookId(generateBytes),
    eventId: createEventId(),
    created,
    signing: options.unsigned ? { kind: 'none' } : toSigning(secrets),
    change: setEventFields(set, type),
    tamperedId: tamper ? generateHookId(generateBytes) : null,
  };
  const request = (sending: Omit<SendingDetails, 'at'>) =>
    buildSyntheticRequest(delivery, { ...sending, at: stale ? created : now() });
  const sendings = Array.from({ length: options.duplicate }, (_each, more) => ({
    attempt: options.attempt + more,
    deliveryId: generateDeliveryId(generateBytes),
  }));
  return { delivery, flaws, sendings, request };
}

/** The requests of a plan, as they would be sent now. */
export function listPlannedRequests({ delivery: { url }, sendings, request }: SendPlan) {
  return sendings.map((each) => ({ method: 'POST', url, ...request(each) }));
}

/** @throws CrierError of kind usage for a text that is not the URL of a receiver */
export function refuseReceiverUrl(url: string): void {
  const example = 'https://hooks.example.com/crier, or http://127.0.0.1:8080/hooks';
  refuseUrl(url, example);
  if (url.includes('#'))
    throw createUsageError('url must not contain a fragment', `write a URL such as ${example}`);
}

function listFlaws(
  { tamper, stale, unsigned }: SyntheticSendOptions,
  secrets: readonly WebhookSecret[],
): readonly Flaw[] {
  if (tamper && secrets.length === 0) throw buildNoSecretError('--tamper');
  if (stale && !unsigned && secrets.length === 0) throw buildNoSecretError('--stale');
  return [
    ...(tamper ? (['tamper'] as const) : []),
    ...(stale ? (['stale'] as const) : []),
    ...(unsigned ? (['unsigned'] as const) : []),
  ];
}

function generateBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Intentional flaws of a delivery, for use after `a delivery`. */
const FLAWS = {
  tamper: 'with a body that was changed after it was signed',
  stale: 'that is older than receivers keep claims',
  unsigned: 'without a signature',
} as const;
type Flaw = keyof typeof FLAWS;

interface SendResult {
  url: string;
  attempts: readonly SentAttempt[];
  flaws: readonly Flaw[];
}

/**
 * Throws if no attempt was answered.
 *
 * @param allowed private addresses that the run may reach
 * @throws CrierError of kind usage for an address that must not be reached: nothing was sent
 */
export function refuseUnanswered({ url, attempts }: SendResult, allowed: PrivateAllowlist): void {
  const [first] = attempts;
  if (first === undefined || attempts.some(({ status }) => status !== null)) return;
  // one of a small set; only `interrupted` has no text, because it ends the run
  const fault = first.error as OutboundFault;
  if (fault === 'address not allowed') {
    const what = isAllowed(url, allowed)
      ? 'resolves to a link-local or metadata address'
      : 'is not a public https address';
    throw createUsageError(
      `${getHostPort(url)} ${what}; nothing was sent`,
      advisePrivateAddress(url, 'a receiver', allowed),
    );
  }
  throw new CrierError('unavailable', `no response from ${getHostPort(url)}: ${fault}`, {
    http: null,
    advice: ADVICE[fault],
  });
}

const ANSWER_FIRST = `a receiver must respond within ${formatDuration(LIMITS.webhookAnswerMs)}: respond first, then process`;

const ADVICE: Readonly<Record<Exclude<OutboundFault, 'address not allowed'>, string>> = {
  'name not found': 'check the spelling of the host name',
  'connection refused': 'check that the receiver is running, and on which port',
  'connection lost': 'the receiver closed the connection; the service would retry',
  'certificate not valid': 'the service only accepts certificates of public authorities',
  timeout: ANSWER_FIRST,
  'answer too large': 'respond with a short body: the service does not read it',
  'answer not readable':
    'the receiver does not use HTTP/1.1, its headers are too long, or its response is invalid',
  interrupted: 'it was stopped before a response',
};

/** The first response that is not as it should be; null if all are. */
export function findSendFailure({ attempts, flaws }: SendResult): CrierError | null {
  const bad = attempts.filter(({ expected }) => !expected);
  const [first] = bad;
  if (first === undefined) return null;
  const which = attempts.length === 1 ? '' : `${bad.length} of ${attempts.length}: `;
  const [message, advice] =
    flaws.length === 0 ? describeNotDelivered(first) : describeNotRefused(first, flaws);
  return new CrierError('differs', `${which}${message}`, { http: null, advice });
}

type FailureText = readonly [message: string, advice: string];

function describeNotDelivered(attempt: SentAttempt): FailureText {
  const { status, error } = attempt;
  const answer = error === null ? `responded with ${status}` : `gave no complete response (${error})`;
  const then =
    attempt.retryAfterMs === null
      ? 'would not retry'
      : `would retry in ${formatDuration(attempt.retryAfterMs)}`;
  return [`the receiver ${answer}, and the service ${then}`, adviseDelivery(attempt)];
}

function adviseDelivery({ status, error }: SentAttempt): string {
  if (error !== null || status === null) return ANSWER_FIRST;
  if (status >= 500) return 'see the log of the receiver';
  if (status === 401 || status === 403) {
    return 'check that the receiver has the same secret: "crier hooks verify" explains why a signature is invalid';
  }
  if (status >= 400) return 'respond with 200 to an accepted delivery, and to one that was received before';
  if (status >= 300) return 'redirects are not followed: use the URL that it redirects to';
  return 'only 200 counts as delivered';
}

function describeNotRefused({ status, outcome, error }: SentAttempt, flaws: readonly Flaw[]): FailureText {
  const what = `a delivery ${flaws.map((flaw) => FLAWS[flaw]).join(' and ')}`;
  if (outcome === 'delivered') return [`the receiver accepted ${what}`, adviseRefusal(flaws)];
  const answer = error ?? `status ${status}`;
  return [
    `the receiver neither accepted nor refused ${what}: ${answer}`,
    'refuse with a status such as 401: only client errors are not retried',
  ];
}

function adviseRefusal(flaws: readonly Flaw[]): string {
  const advice = {
    tamper: 'verify the signature over the raw bytes before parsing',
    unsigned: 'refuse unsigned deliveries if a secret is set',
    stale: 'refuse a signed "timeStamp" that is older than you keep claims of hookId',
  } as const satisfies Record<Flaw, string>;
  return flaws.map((flaw) => advice[flaw]).join(', and ');
}

export function listSendNotes({
  signedWith,
  flaws,
  attempts,
  isUnsignedOnPurpose,
}: Omit<SendResult, 'url'> & {
  /** The secrets, as of `describeSecrets`; null if unsigned. */
  signedWith: string | null;
  isUnsignedOnPurpose: boolean;
}): readonly string[] {
  const isGood = attempts.every(({ expected }) => expected);
  return [
    ...(signedWith === null && !isUnsignedOnPurpose ? [NOT_SIGNED] : []),
    ...(signedWith === null ? [] : [`signed with ${signedWith}`]),
    ...(isGood && flaws.length > 0 ? ['refused, as it should be'] : []),
    ...(isGood && flaws.length === 0 && attempts.length > 1 ? [ONE_HOOK_ID] : []),
  ];
}

const NOT_SIGNED = 'not signed: no secret is set (--secret-file, CRIER_WEBHOOK_SECRET or the context)';

const ONE_HOOK_ID =
  'all have the same hookId: a receiver should respond to each with 200, but process only one; see its log';
