import { describeChange, findBodyEvidence, generateBodyTrials } from '../../receiver/changed-body.ts';
import type { ReceivedDelivery } from '../../receiver/received-delivery.ts';
import type { SignatureVerdict } from '../../receiver/verify-signature.ts';
import {
  type GivenSignature,
  judgeSignature,
  listSignatures,
  type SignatureMatch,
  type SignatureMiss,
} from '../../receiver/verify-signature.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { HeaderSource, RawRequestBody, VerifyOptions } from './verify-options.ts';

/** What is verified: bytes that nothing else can change meanwhile. */
interface RawDelivery extends ReceivedDelivery {
  body: Uint8Array<ArrayBuffer>;
}

/** The default of `toleranceMs`. */
const TOLERANCE_MS = ASSUMED.receiverClaimMs;

/** Checks the options once, for any number of deliveries. */
export function createVerifier({
  secrets,
  toleranceMs = TOLERANCE_MS,
  now = Date.now,
}: VerifyOptions): (received: RawDelivery) => Promise<SignatureVerdict> {
  const listed = typeof secrets === 'string' ? [secrets] : secrets;
  requireSecrets(listed);
  requireTolerance(toleranceMs);
  if (typeof now !== 'function') throw new TypeError('now: give a function');
  let keys: Promise<readonly HmacKey[]> | null = null;
  return async (received) => {
    const given = listSignatures(received);
    // Workers allow it only while there is a request
    keys ??= Promise.all(listed.map(importSecret));
    const match = typeof given === 'string' ? given : await matchKeys(received, given, await keys);
    return judgeSignature(received, match, { now: now(), toleranceMs });
  };
}

/** JavaScript has no types: a variable of the environment that is not set must not become a secret. */
function requireSecrets(secrets: unknown): void {
  const isUsable =
    Array.isArray(secrets) &&
    secrets.length > 0 &&
    secrets.every((each) => typeof each === 'string' && each.trim() !== '');
  if (!isUsable)
    throw new TypeError('secrets: give one secret or more, none of them empty; is the variable set?');
}

function requireTolerance(toleranceMs: unknown): void {
  if (typeof toleranceMs !== 'number' || !Number.isFinite(toleranceMs) || toleranceMs <= 0)
    throw new TypeError('toleranceMs: give a number of milliseconds above 0');
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const importSecret = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['verify']);

type HmacKey = Awaited<ReturnType<typeof importSecret>>;

async function matchKeys(
  received: RawDelivery,
  given: readonly GivenSignature[],
  keys: readonly HmacKey[],
): Promise<SignatureMatch | SignatureMiss> {
  const match = await findMatch(received.body, given, keys);
  if (match !== null) return match;
  for (const { bytes, description } of generateBodyTrials(received)) {
    if ((await findMatch(bytes, given, keys)) !== null) return { change: describeChange(description) };
  }
  const change = findBodyEvidence(received);
  return change === null ? 'mismatch' : { change };
}

/** `crypto.subtle.verify` compares in constant time. Each key is tried with each signature, whichever fits. */
async function findMatch(
  body: RawDelivery['body'],
  given: readonly GivenSignature[],
  keys: readonly HmacKey[],
): Promise<SignatureMatch | null> {
  const tries = given.flatMap(({ header, encoding, bytes }) =>
    keys.map(async (key, secret) => ({
      isValid: await crypto.subtle.verify(HMAC, key, bytes, body),
      match: { header, encoding, secret },
    })),
  );
  return (await Promise.all(tries)).find(({ isValid }) => isValid)?.match ?? null;
}

/**
 * Copies a body.
 *
 * @throws TypeError for anything but a raw body, such as a parsed one
 */
export function toBytes(body: RawRequestBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  // of any realm, such as that of a test runner
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body).slice();
  throw new TypeError('the raw body is needed: bytes or a text, as it came');
}

/** Names in lower case. */
export function toHeaders(headers: HeaderSource): Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null) throw new TypeError('the headers are needed');
  const entries = isIterable(headers) ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), String(value)]])),
  );
}

function isIterable(headers: HeaderSource): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}
