import { expect, test } from 'vitest';
import {
  buildSignatureHeaders,
  computeSignature,
  type SigningSecret,
} from '../../../../src/domain/webhooks/delivery.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  // RFC 4231, test case 2; the other one by openssl
  [
    'what do ya want for nothing?',
    'Jefe',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['{"a":1}', 'grün', 'a43fe445b75ca23e1eb0dc0d83ca0ba063a07456ceaca95bf7997d8a9133b774'],
])('HOOK-10 U-01 the HMAC-SHA256 of %j, in 64 lower-case hex digits', (text, secret, expected) => {
  expect(computeSignature(bytes(text), secret)).toBe(expected);
});

test('W-07 one byte more is another signature', () => {
  expect(computeSignature(bytes('{"a": 1}'), 'secret')).not.toBe(
    computeSignature(bytes('{"a":1}'), 'secret'),
  );
});

type Readable = Exclude<SigningSecret, { readonly kind: 'unreadable' }>;

test.each<[string, Readable, Readonly<Record<string, string>>]>([
  ['without a secret there is none', { kind: 'none' }, {}],
  [
    'with one there are signature and time',
    { kind: 'secret', secret: 'Jefe', next: null },
    {
      'X-Authorization-Content-SHA256': computeSignature(bytes('{}'), 'Jefe'),
      'X-Authorization-Timestamp': '1790000000',
    },
  ],
  [
    'after a change the former one signs as before, and the new one beside it',
    { kind: 'secret', secret: 'former', next: 'new' },
    {
      'X-Authorization-Content-SHA256': computeSignature(bytes('{}'), 'former'),
      'X-Authorization-Content-SHA256-V2': computeSignature(bytes('{}'), 'new'),
      'X-Authorization-Timestamp': '1790000000',
    },
  ],
])('HOOK-10 headers: %s', (_why, signing, headers) => {
  expect(buildSignatureHeaders(bytes('{}'), signing, 1_790_000_000)).toEqual(headers);
});
