import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { MAX_VARIANT_BYTES } from '../../../receiver/body-variants.ts';
import { findBodyEvidence } from '../../../receiver/changed-body.ts';
import {
  getHeader,
  parseJsonBody,
  type ReceivedDelivery,
  readTimeStamp,
} from '../../../receiver/received-delivery.ts';
import type { SignatureCheck, SignatureFault } from '../../../receiver/verify-signature.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../../service/webhooks.ts';
import { findSigningTrial, type MatchedTrial, type SigningTrial } from './find-signing-trial.ts';

export type SignatureReason =
  | 'unsigned'
  | 'wrong secret or body changed'
  | 'secret spelled otherwise'
  | 're-serialised'
  | 'body changed'
  | 'wrong encoding'
  | 'wrong algorithm'
  | 'other text signed'
  | 'other attempt'
  | 'undated'
  | 'other time'
  | 'stale'
  | 'from the future';

/** An explanation of why a signature is invalid. It contains neither a secret nor a valid signature. */
export interface SignatureExplanation {
  readonly reason: SignatureReason;
  readonly message: string;
  readonly fix: string;
}

/**
 * Explains why a delivery was rejected. It tries many ways of signing, which takes a while: do not run it for every
 * forged request.
 *
 * @param fault as found by `verifySignature`
 * @see docs/service/webhooks.md#signature, #W-06, #W-07, #W-14
 * @see docs/service/readings.md#U-01
 */
export function explainSignatureFault(
  received: ReceivedDelivery,
  checking: SignatureCheck,
  fault: SignatureFault,
): SignatureExplanation {
  switch (fault) {
    case 'unsigned':
      return explainUnsigned(received);
    case 'unreadable':
    case 'mismatch':
    case 'changed body':
      return explainMismatch(received, checking, fault);
    case 'undated':
      return explainUndated(received);
    case 'other time':
      return explainOtherTime(received);
    case 'stale':
      return explainStale(received, checking);
    case 'from the future':
      return explainFutureTime(received, checking);
  }
}

function explainUnsigned({ headers }: ReceivedDelivery): SignatureExplanation {
  const other = Object.keys(headers).find(
    (name) => /signature|sha-?(?:1|256|512)|hmac/i.test(name) && /^[\w-]{1,60}$/.test(name),
  );
  const instead = other === undefined ? '' : `; ${other} is a header used by other services`;
  return {
    reason: 'unsigned',
    message: `there is no ${WEBHOOK_HEADERS.signature} header, although a secret is set${instead}`,
    fix: 'the service signs if a secret is registered: check that one is, and that no proxy removes headers',
  };
}

function explainMismatch(
  received: ReceivedDelivery,
  { secrets }: SignatureCheck,
  fault: SignatureFault,
): SignatureExplanation {
  const found = findSigningTrial(received, secrets);
  if (found !== null) return explainTrial(found);
  if (fault === 'unreadable') return UNREADABLE;
  return explainChangedBody(received) ?? explainUnclear(received);
}

function explainTrial({ trial, digest }: MatchedTrial): SignatureExplanation {
  if (digest.algorithm !== 'sha256') {
    return {
      reason: 'wrong algorithm',
      message: ` it was made with ${digest.algorithm.toUpperCase()}, not with SHA256${describeOtherText(trial)}`,
      fix: 'sign with HMAC-SHA256',
    };
  }
  if (digest.oddity !== null) {
    return {
      reason: 'wrong encoding',
      message: `it is a digest of the right kind, but it ${digest.oddity}${describeOtherText(trial)}`,
      fix: `${WEBHOOK_HEADERS.signature} must contain only the 32 bytes, in hex, base64 or base64url`,
    };
  }
  const { reason, says, advice } = TRIAL_EXPLANATIONS[trial.kind];
  return { reason, message: `${says}${trial.description}`, fix: trial.fix ?? advice };
}

function describeOtherText({ kind, description }: SigningTrial): string {
  return kind === 'nothing'
    ? ''
    : `; in addition, something other than the body was signed, or with another secret: ${description}`;
}

const RAW_BODY_FIX = 'pass the raw bytes as received, before any parsing';

const TRIAL_EXPLANATIONS: Readonly<
  Record<SigningTrial['kind'], { reason: SignatureReason; says: string; advice: string }>
> = {
  nothing: { reason: 'wrong encoding', says: 'it has another encoding', advice: RAW_BODY_FIX },
  secret: { reason: 'secret spelled otherwise', says: 'it was signed with ', advice: RAW_BODY_FIX },
  're-serialised': {
    reason: 're-serialised',
    says: 'this JSON was parsed and serialized again: what was signed is ',
    advice: `${RAW_BODY_FIX}, such as the raw body of the web framework instead of the parsed object`,
  },
  'body changed': {
    reason: 'body changed',
    says: 'these are not the bytes that were signed: what was signed is ',
    advice: RAW_BODY_FIX,
  },
  'other text': {
    reason: 'other text signed',
    says: 'it was made by the scheme of another service: it signs ',
    advice: RAW_BODY_FIX,
  },
};

const UNREADABLE: SignatureExplanation = {
  reason: 'wrong encoding',
  message: 'the signature is not 32 bytes in hex, base64 or base64url',
  fix: `give ${WEBHOOK_HEADERS.signature} complete, as received`,
};

/** Detects, only from the body and headers, that these are not the bytes that were signed; null if nothing shows it. */
function explainChangedBody(received: ReceivedDelivery): SignatureExplanation | null {
  const { body } = received;
  const [timeStamp, header] = [readTimeStamp(body), getHeader(received, 'signedAt')];
  if (timeStamp !== null && header !== null && /^\d+$/.test(header) && header !== String(timeStamp)) {
    return {
      reason: 'other attempt',
      message: `the headers are of ${formatTime(Number(header))} but the body is of ${formatTime(timeStamp)}: each attempt has its own body and signature`,
      fix: 'pass the body and the headers of the same attempt',
    };
  }
  const message = findBodyEvidence(received, MAX_VARIANT_BYTES);
  return message === null ? null : { reason: 'body changed', message, fix: RAW_BODY_FIX };
}

function explainUnclear({ body }: ReceivedDelivery): SignatureExplanation {
  const bytes = formatCount(body.length, 'byte');
  const untried = body.length > MAX_VARIANT_BYTES ? '; the body is too large to try variants of it' : '';
  return {
    reason: 'wrong secret or body changed',
    message: `these ${bytes} were not signed with this secret: the secret is wrong, or the body was changed${untried}`,
    fix: 'compare the secret with the one registered last, which signs for all webhooks of the profile, and pass the raw bytes as received',
  };
}

function explainUndated({ body }: ReceivedDelivery): SignatureExplanation {
  const isJson = parseJsonBody(body) !== undefined;
  return {
    reason: 'undated',
    message: `the signature is valid, but the body ${isJson ? 'has no "timeStamp" in Unix seconds' : 'is not JSON'}: a replay cannot be detected`,
    fix: 'deliveries of the service always have "timeStamp", besides "timestamp"',
  };
}

function explainOtherTime(received: ReceivedDelivery): SignatureExplanation {
  const header = getHeader(received, 'signedAt') ?? '';
  const timeStamp = readTimeStamp(received.body);
  const isInMs = header === String((timeStamp ?? 0) * SECOND_MS);
  const shown = /^\d{1,15}$/.test(header) ? header : 'a value that is not Unix seconds';
  return {
    reason: 'other time',
    message: `the signature is valid, but ${WEBHOOK_HEADERS.signedAt} is ${shown}, and the signed "timeStamp" is ${timeStamp}`,
    fix: isInMs
      ? 'send the header in seconds, not in milliseconds'
      : 'the header is not signed: a changed one can hide a replay of an old delivery',
  };
}

function explainStale(
  received: ReceivedDelivery,
  { now, toleranceMs }: SignatureCheck,
): SignatureExplanation {
  const timeStamp = readTimeStamp(received.body) ?? 0;
  return {
    reason: 'stale',
    message: `the signature is valid, but it is of ${formatTime(timeStamp)}, ${formatApproximateDuration(now - timeStamp * SECOND_MS)} ago, and ${describeTolerance(toleranceMs)}`,
    fix: 'an old delivery may be a replay: the service signs each attempt again',
  };
}

function explainFutureTime(received: ReceivedDelivery, { now }: SignatureCheck): SignatureExplanation {
  const timeStamp = readTimeStamp(received.body) ?? 0;
  if (timeStamp > now / 10) {
    return {
      reason: 'from the future',
      message: `the signature is valid, but "timeStamp" is ${timeStamp}, which is not a time in Unix seconds`,
      fix: '"timeStamp" is in seconds, not in milliseconds',
    };
  }
  return {
    reason: 'from the future',
    message: `the signature is valid, but it is of ${formatTime(timeStamp)}, ${formatApproximateDuration(timeStamp * SECOND_MS - now)} from now, and ${describeTolerance(ASSUMED.maxClockSkewMs)}`,
    fix: 'check the clocks of both machines; that of a sandbox may have been advanced: "crier sandbox clock now"',
  };
}

function describeTolerance(ms: number): string {
  const length = formatApproximateDuration(ms);
  return `${length} ${length.startsWith('1 ') ? 'is' : 'are'} allowed`;
}

const LATEST_SECOND = 8_640_000_000_000;

function formatTime(seconds: number): string {
  return seconds > LATEST_SECOND ? `second ${seconds}` : formatIsoSeconds(seconds * SECOND_MS);
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** Formats an approximate duration in the largest unit of which there are at least two. */
export function formatApproximateDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= 2 * each) ?? ['second', SECOND_MS];
  const count = Math.round(ms / size);
  return formatCount(count, unit);
}
