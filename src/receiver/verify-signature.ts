import { createHmac, timingSafeEqual } from 'node:crypto';
import { ASSUMED } from '../service/assumed.ts';
import { SECOND_MS } from '../service/durations.ts';
import { describeChange, findBodyEvidence, generateBodyTrials } from './changed-body.ts';
import { getHeader, getTimeStamp, parseJsonBody, type ReceivedDelivery } from './received-delivery.ts';

export interface SignatureCheck {
  /** One, or two during a rotation: any of them is accepted. */
  readonly secrets: readonly [string, ...(readonly string[])];
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  /** Maximum age of a delivery, in milliseconds; the receiver keeps its claims at least as long. */
  readonly toleranceMs: number;
}

const SIGNATURES = ['signature', 'signatureV2'] as const;

/**
 * Verifies a delivery as a receiver: first its signature over the raw bytes, in constant time, and only then the
 * content. The time header is not signed, so it must merely equal the signed time.
 *
 * @see docs/service/webhooks.md#signature, #HOOK-10, #HOOK-14, #W-06, #W-07, #W-14
 * @see docs/service/readings.md#U-01, #U-02
 * @see docs/safety.md#L1, #L2
 */
export function verifySignature(received: ReceivedDelivery, checking: SignatureCheck): SignatureVerdict {
  return verifyAndParse(received, checking).verdict;
}

/** The verdict, and the parsed body: undefined if it is not JSON, or if its signature is not valid. */
interface ParsedVerdict {
  verdict: SignatureVerdict;
  event: unknown;
}

/** The same for a caller that needs the content, too: it is parsed once. */
export function verifyAndParse(received: ReceivedDelivery, checking: SignatureCheck): ParsedVerdict {
  const given = listSignatures(received);
  return judgeAndParse(
    received,
    typeof given === 'string' ? given : matchSecrets(received, given, checking.secrets),
    checking,
  );
}

/**
 * Judges a delivery of which it is known which secret signed it: now its content is parsed, and its time checked.
 *
 * @param match the secret and the signature that fit, or why none does
 */
export function judgeSignature(
  received: ReceivedDelivery,
  match: SignatureMatch | SignatureMiss,
  checking: Omit<SignatureCheck, 'secrets'>,
): SignatureVerdict {
  return judgeAndParse(received, match, checking).verdict;
}

function judgeAndParse(
  received: ReceivedDelivery,
  match: SignatureMatch | SignatureMiss,
  checking: Omit<SignatureCheck, 'secrets'>,
): ParsedVerdict {
  if (typeof match === 'string')
    return { verdict: { isValid: false, fault: match, change: null, timeStamp: null }, event: undefined };
  if ('change' in match)
    return {
      verdict: { isValid: false, fault: 'changed body', ...match, timeStamp: null },
      event: undefined,
    };
  const event = parseJsonBody(received.body);
  const timeStamp = getTimeStamp(event);
  const signedAt = getHeader(received, 'signedAt');
  const refuse = (fault: SignatureFault): ParsedVerdict => ({
    verdict: { isValid: false, fault, change: null, timeStamp },
    event,
  });
  if (timeStamp === null) return refuse('undated');
  const fault = findTimeFault(timeStamp, signedAt, checking);
  if (fault !== null) return refuse(fault);
  return { verdict: { isValid: true, ...match, timeStamp, hasTimeHeader: signedAt !== null }, event };
}

/** The signature that is valid, and the index of its secret. */
export type SignatureMatch = Pick<
  Extract<SignatureVerdict, { isValid: true }>,
  'header' | 'encoding' | 'secret'
>;

/** Why no signature fits; `change` says how the body was changed in transit. */
export type SignatureMiss = 'unsigned' | 'unreadable' | 'mismatch' | { readonly change: string };

/** A signature of a delivery, whatever it is of. */
export interface GivenSignature extends SignatureDigest {
  readonly header: SignatureMatch['header'];
}

/** Reads the signatures of a delivery. @returns why there is none */
export function listSignatures(
  received: ReceivedDelivery,
): readonly GivenSignature[] | 'unsigned' | 'unreadable' {
  const given = SIGNATURES.flatMap((header) => {
    const text = getHeader(received, header);
    return text === null ? [] : [{ header, digest: parseSignature(text) }];
  });
  if (given.length === 0) return 'unsigned';
  const read = given.flatMap(({ header, digest }) => (digest === null ? [] : [{ header, ...digest }]));
  return read.length === 0 ? 'unreadable' : read;
}

function matchSecrets(
  received: ReceivedDelivery,
  given: readonly GivenSignature[],
  secrets: readonly string[],
): SignatureMatch | SignatureMiss {
  const match = findMatch(received.body, given, secrets);
  if (match !== null) return match;
  for (const { bytes, description } of generateBodyTrials(received)) {
    if (findMatch(bytes, given, secrets) !== null) return { change: describeChange(description) };
  }
  const change = findBodyEvidence(received);
  return change === null ? 'mismatch' : { change };
}

function findMatch(
  body: Uint8Array,
  given: readonly GivenSignature[],
  secrets: readonly string[],
): SignatureMatch | null {
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(body).digest());
  const fits = given.flatMap(({ header, encoding, bytes }) =>
    expected.flatMap((each, secret) => (timingSafeEqual(each, bytes) ? [{ header, encoding, secret }] : [])),
  );
  return fits[0] ?? null;
}

function findTimeFault(
  timeStamp: number,
  signedAt: string | null,
  { now, toleranceMs }: Omit<SignatureCheck, 'secrets'>,
): SignatureFault | null {
  if (signedAt !== null && signedAt !== String(timeStamp)) return 'other time';
  const ageMs = now - timeStamp * SECOND_MS;
  if (ageMs > toleranceMs) return 'stale';
  return ageMs < -ASSUMED.maxClockSkewMs ? 'from the future' : null;
}

/** The bytes of an HMAC-SHA256 signature, and their encoding. */
interface SignatureDigest {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: SignatureEncoding;
}

const DIGEST_BYTES = 32;
const HEX = /^[\da-f]{64}$/i;
const BASE64 = /^[A-Za-z\d+/]{43}=?$/;
const BASE64URL = /^[\w-]{43}=?$/;

/**
 * Parses a signature in any accepted encoding: hex in either case, base64 and base64url, with or without padding.
 *
 * @returns null if it is not 32 bytes in one of these
 * @see docs/service/webhooks.md#signature
 * @see docs/service/readings.md#U-01
 */
export function parseSignature(text: string): SignatureDigest | null {
  if (HEX.test(text)) {
    const encoding = /[A-F]/.test(text) ? 'upper-case hex' : 'hex';
    return { bytes: decodeHex(text), encoding };
  }
  if (!BASE64.test(text) && !BASE64URL.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace('=', '');
  const binary = atob(standard);
  // 43 characters are 32 bytes and two bits, which must be 0: other endings do not round-trip
  if (btoa(binary).replace('=', '') !== standard) return null;
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return { bytes, encoding: /[-_]/.test(text) ? 'base64url' : 'base64' };
}

/** Web Crypto's runtimes have no `Buffer`. */
function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(DIGEST_BYTES);
  for (let place = 0; place < DIGEST_BYTES; place += 1)
    bytes[place] = 16 * decodeHexDigit(text, 2 * place) + decodeHexDigit(text, 2 * place + 1);
  return bytes;
}

/** In ASCII, the low four bits of a digit are its value, and those of a letter in either case count from 1. */
function decodeHexDigit(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code <= NINE ? code & 0xf : (code & 0xf) + 9;
}

const NINE = '9'.charCodeAt(0);

export type SignatureFault =
  | 'unsigned'
  /** The header does not contain 32 bytes in an accepted encoding. */
  | 'unreadable'
  /** Another secret, or another body. */
  | 'mismatch'
  /** A gateway or framework changed the body in transit: a mistake of the receiver. */
  | 'changed body'
  /** The signed body has no time. */
  | 'undated'
  /** The header's time differs from that in the signed body. */
  | 'other time'
  | 'stale'
  | 'from the future';

/** Whether a delivery is from a sender who knows a secret, and recent. */
export type SignatureVerdict =
  | {
      readonly isValid: true;
      readonly header: 'signature' | 'signatureV2';
      readonly encoding: SignatureEncoding;
      /** Index of the secret that matched. */
      readonly secret: number;
      /** Unix seconds, as in the signed body. */
      readonly timeStamp: number;
      /** Whether the time header is present; if so, it is equal. */
      readonly hasTimeHeader: boolean;
    }
  | {
      readonly isValid: false;
      readonly fault: SignatureFault;
      /** How the body was changed; null for other faults. */
      readonly change: string | null;
      readonly timeStamp: number | null;
    };

/** @see docs/service/readings.md#U-01 */
type SignatureEncoding = 'hex' | 'upper-case hex' | 'base64' | 'base64url';
