import { createHmac, timingSafeEqual } from 'node:crypto';
import { ASSUMED } from '../facts/assumed.ts';
import { SECOND_MS } from '../facts/durations.ts';
import { WEBHOOK_HEADERS } from '../facts/webhooks.ts';
import { getField } from './loose-record.ts';
import { parseSignature, type SignatureEncoding } from './parse-signature.ts';

/** What came to a receiver. */
export interface ReceivedDelivery {
  /** The very bytes, before anything parses them. */
  readonly body: Uint8Array;
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a receiver holds a delivery against. */
export interface SignatureCheck {
  /** One, or two while a new one takes the place of the old one: any of them will do. */
  readonly secrets: readonly [string, ...(readonly string[])];
  /** The receiver's clock, in milliseconds since 1970. */
  readonly now: number;
  /** How old a delivery may be, in milliseconds; the receiver keeps its claims so long at least. */
  readonly toleranceMs: number;
}

/** Why a delivery is refused. */
export type SignatureFault =
  /** No header with a signature. */
  | 'unsigned'
  /** The header holds no 32 bytes in a spelling that is taken. */
  | 'unreadable'
  /** Another secret, or another body. */
  | 'mismatch'
  /** The signed body tells no time. */
  | 'undated'
  /** The header tells another time than the signed body. */
  | 'other time'
  | 'stale'
  | 'from the future';

export type SignatureVerdict =
  | {
      readonly isValid: true;
      readonly header: 'signature' | 'signatureV2';
      readonly encoding: SignatureEncoding;
      /** Which of the secrets fits: its place among them. */
      readonly secret: number;
      /** Unix seconds, as they stand in the signed body. */
      readonly timeStamp: number;
      /** Whether the header of the time is there; where it is, it tells the same. */
      readonly hasTimeHeader: boolean;
    }
  | { readonly isValid: false; readonly fault: SignatureFault; readonly timeStamp: number | null };

const SIGNATURES = ['signature', 'signatureV2'] as const;

/**
 * Judges, as a receiver, whether a delivery is to be taken: its signature over the raw bytes first, in constant time,
 * and only then what the body says. The header of the time is not signed, so that it counts for nothing but to be equal.
 *
 * @see docs/service/webhooks.md#signature, #HOOK-10, #HOOK-14, #W-06, #W-07, #W-14
 * @see docs/service/readings.md#U-01, #U-02
 * @see docs/safety.md#L1, #L2
 */
export function verifySignature(received: ReceivedDelivery, checking: SignatureCheck): SignatureVerdict {
  const fit = matchSecrets(received, checking.secrets);
  if (typeof fit === 'string') return { isValid: false, fault: fit, timeStamp: null };
  const timeStamp = readTimeStamp(received.body);
  const fault = findTimeFault(timeStamp, received, checking);
  if (timeStamp === null || fault !== null) return { isValid: false, fault: fault ?? 'undated', timeStamp };
  return { isValid: true, ...fit, timeStamp, hasTimeHeader: getHeader(received, 'signedAt') !== null };
}

/** A header of a delivery; null when it is not there. */
export function getHeader({ headers }: ReceivedDelivery, name: keyof typeof WEBHOOK_HEADERS): string | null {
  const wanted = WEBHOOK_HEADERS[name].toLowerCase();
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === wanted);
  return found === undefined ? null : found[1].trim();
}

/** `timeStamp` of a body, in Unix seconds; null when it is no JSON object, or has no whole number there. */
export function readTimeStamp(body: Uint8Array): number | null {
  const value = getField(parseJsonBody(body), 'timeStamp');
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** What a body says, as far as it is JSON in UTF-8. */
export function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

type SignatureMatch = Pick<Extract<SignatureVerdict, { isValid: true }>, 'header' | 'encoding' | 'secret'>;

function matchSecrets(
  received: ReceivedDelivery,
  secrets: readonly string[],
): SignatureMatch | SignatureFault {
  const given = SIGNATURES.flatMap((header) => {
    const text = getHeader(received, header);
    return text === null ? [] : [{ header, digest: parseSignature(text) }];
  });
  if (given.length === 0) return 'unsigned';
  if (given.every(({ digest }) => digest === null)) return 'unreadable';
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(received.body).digest());
  const fits = given.flatMap(({ header, digest }) =>
    expected.flatMap((bytes, secret) =>
      digest !== null && timingSafeEqual(bytes, digest.bytes)
        ? [{ header, encoding: digest.encoding, secret }]
        : [],
    ),
  );
  return fits[0] ?? 'mismatch';
}

function findTimeFault(
  timeStamp: number | null,
  received: ReceivedDelivery,
  { now, toleranceMs }: SignatureCheck,
): SignatureFault | null {
  if (timeStamp === null) return 'undated';
  const header = getHeader(received, 'signedAt');
  if (header !== null && header !== String(timeStamp)) return 'other time';
  const ageMs = now - timeStamp * SECOND_MS;
  if (ageMs > toleranceMs) return 'stale';
  return ageMs < -ASSUMED.maxClockSkewMs ? 'from the future' : null;
}
