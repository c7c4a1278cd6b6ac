import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sanitizeText } from '../../../src/cli/framework/output/text/sanitize-text.ts';
import { wrap } from '../../../src/cli/framework/output/text/wrap.ts';
import { mask } from '../../../src/client/mask.ts';
import { secretScan } from '../../support/hostile/secret-scan.ts';

const PLAIN = 'kJ7vQ2mZx9Tb4Wn8Lr5p';
/** Every character that some writing has an escape for. */
const ODD = 'q+V/7=z%4"m\\2 é&<t>\'~Ωx';

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const bytesOf = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);
const inJson = (text: string) => JSON.stringify({ a: text });

const WRITINGS: readonly (readonly [string, (secret: string) => string | Uint8Array])[] = [
  ['as it is', (secret) => secret],
  ['in small letters', (secret) => secret.toLowerCase()],
  ['in capitals', (secret) => secret.toUpperCase()],
  ['reversed', (secret) => Array.from(secret).reverse().join('')],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded in small letters', (secret) => encodeURIComponent(secret).toLowerCase()],
  ['URL-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['every byte URL-encoded', (secret) => bytesOf(secret, 'hex').replaceAll(/../g, '%$&')],
  ['in base64', (secret) => bytesOf(secret, 'base64')],
  ['in base64 after one byte', (secret) => bytesOf(`:${secret}:x`, 'base64')],
  ['in base64 after two bytes', (secret) => bytesOf(`u:${secret}`, 'base64')],
  ['in base64url', (secret) => bytesOf(`u:${secret}`, 'base64url')],
  ['in base64 over lines', (secret) => bytesOf(secret, 'base64').replaceAll(/.{7}/g, '$&\n')],
  ['in hex', (secret) => bytesOf(secret, 'hex')],
  ['in hex in capitals', (secret) => bytesOf(secret, 'hex').toUpperCase()],
  ['in hex, byte by byte', (secret) => bytesOf(secret, 'hex').replaceAll(/..(?=.)/g, '$& ')],
  ['in JSON', inJson],
  ['in JSON in JSON', (secret) => inJson(inJson(secret))],
  ['in JSON as PHP writes it', (secret) => inJson(secret).replaceAll('/', '\\/')],
  [
    'in JSON as Go writes it',
    (secret) => inJson(secret).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c'),
  ],
  ['in HTML', html],
  ['in HTML by numbers', (secret) => Array.from(secret, (char) => `&#${char.codePointAt(0)};`).join('')],
  [
    'in HTML by hex numbers',
    (secret) => Array.from(secret, (c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
  ],
  ['made safe for a terminal', (secret) => sanitizeText(`a\u001B ${secret}`)],
  ['in UTF-16', (secret) => Buffer.from(secret, 'utf16le')],
  ['in UTF-16, the other way round', (secret) => Buffer.from(secret, 'utf16le').swap16()],
  ['in UTF-16 that was read as UTF-8', (secret) => Buffer.from(secret, 'utf16le').toString('utf8')],
  ['in UTF-16 in JSON', (secret) => inJson(Buffer.from(secret, 'utf16le').toString('utf8'))],
  ['broken over lines', (secret) => wrap(`It is ${secret.replaceAll(' ', '')}`, 10).join('\n')],
  ['broken over lines with margins', (secret) => secret.replaceAll(/.{5}/g, '$&\n       ')],
  ['broken over lines with colours', (secret) => secret.replaceAll(/.{5}/g, '\u001B[2m$&\u001B[22m\r\n  ')],
  ['its first half', (secret) => secret.slice(0, 10)],
  ['its second half', (secret) => secret.slice(-10)],
  ['its middle', (secret) => secret.slice(5, 14)],
  ['in gzip', (secret) => gzipSync(inJson(secret))],
  ['in deflate', (secret) => deflateSync(inJson(secret))],
  ['in br', (secret) => brotliCompressSync(inJson(secret))],
  ['among other bytes', (secret) => Buffer.concat([randomBytes(500), Buffer.from(secret), randomBytes(500)])],
];

describe('the scan finds a secret', { tags: ['T16'] }, () => {
  test.each(WRITINGS)('%s', (_how, write) => {
    for (const value of [PLAIN, ODD]) {
      const scan = secretScan([{ name: 'the key', value }]);
      const written = write(value);
      const hay = typeof written === 'string' ? `before ${written} after` : written;
      expect({ value, leaks: scan(hay).map(({ secret }) => secret) }).toEqual({ value, leaks: ['the key'] });
    }
  });
});

describe('the scan lets pass', { tags: ['T16'] }, () => {
  const scan = secretScan([
    { name: 'the key', value: PLAIN },
    { name: 'the other', value: ODD },
  ]);

  test.each([
    ['what a mask shows', `Bearer ${mask(PLAIN)}, ${mask(ODD)}`],
    ['eight characters of it', PLAIN.slice(0, 8)],
    ['eight characters of it in hex', bytesOf(PLAIN.slice(0, 8), 'hex')],
    ['another secret of the same kind', 'hT3bN8xKq5Wz2Yv7Rm4c'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(scan(text)).toEqual([]);
  });
});

test('what is too short to be looked for is refused, not passed over', { tags: ['T16'] }, () => {
  expect(() => secretScan([{ name: 'a', value: '12345678' }])).toThrow('too short');
});
