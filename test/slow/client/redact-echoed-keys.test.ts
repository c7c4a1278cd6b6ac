import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactEchoedKeys } from '../../../src/client/redact-answer.ts';

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

test.each(WRITINGS)('T16 no key is left in a body, %s', (_how, write) => {
  const hold = (key: string) => ({ list: [{ text: `before ${write(key)} after` }] });
  fc.assert(
    fc.property(anyKey, (key) => {
      const { body } = redactEchoedKeys(answered(hold(key)), [key]);
      expect(JSON.stringify(body)).toContain('****');
    }),
  );
});
