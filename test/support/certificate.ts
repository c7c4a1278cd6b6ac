import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { bits, der, integer, objectId, octets, sequence, set, tagged, text, time, yes } from './der.ts';

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
