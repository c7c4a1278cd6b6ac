import { createHash, createHmac } from 'node:crypto';
import { getField } from '../../domain/json/loose-record.ts';
import { generateBodyVariants } from './body-variants.ts';
import { findDigests, type HashAlgorithm, type LooseDigest } from './find-digests.ts';
import { listSecretVariants } from './list-secret-variants.ts';
import { parseSignature } from './parse-signature.ts';
import { getHeader, parseJsonBody, type ReceivedDelivery, readTimeStamp } from './verify-signature.ts';

/** A way of signing that reproduces the received signature. */
export interface MatchedTrial {
  readonly trial: SigningTrial;
  readonly digest: LooseDigest;
}

/** A way in which the sender may have signed. */
export interface SigningTrial {
  /** What is wrong with it; `nothing` if only the encoding of the signature is wrong. */
  readonly kind: 'nothing' | 'secret' | 're-serialised' | 'body changed' | 'other text';
  /** What was signed, or with what. */
  readonly description: string;
  readonly fix: string | null;
  digest(algorithm: HashAlgorithm): Uint8Array;
}

/**
 * Searches for the way in which an invalid signature was made: with the same secret over other bytes, with another
 * encoding, or by the scheme of another service.
 *
 * @returns null if none reproduces it
 */
export function findSigningTrial(
  received: ReceivedDelivery,
  secrets: readonly string[],
): MatchedTrial | null {
  const digests = listDigests(received);
  if (digests.length === 0) return null;
  for (const secret of secrets) {
    for (const trial of generateTrials(received, secret)) {
      const digest = digests.find(({ bytes, algorithm }) => bytes.equals(trial.digest(algorithm)));
      if (digest !== undefined) return { trial, digest };
    }
  }
  return null;
}

function listDigests(received: ReceivedDelivery): readonly LooseDigest[] {
  const texts = [getHeader(received, 'signature'), getHeader(received, 'signatureV2')];
  return texts
    .filter((text) => text !== null)
    .flatMap((text): readonly LooseDigest[] => {
      const strict = parseSignature(text);
      if (strict === null) return findDigests(text);
      return [{ bytes: Buffer.from(strict.bytes), algorithm: 'sha256', oddity: null }];
    });
}

const SIGN_BODY_FIX = 'sign only the bytes of the body';

function* generateTrials(received: ReceivedDelivery, secret: string): Generator<SigningTrial> {
  const { body } = received;
  const keyed = (key: string | Uint8Array, text: Uint8Array) => (algorithm: HashAlgorithm) =>
    createHmac(algorithm, key).update(text).digest();
  const hashed = (text: Uint8Array) => (algorithm: HashAlgorithm) =>
    createHash(algorithm).update(text).digest();
  yield { kind: 'nothing', description: '', fix: null, digest: keyed(secret, body) };
  for (const { key, description: how, fix: mend } of listSecretVariants(secret)) {
    yield { kind: 'secret', description: how, fix: mend, digest: keyed(key, body) };
  }
  for (const [how, text] of listSignedTexts(received)) {
    yield { kind: 'other text', description: how, fix: SIGN_BODY_FIX, digest: keyed(secret, text) };
  }
  for (const [how, text] of [
    ['a plain hash of the body, without a secret', body],
    ['a plain hash of the secret and the body', concatBytes(secret, body)],
    ['a plain hash of the body and the secret', concatBytes(body, secret)],
  ] as const) {
    yield {
      kind: 'other text',
      description: how,
      fix: 'use an HMAC with the secret as key',
      digest: hashed(text),
    };
  }
  const swapped = 'an HMAC of the secret, with the body as key';
  yield {
    kind: 'other text',
    description: swapped,
    fix: 'use the secret as key',
    digest: keyed(body, Buffer.from(secret)),
  };
  for (const { bytes, kind, description: how } of generateBodyVariants(body)) {
    yield { kind, description: how, fix: null, digest: keyed(secret, bytes) };
  }
}

/** The body with a prefix or suffix, as other services sign it. */
function listSignedTexts(received: ReceivedDelivery): readonly (readonly [how: string, text: Uint8Array])[] {
  const { body, headers } = received;
  const json = parseJsonBody(body);
  const times = [...new Set([getHeader(received, 'signedAt'), toText(readTimeStamp(body))])].filter(isText);
  const named = ['deliveryId', 'webhook-id', 'svix-id'].map((name) =>
    name === 'deliveryId'
      ? getHeader(received, name)
      : toText(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]),
  );
  const ids = [...named, toText(getField(json, 'hookId'))].filter(isText);
  const url = toText(getField(json, 'url'));
  return [
    ...times.flatMap((time) => [
      ['"timestamp.body"', concatBytes(`${time}.`, body)] as const,
      ['"timestamp:body"', concatBytes(`${time}:`, body)] as const,
      ['"v0:timestamp:body"', concatBytes(`v0:${time}:`, body)] as const,
      ['the timestamp and the body', concatBytes(time, body)] as const,
      ['the timestamp, a line break and the body', concatBytes(`${time}\n`, body)] as const,
      ['the body and the timestamp', concatBytes(body, time)] as const,
      ['"body.timestamp"', concatBytes(body, `.${time}`)] as const,
      ...ids.map((id) => ['"id.timestamp.body"', concatBytes(`${id}.${time}.`, body)] as const),
    ]),
    ...(url === null ? [] : [['the address and the body', concatBytes(url, body)] as const]),
  ];
}

function concatBytes(one: string | Uint8Array, other: string | Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(one), Buffer.from(other)]);
}

function toText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function isText(value: string | null): value is string {
  return value !== null && value !== '';
}
