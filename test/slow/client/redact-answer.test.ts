import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../../../src/client/mask.ts';
import { redactEchoedKeys, redactNamedSecrets } from '../../../src/client/redact-answer.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

test('no known secret is left in any text', { tags: ['C8'] }, () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.string(), (secret, before, after) => {
      expect(redact(`${before}${secret}${after}${secret}`, [secret])).not.toContain(secret);
    }),
  );
});

function answered(body: object, text = JSON.stringify(body)) {
  return { http: 200, headers: {}, bytes: new Uint8Array(Buffer.from(text)), body };
}

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const WRITINGS: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded twice', (key) => encodeURIComponent(encodeURIComponent(key))],
  ['as a form', (key) => new URLSearchParams({ key }).toString()],
  ['in JSON', (key) => JSON.stringify({ key })],
  ['in JSON in JSON', (key) => JSON.stringify(JSON.stringify({ key }))],
  ['in JSON as PHP writes it', (key) => JSON.stringify(key).replaceAll('/', '\\/')],
  ['in HTML', html],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in base64 after two bytes', (key) => Buffer.from(`u:${key}`).toString('base64')],
];
const anyKey = fc
  .array(fc.constantFrom(...'abcdefgXYZ0123456789-_./+=&%"\\<> é~🙂'), { minLength: 16, maxLength: 30 })
  .map((chars) => chars.join(''));

test.each(WRITINGS)('no key is left in a body, %s', { tags: ['T16'] }, (_how, write) => {
  const hold = (key: string) => ({ list: [{ text: `before ${write(key)} after` }] });
  fc.assert(
    fc.property(anyKey, (key) => {
      const { body } = redactEchoedKeys(answered(hold(key)), [key]);
      expect(JSON.stringify(body)).toContain('****');
    }),
  );
});

test.each([
  'token',
  'token:',
  'token ',
  '"token":"\\',
  '"token":"a\\"',
  '\\',
  'token-----------------------',
])('it is looked for in time with the length of the text: %s', { tags: ['C8'] }, (piece) => {
  const search = (length: number) => {
    const text = piece.repeat(length / piece.length);
    return () => redactNamedSecrets(text);
  };
  expect(growth(search(30_000), search(300_000))).toBeLessThan(WIDE_MARGIN);
});
