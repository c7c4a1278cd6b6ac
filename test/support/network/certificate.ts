import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One value of DER: its tag, its length, and what it holds. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const held = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(held.length)]), held]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return [0x80 + bytes.length, ...bytes];
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
/** What is under a number that its place gives a meaning. */
const tagged = (number: number, ...parts: readonly Uint8Array[]) => der(0xa0 + number, ...parts);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const yes = () => der(0x01, Buffer.from([0xff]));
const octets = (...parts: readonly Uint8Array[]) => der(0x04, ...parts);
const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes);
const text = (value: string) => der(0x0c, Buffer.from(value));
/** `20260101000000Z` */
const time = (moment: number) =>
  der(0x18, Buffer.from(`${new Date(moment).toISOString().replace(/[-:T]|\..*/g, '')}Z`));

/** @param dotted as it is written, `2.5.4.3` */
function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

function inSevenBits(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** A certificate and the key that goes with it, in PEM. Made again by each test: no key is in the repository. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Names and addresses that it is for; none for one that vouches for others. */
  readonly names?: readonly string[];
  /** The issuer; default: itself. */
  readonly by?: Certificate;
  readonly from?: number;
  readonly to?: number;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const SIGNED_WITH = sequence(objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = objectId('2.5.4.3');
const MAY_VOUCH = objectId('2.5.29.19');
const OTHER_NAMES = objectId('2.5.29.17');

/** Makes a certificate: good for a year around now, unless the test says otherwise. */
export function makeCertificate({ names = [], by, from, to }: CertificateOptions = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const now = Date.now();
  const stated = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.from([1, ...randomBytes(15)])),
    SIGNED_WITH,
    named(by === undefined && names.length > 0 ? 'itself' : 'authority'),
    sequence(time(from ?? now - YEAR_MS), time(to ?? now + YEAR_MS)),
    named(names.length === 0 ? 'authority' : 'itself'),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(names.length === 0 ? mayVouch() : otherNames(names))),
  );
  const signature = sign('sha256', stated, createPrivateKey(by?.key ?? key));
  return { cert: inPem(sequence(stated, SIGNED_WITH, bits(signature))), key };
}

const named = (name: string) => sequence(set(sequence(COMMON_NAME, text(name))));
const mayVouch = () => sequence(MAY_VOUCH, yes(), octets(sequence(yes())));
const otherNames = (names: readonly string[]) =>
  sequence(OTHER_NAMES, octets(sequence(...names.map(otherName))));

function otherName(name: string): Uint8Array {
  return isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, addressBytes(name));
}

function addressBytes(address: string): Uint8Array {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}

function inPem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
