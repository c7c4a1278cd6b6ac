import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSecretName, mask, redact, redactHeaders, redactJson } from '../../src/client/mask.ts';

const SECRET = 'sk_live/+?&"1234567890wxyz';

test.each([
  ['its last four characters', 'abcdefghijklmnop', '****mnop'],
  ['nothing of a short one', 'abcdefghijklmno', '****'],
  ['nothing of nothing', '', '****'],
])('C8 a secret shows %s', (_why, secret, shown) => {
  expect(mask(secret)).toBe(shown);
});

test.each([
  ['as it is', SECRET],
  ['URL-encoded', encodeURIComponent(SECRET)],
  [
    'URL-encoded in small letters',
    encodeURIComponent(SECRET).replaceAll('%2F', '%2f').replaceAll('%2B', '%2b').replaceAll('%3F', '%3f'),
  ],
  ['inside JSON', JSON.stringify({ a: SECRET })],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in base64 after one byte', Buffer.from(`:${SECRET}:x`).toString('base64')],
  ['in base64 after two bytes', Buffer.from(`u:${SECRET}`).toString('base64')],
  ['in base64url', Buffer.from(`user:${SECRET}`).toString('base64url')],
])('C8 a known secret is replaced %s', (_why, text) => {
  const shown = redact(`begin ${text} and ${text} end`, [SECRET]);
  expect(shown).toMatch(/^begin .*\*\*\*\*.* and .*\*\*\*\*.* end$/);
  for (const form of [SECRET, '1234567890', Buffer.from('34567890').toString('base64').slice(0, 8)]) {
    expect(shown).not.toContain(form);
  }
});

test('C8 no known secret is left in any text', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.string(), (secret, before, after) => {
      expect(redact(`${before}${secret}${after}${secret}`, [secret])).not.toContain(secret);
    }),
  );
});

test('a secret that holds another one is replaced as a whole', () => {
  expect(redact('x-abcdefgh-ijklmnopqrst', ['abcdefgh', 'abcdefgh-ijklmnopqrst'])).toBe('x-****qrst');
});

test('a secret of two letters does not garble every text', () => {
  expect(redact('an answer', ['an', ''])).toBe('an answer');
});

test.each([
  ['authorization', true],
  ['Profile-Key', true],
  ['X-Twitter-OAuth1-Api-Key', true],
  ['x-twitter-oauth1-api-secret', true],
  ['set-cookie', true],
  ['profileKey', true],
  ['accessToken', true],
  ['content-type', false],
  ['keywords', false],
  ['comment', false],
])('C8 %s names a secret: %s', (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});

test('C8 headers are masked by name and by value', () => {
  const headers = {
    authorization: `Bearer ${SECRET}`,
    'profile-key': 'someone-elses-key-1234',
    'x-echo': `got ${SECRET}`,
    'content-type': 'application/json',
  };
  expect(redactHeaders(headers, [SECRET])).toEqual({
    authorization: 'Bearer ****wxyz',
    'profile-key': '****1234',
    'x-echo': 'got ****wxyz',
    'content-type': 'application/json',
  });
});

test('C8 JSON is masked by name and by value, at any depth', () => {
  const value = { list: [{ secret: 'abcdefghijklmnop', text: `a ${SECRET}`, count: 3, none: null }] };
  expect(redactJson(value, [SECRET])).toEqual({
    list: [{ secret: '****mnop', text: 'a ****wxyz', count: 3, none: null }],
  });
});

test('C8 everything below a secret name is masked, whatever it is', () => {
  const value = {
    tokens: ['abcdefghijklmnopq'],
    secret: { value: 'abcdefghijklmnopq' },
    apiToken: 12345678901234567890n.toString(),
  };
  const text = JSON.stringify(redactJson({ ...value, accessToken: 4711 }, []));
  expect(text).not.toMatch(/abcdefghijklm|4711|123456789012/);
});
