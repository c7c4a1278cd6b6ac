import { CrierError, createUsageError } from '../../errors.ts';
import { LIMITS } from '../../facts/limits.ts';
import type { OutboundFault } from '../../outbound/outbound.ts';
import { getHostPort } from '../../rules/get-host-port.ts';
import { isAllowed, type PrivateAllowlist } from '../../rules/private-allowlist.ts';
import { advisePrivateAddress } from '../advise-private-address.ts';
import { formatDuration } from '../format-duration.ts';
import type { SentAttempt } from './send-attempt.ts';

/** How a delivery was made wrong on purpose, as it follows `a delivery`. */
export const FLAWS = {
  tamper: 'whose body was changed after it was signed',
  stale: 'that is older than claims are kept',
  unsigned: 'without a signature',
} as const;
export type Flaw = keyof typeof FLAWS;

/** What was sent, and with what flaws. */
interface SendResult {
  readonly url: string;
  readonly attempts: readonly SentAttempt[];
  readonly flaws: readonly Flaw[];
}

/**
 * What to say of sendings of which none was answered.
 *
 * @param allowed what the run may reach though it is not public
 * @throws CrierError of kind usage for an address that must not be reached: nothing was sent
 */
export function refuseUnanswered({ url, attempts }: SendResult, allowed: PrivateAllowlist): void {
  const [first] = attempts;
  if (first === undefined || attempts.some(({ status }) => status !== null)) return;
  // of a small set, and only `interrupted` has no words of its own: the run ends by it
  const fault = first.error as OutboundFault;
  if (fault === 'address not allowed') {
    const what = isAllowed(url, allowed)
      ? 'leads to a link-local or metadata address'
      : 'is not a public https address';
    throw createUsageError(
      `${getHostPort(url)} ${what}, and nothing was sent`,
      advisePrivateAddress(url, 'a receiver', allowed),
    );
  }
  throw new CrierError('unavailable', `no answer from ${getHostPort(url)}: ${fault}`, {
    http: null,
    advice: ADVICE[fault],
  });
}

const ANSWER_FIRST = `a receiver has ${formatDuration(LIMITS.webhookAnswerMs)}: answer first, and work after`;

const ADVICE: Readonly<Record<Exclude<OutboundFault, 'address not allowed'>, string>> = {
  'name not found': 'look at the spelling of the host',
  'connection refused': 'look whether the receiver is running, and on which port',
  'connection lost': 'the receiver broke the connection off; the service would send it again',
  'certificate not valid': 'the service speaks to receivers with a certificate that everybody trusts alone',
  timeout: ANSWER_FIRST,
  'answer too large': 'the service does not read the answer: a short one will do',
  'answer not readable':
    'the receiver does not speak HTTP/1.1, its headers are too long, or its answer is broken',
  interrupted: 'it was ended before an answer came',
};

/** What of the answers is not as a good receiver would have it; null when all is. */
export function findSendFailure({ attempts, flaws }: SendResult): CrierError | null {
  const bad = attempts.filter(({ expected }) => !expected);
  const [first] = bad;
  if (first === undefined) return null;
  const which = attempts.length === 1 ? '' : `${bad.length} of ${attempts.length}: `;
  const [message, advice] =
    flaws.length === 0 ? describeNotDelivered(first) : describeNotRefused(first, flaws);
  return new CrierError('differs', `${which}${message}`, { http: null, advice });
}

type FailureText = readonly [said: string, advice: string];

function describeNotDelivered(attempt: SentAttempt): FailureText {
  const { status, error } = attempt;
  const answer = error === null ? `answered ${status}` : `gave no whole answer (${error})`;
  const then =
    attempt.retryAfterMs === null
      ? 'would not send it again'
      : `would send it again in ${formatDuration(attempt.retryAfterMs)}`;
  return [`the receiver ${answer}, and the service ${then}`, adviseDelivery(attempt)];
}

function adviseDelivery({ status, error }: SentAttempt): string {
  if (error !== null || status === null) return ANSWER_FIRST;
  if (status >= 500) return 'look into the log of the receiver';
  if (status === 401 || status === 403) {
    return 'look whether the receiver has the same secret: "crier hooks verify" tells why a signature does not hold';
  }
  if (status >= 400) return 'a delivery that is taken, and one that came before, is answered with 200';
  if (status >= 300) return 'redirects are not followed: give the address that it leads to';
  return 'only 200 counts as delivered';
}

function describeNotRefused({ status, outcome, error }: SentAttempt, flaws: readonly Flaw[]): FailureText {
  const what = `a delivery ${flaws.map((flaw) => FLAWS[flaw]).join(' and ')}`;
  if (outcome === 'delivered') return [`the receiver took ${what}`, adviseRefusal(flaws)];
  const answer = error ?? `status ${status}`;
  return [
    `the receiver neither took nor refused ${what}: ${answer}`,
    'a refusal is an answer such as 401: anything but a client error is sent again',
  ];
}

function adviseRefusal(flaws: readonly Flaw[]): string {
  const advice = {
    tamper: 'check the signature over the raw bytes, before anything is parsed',
    unsigned: 'refuse what is not signed where a secret is set',
    stale: 'refuse a signed "timeStamp" that is older than you keep claims of hookId',
  } as const satisfies Record<Flaw, string>;
  return flaws.map((flaw) => advice[flaw]).join(', and ');
}
