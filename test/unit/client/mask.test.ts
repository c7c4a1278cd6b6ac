import { expect, test } from 'vitest';
import {
  isSecretName,
  mask,
  redact,
  redactAddress,
  redactCut,
  redactHeaders,
  redactJson,
  redactUserInfo,
} from '../../../src/client/mask.ts';

const SECRET = 'sk_live/+?&"1234567890wxyz';

test.each([
  ['its last four characters', 'abcdefghijklmnop', '****mnop'],
  ['nothing of a short one', 'abcdefghijklmno', '****'],
  ['nothing of nothing', '', '****'],
])('a secret shows %s', { tags: ['C8'] }, (_why, secret, shown) => {
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
  ['in base64 over lines', Buffer.from(SECRET).toString('base64').replaceAll(/.{9}/g, '$&\t')],
  ['in capitals', SECRET.toUpperCase()],
  ['in small letters', SECRET.toLowerCase()],
  ['URL-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['inside JSON in JSON', JSON.stringify(JSON.stringify({ a: SECRET }))],
  ['in JSON with its slashes escaped', JSON.stringify(SECRET).replaceAll('/', '\\/')],
  [
    'in JSON with & and + escaped',
    JSON.stringify(SECRET).replaceAll('&', '\\u0026').replaceAll('+', '\\u002B'),
  ],
  ['in HTML', SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ['in HTML by numbers', SECRET.replaceAll('&', '&#38;').replaceAll('"', '&#x22;')],
  ['in HTML, every letter by its number', Array.from(SECRET, (char) => `&#${char.charCodeAt(0)};`).join('')],
  ['in UTF-16 that was read as bytes', Buffer.from(SECRET, 'utf16le').toString('latin1')],
  ['in hex', Buffer.from(SECRET).toString('hex')],
  [
    'in hex, byte by byte',
    Buffer.from(SECRET)
      .toString('hex')
      .toUpperCase()
      .replaceAll(/..(?=.)/g, '$& '),
  ],
])('a known secret is replaced %s', { tags: ['C8'] }, (_why, text) => {
  const shown = redact(`begin ${text} and ${text} end`, [SECRET]);
  expect(shown).toMatch(/^begin .*\*\*\*\*.* and .*\*\*\*\*.* end$/);
  for (const form of [SECRET, '1234567890', Buffer.from('34567890').toString('base64').slice(0, 8)]) {
    expect(shown).not.toContain(form);
  }
});

test('a secret that contains another one is replaced as a whole', () => {
  expect(redact('x-abcdefgh-ijklmnopqrst', ['abcdefgh', 'abcdefgh-ijklmnopqrst'])).toBe('x-****qrst');
});

test.each([
  ['two letters', 'an answer', 'an', 'an answer'],
  ['nothing', 'an answer', '', 'an answer'],
  ['a short word within longer ones', 'testing the latest test', 'test', 'testing the latest ****'],
  ['a number within longer ones', 'id 12345678, key 1234', '1234', 'id 12345678, key ****'],
  ['what every pattern would find', 'a.b.c and anything', '.*.*.*.*', 'a.b.c and anything'],
])('innocent text stays as it is: a secret of %s', { tags: ['C8'] }, (_why, text, secret, expected) => {
  expect(redact(text, [secret])).toBe(expected);
});

test.each([
  ['plainly', 'the answer was "', SECRET.slice(0, 14)],
  ['in JSON', '{\\"a\\":\\"', JSON.stringify(SECRET).slice(1, 18)],
])('a text truncated within a secret shows nothing of it: %s', { tags: ['C8'] }, (_how, before, half) => {
  expect(redactCut(before + half, [SECRET])).toBe(`${before}****`);
});

test('a complete text may end with the beginning of a secret', () => {
  expect(redact('posted on instagram', ['instagram-bot-key-2026'])).toBe('posted on instagram');
  expect(redactJson({ instagram: 'instagram' }, ['instagram-bot-key-2026'])).toEqual({
    instagram: 'instagram',
  });
});

test.each([
  '\\'.repeat(200_000),
  '%25'.repeat(100_000),
  '&#'.repeat(100_000),
  '\0'.repeat(200_000),
  'sk_'.repeat(100_000),
])('no text takes long to be searched (%#)', { tags: ['C8'] }, (text) => {
  expect(redact(text, [SECRET, '\\'.repeat(30), 'sk_sk_sk_sk_sk_'])).not.toContain(SECRET);
});

test.each([
  ['https://someone:pass-word@host/x?a=1', 'https://host/x?a=1'],
  ['https://host/x?api_key=abcdefghijklmnopqrst&b=2', 'https://host/x?api_key=****qrst&b=2'],
  [
    `https://host/${encodeURIComponent(SECRET)}?q=${encodeURIComponent(SECRET)}`,
    'https://host/****wxyz?q=****wxyz',
  ],
])('an address is shown without secrets: %s', { tags: ['C8'] }, (address, shown) => {
  expect(redactAddress(new URL(address), [SECRET])).toBe(shown);
});

test('an address that a person wrote is shown without its user', { tags: ['C8'] }, () => {
  expect(redactUserInfo('https://someone:p@ss@host/a@b')).toBe('https://****@host/a@b');
  expect(redactUserInfo('https://host/a@b')).toBe('https://host/a@b');
});

test('a secret is found as a name, as a number, and as a name of a header', { tags: ['C8'] }, () => {
  expect(redactJson({ [SECRET]: 1, n: 1234567890123456 }, [SECRET, '1234567890123456'])).toEqual({
    '****wxyz': 1,
    n: '****3456',
  });
  expect(redactHeaders({ 'x-abcdefgh1234ijkl': 'yes' }, ['ABCDEFGH1234IJKL'])).toEqual({
    'x-****IJKL': 'yes',
  });
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
])('%s names a secret: %s', { tags: ['C8'] }, (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});

test('headers are masked by name and by value', { tags: ['C8'] }, () => {
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

test('JSON is masked by name and by value, at any depth', { tags: ['C8'] }, () => {
  const value = { list: [{ secret: 'abcdefghijklmnop', text: `a ${SECRET}`, count: 3, none: null }] };
  expect(redactJson(value, [SECRET])).toEqual({
    list: [{ secret: '****mnop', text: 'a ****wxyz', count: 3, none: null }],
  });
});

test('everything below a secret name is masked, whatever its type', { tags: ['C8'] }, () => {
  const value = {
    tokens: ['abcdefghijklmnopq'],
    secret: { value: 'abcdefghijklmnopq' },
    apiToken: 12345678901234567890n.toString(),
  };
  const text = JSON.stringify(redactJson({ ...value, accessToken: 4711 }, []));
  expect(text).not.toMatch(/abcdefghijklm|4711|123456789012/);
});

test('a value under a secret name is masked wherever else it occurs in the document', {
  tags: ['C8'],
}, () => {
  const token = 'SBX-LINK-0123456789ABCDEF';
  const value = { token, url: `https://link.example/?domain=a&token=${token}`, more: [{ note: token }] };
  expect(redactJson(value, [])).toEqual({
    token: '****CDEF',
    url: 'https://link.example/?domain=a&token=****CDEF',
    more: [{ note: '****CDEF' }],
  });
  // a short one may be a word by chance
  expect(redactJson({ token: 'coffee', text: 'coffee' }, [])).toEqual({ token: '****', text: 'coffee' });
  const nested = { profileKey: [{ value: token }], text: `x ${token}` };
  expect(JSON.stringify(redactJson(nested, []))).not.toContain(token);
});
