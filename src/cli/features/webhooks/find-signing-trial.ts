import { createHash, createHmac } from 'node:crypto';
import { getField } from '../../../domain/json/loose-record.ts';
import { generateBodyVariants } from '../../../receiver/body-variants.ts';
import {
  getHeader,
  parseJsonBody,
  type ReceivedDelivery,
  readTimeStamp,
} from '../../../receiver/received-delivery.ts';
import { parseSignature } from '../../../receiver/verify-signature.ts';

/** A way of signing that reproduces the received signature. */
export interface MatchedTrial {
  readonly trial: SigningTrial;
  readonly digest: LooseDigest;
}

/** A way in which the sender may have signed. */
export interface SigningTrial {
  /** What is wrong with it; `nothing` if only the encoding of the signature is wrong. */
  kind: 'nothing' | 'secret' | 're-serialised' | 'body changed' | 'other text';
  /** What was signed, or with what. */
  description: string;
  fix: string | null;
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
const USE_HMAC_FIX = 'use an HMAC with the secret as key';

function* generateTrials(received: ReceivedDelivery, secret: string): Generator<SigningTrial> {
  const { body } = received;
  const keyed = (key: string | Uint8Array, text: Uint8Array) => (algorithm: HashAlgorithm) =>
    createHmac(algorithm, key).update(text).digest();
  const hashed = (text: Uint8Array) => (algorithm: HashAlgorithm) =>
    createHash(algorithm).update(text).digest();
  yield { kind: 'nothing', description: '', fix: null, digest: keyed(secret, body) };
  for (const [key, description, fix] of listSecretVariants(secret)) {
    yield { kind: 'secret', description, fix, digest: keyed(key, body) };
  }
  const others = [
    ...listSignedTexts(received).map(([how, text]) => [how, SIGN_BODY_FIX, keyed(secret, text)] as const),
    ['a plain hash of the body, without a secret', USE_HMAC_FIX, hashed(body)],
    ['a plain hash of the secret and the body', USE_HMAC_FIX, hashed(concatBytes(secret, body))],
    ['a plain hash of the body and the secret', USE_HMAC_FIX, hashed(concatBytes(body, secret))],
    [
      'an HMAC of the secret, with the body as key',
      'use the secret as key',
      keyed(body, Buffer.from(secret)),
    ],
  ] as const;
  for (const [description, fix, digest] of others) yield { kind: 'other text', description, fix, digest };
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

/** A secret that may have been used in place of another; its description follows `it was signed with`. */
type SecretVariant = readonly [key: string | Uint8Array, description: string, fix: string];

const SECRET_PREFIX = 'whsec_';
const USE_UNCHANGED = 'use the secret unchanged, as UTF-8: do not strip or decode it';

/** Lists common alterations of a secret: line endings, whitespace, quotes, prefixes and encodings. */
function listSecretVariants(secret: string): readonly SecretVariant[] {
  const trimmed = secret.trim();
  const bare = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const unquoted = /^(["'])(.*)\1$/s.exec(secret)?.[2];
  const all: readonly (SecretVariant | null)[] = [
    [
      trimmed,
      'the secret without surrounding whitespace or line break',
      'pass only the secret: "printf %s" writes no line break, "echo" does',
    ],
    [`${secret}\n`, ...describeEnding('a line break')],
    [`${secret}\r\n`, ...describeEnding('a line break (CRLF)')],
    [`${trimmed} `, ...describeEnding('a space')],
    ['', 'an empty secret', 'the sender did not load its secret: its setting is empty'],
    unquoted === undefined
      ? null
      : [unquoted, 'the secret without its quotes', 'pass it without quotes: an .env file may keep them'],
    [`"${secret}"`, 'the secret in quotes', 'the sender loaded it with its quotes: register it without them'],
    [bare, `the secret without "${SECRET_PREFIX}"`, USE_UNCHANGED],
    [SECRET_PREFIX + secret, `the secret with "${SECRET_PREFIX}" before it`, USE_UNCHANGED],
    decodeSecret(bare, 'base64'),
    decodeSecret(bare, 'hex'),
    [Buffer.from(secret).toString('base64'), 'the secret in base64', USE_UNCHANGED],
    [Buffer.from(secret).toString('hex'), 'the secret in hex', USE_UNCHANGED],
    [Buffer.from(secret, 'latin1'), 'the secret in Latin-1', USE_UNCHANGED],
    [secret.normalize('NFC'), 'the secret with composed letters (NFC)', USE_UNCHANGED],
    [secret.normalize('NFD'), 'the secret with decomposed letters (NFD)', USE_UNCHANGED],
  ];
  const itself = Buffer.from(secret);
  return all.filter((each) => each !== null).filter(([key]) => !itself.equals(Buffer.from(key)));
}

function describeEnding(what: string): readonly [how: string, advice: string] {
  return [
    `the secret followed by ${what}`,
    `the secret was registered with ${what} at its end: register it again without it, or pass it with it`,
  ];
}

function decodeSecret(text: string, encoding: 'base64' | 'hex'): SecretVariant | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.length === 0 ? null : [bytes, `the secret decoded from ${encoding}`, USE_UNCHANGED];
}

/** A possible digest in a signature header, parsed more leniently than a receiver does. */
interface LooseDigest {
  bytes: Buffer;
  algorithm: HashAlgorithm;
  /** How the encoding differs from a valid one; null if it is valid. */
  oddity: string | null;
}

type HashAlgorithm = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

const ALGORITHMS: Readonly<Record<number, HashAlgorithm>> = {
  16: 'md5',
  20: 'sha1',
  28: 'sha224',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
};

/** A longer list is not a signature, and each entry costs time. */
const MAX_PIECES = 8;
const DIGEST_PREFIX = /^[\w-]{1,24}[=:](?=[\w+/])/;
/** A prefix of its own word: `sha256= <hex>`, `sha256 = <hex>`, `HMAC-SHA256 <hex>`. */
const SPACED_PREFIX = /^([A-Za-z][\w-]{0,23}) ?([=:]?) (?=[\w+/]+=*$)/;

/** Finds possible digests in a header: with prefixes, in quotes, in a list, or as raw bytes. */
function findDigests(text: string): readonly LooseDigest[] {
  const spaced = SPACED_PREFIX.exec(text.replaceAll(/\s+/g, ' '));
  if (spaced !== null) return parseDigests(`${spaced[1]}=${text.slice(text.search(/\S+$/))}`, true);
  const pieces = text.split(/[,;\s]+/).filter((piece) => piece !== '');
  const isOne = pieces.length === 1;
  return [
    ...pieces.slice(0, MAX_PIECES).flatMap((piece) => parseDigests(piece, isOne)),
    ...readRawDigest(text),
  ];
}

function parseDigests(piece: string, isOne: boolean): readonly LooseDigest[] {
  const unquoted = piece.replaceAll(/^["'<]+|["'>]+$/g, '');
  const prefix = DIGEST_PREFIX.exec(unquoted)?.[0] ?? '';
  const bare = unquoted.slice(prefix.length);
  const around = prefix === '' ? 'is enclosed in quotes' : `has the prefix "${prefix}"`;
  const oddity = isOne ? (bare === piece ? null : around) : 'is one of several in the header';
  return [Buffer.from(/^[\da-f]+$/i.test(bare) ? bare : '', 'hex'), decodeBase64(bare)]
    .flatMap((bytes) => [toDigest(bytes, oddity), decodeHexText(bytes)])
    .filter((each) => each !== null);
}

function decodeBase64(text: string): Buffer {
  return Buffer.from(/^[\w+/-]+={0,2}$/.test(text) ? text : '', 'base64');
}

function toDigest(bytes: Buffer, oddity: string | null): LooseDigest | null {
  const algorithm = ALGORITHMS[bytes.length];
  return algorithm === undefined ? null : { bytes, algorithm, oddity };
}

/** Base64 of the hex text instead of the bytes. */
function decodeHexText(bytes: Buffer): LooseDigest | null {
  const text = bytes.toString('latin1');
  if (!/^[\da-f]{32,128}$/i.test(text)) return null;
  return toDigest(Buffer.from(text, 'hex'), 'encodes the hex text in base64, not the bytes');
}

/** A header transports bytes as Latin-1 characters. */
function readRawDigest(text: string): readonly LooseDigest[] {
  const isBytes = !/[^\0-\xff]/.test(text);
  const digest = isBytes
    ? toDigest(Buffer.from(text, 'latin1'), 'consists of the raw bytes, not encoded as text')
    : null;
  return digest === null ? [] : [digest];
}
