import { describe, expect, test } from 'vitest';
import { createMemoryClaims } from '../../../src/library/receiver/memory.ts';
import { verifyDelivery } from '../../../src/library/receiver/verify.ts';
import { createReceiver } from '../../../src/library/receiver.ts';
import { generateBodyVariants, MAX_VARIANT_BYTES } from '../../../src/receiver/body-variants.ts';
import { findBodyEvidence, generateBodyTrials } from '../../../src/receiver/changed-body.ts';
import { verifySignature } from '../../../src/receiver/verify-signature.ts';
import { CHANGED_BODIES, headersOfChanged } from '../../support/receiver/changed-bodies.ts';
import {
  BODY_TEXT,
  CHECKING,
  OTHER_SECRET,
  SECRET,
  signedDelivery,
} from '../../support/receiver/signed-delivery.ts';

const now = () => CHECKING.now;

describe('a body that was changed in transit is a mistake of the receiver, not a forgery', {
  tags: ['W-19'],
}, () => {
  test.each(CHANGED_BODIES)('%s', async (_what, text, more, reason) => {
    const body = Buffer.from(text);
    const headers = headersOfChanged(more);
    const change = expect.stringContaining(reason);
    const verdict = { isValid: false, fault: 'changed body', change, timeStamp: null };
    expect(verifySignature({ body, headers }, CHECKING)).toEqual(verdict);
    expect(await verifyDelivery(body, headers, { secrets: [OTHER_SECRET, SECRET], now })).toEqual(verdict);
    const receiver = createReceiver({ secrets: SECRET, claims: createMemoryClaims(), now });
    expect(await receiver.receive(body, headers)).toMatchObject({
      kind: 'failed',
      status: 500,
      reason: 'changed body',
      error: { message: expect.stringContaining(reason) },
    });
  });
});

describe('what nothing shows to be changed stays refused', { tags: ['HOOK-14'] }, () => {
  test.each([
    ['another secret', signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }), 'mismatch'],
    [
      'another word',
      { ...signedDelivery(), body: Buffer.from(BODY_TEXT.replace('naïve', 'naive')) },
      'mismatch',
    ],
    ['no signature, whatever the body', { body: Buffer.from('x'), headers: {} }, 'unsigned'],
  ])('%s', (_what, received, fault) => {
    expect(verifySignature(received, CHECKING)).toMatchObject({ isValid: false, fault, change: null });
  });

  test('a large forged body is not tried in other spellings', { tags: ['L1'] }, () => {
    const text = JSON.stringify({ text: 'x'.repeat(17 * 1024) });
    const { headers } = signedDelivery(text);
    expect(verifySignature({ body: Buffer.from(`${text.slice(0, -1)} }`), headers }, CHECKING)).toMatchObject(
      {
        fault: 'mismatch',
      },
    );
  });
});

test('a valid body is taken as it is, however it is written', () => {
  const text = JSON.stringify(JSON.parse(BODY_TEXT), null, 2);
  expect(verifySignature(signedDelivery(text), CHECKING)).toMatchObject({ isValid: true });
});

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text));
const variantsOf = (text: string) => [...generateBodyVariants(bytesOf(text))];
const JSON_TEXT = 'the same JSON, ';

describe('what may have been signed in place of a body', { tags: ['W-19'] }, () => {
  test.each([
    ['a\nb\n', 'the body without its final line break', 'a\nb'],
    [' x ', 'the body without surrounding whitespace', 'x'],
    ['\uFEFFx', 'the body without its byte order mark', 'x'],
    ['\u00E9', 'the body with decomposed letters (NFD)', 'e\u0301'],
    ['x\uF900', 'the body with composed letters (NFC)', 'x\u8C48'], // of the same length
    [
      'POST /in HTTP/1.1\nHost: a\n\n{}',
      'only the body: this one also contains the head of the request',
      '{}',
    ],
    ['p=a+%7B', 'the decoded field: this one is a form', 'a {'],
    ['"{}"', 'the text in quotes: the body was serialized as JSON a second time', '{}'],
    ['eyJhIjoxfQ==', 'the decoded bytes: this one is base64', '{"a":1}'],
    [
      '{"type":"Buffer","data":[123,125]}',
      'the bytes in "data": this one is a Buffer that was serialized as JSON',
      '{}',
    ],
    [String.raw`\"\\n`, 'the text with unescaped quotes: in this one, each has a backslash', String.raw`"\n`],
    ['&quot;&#34;&#39;&lt;&gt;&amp;', 'the text without HTML entities', `""'<>&`],
    ['{"a":1}', `${JSON_TEXT}written without whitespace`, '{"a":1}'],
    ['{"a": "/"}', `${JSON_TEXT}written without whitespace, with \\/ for each slash`, String.raw`{"a":"\/"}`],
    ['{"a":"\\u00e9"}\n', `${JSON_TEXT}not written with \\u escapes`, '{"a":"\u00E9"}'],
    ['{"a":"\\u00e9"}', `${JSON_TEXT}written indented by 2`, '{\n  "a": "\u00E9"\n}'],
    ['{"a":"\\u001F"}', `${JSON_TEXT}not written with \\u escapes`, String.raw`{"a":"\u001f"}`],
  ])('of %j %s', (received, description, signed) => {
    const found = variantsOf(received).filter((variant) => variant.description === description);
    expect(found.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([signed]);
  });

  test.each([
    ['a\nb', 'final line break$'],
    ['xPOST /in HTTP/1.1\n\n{}', 'contains the head'],
    ['/p=a', 'a form'],
    ['p=a"', 'a form'],
    ['p=%zz', 'a form'],
    ['{"a":1}', 'in quotes:'],
    ['e30=', 'base64'], // too short to be sure
    ['abcdefghi', 'base64'],
    ['{"type":"Blob","data":[1]}', 'a Buffer'],
    ['{"type":"Buffer","data":["a",1]}', 'a Buffer'],
    ['{"type":"Buffer"}', 'a Buffer'],
    ['\uFEFFx', 'in Latin-1 instead'],
    ['\uFFFD', 'without its byte order mark'], // it begins with the same byte
  ])('of %j nothing with "%s"', (received, part) => {
    const found = variantsOf(received).map(({ description }) => description);
    expect(found.filter((each) => new RegExp(`without its ${part}|${part}`).test(each))).toEqual(
      part === 'final line break$' ? ['the body with a final line break'] : [],
    );
  });

  test('nothing that is the body itself, and nothing twice', () => {
    const variants = variantsOf('{"a":[1,"/"]}');
    const changed = variants.filter(({ kind }) => kind === 'body changed');
    expect(changed.filter(({ bytes }) => Buffer.from(bytes).equals(bytesOf('{"a":[1,"/"]}')))).toEqual([]);
    const texts = variants
      .filter(({ kind }) => kind === 're-serialised')
      .map(({ bytes }) => Buffer.from(bytes).toString());
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('nothing of a body that is too long, or too deep to be written again', () => {
    expect(generateBodyVariants(new Uint8Array(MAX_VARIANT_BYTES + 1)).next().done).toBe(true);
    expect(variantsOf(DEEP).filter(({ kind }) => kind === 're-serialised')).toEqual([]);
    const [trials, none] = [16, 17].map((kib) =>
      generateBodyTrials({ body: new Uint8Array(kib * 1024 - (kib === 17 ? 1023 : 0)), headers: {} }).next(),
    );
    expect([trials?.done, none?.done]).toEqual([false, true]);
  });
});

const DEEP = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const NO_JSON = 'the body is not JSON: it was truncated, or is not the body that was sent';
const NO_LINE = 'the body is not compact JSON in one line, as the service writes it';

test.each([
  ['{"a":1}', '7', null],
  ['{"a":1}', ' 9 ', 'the body has 7 bytes, but Content-Length is 9'],
  ['{"a":1}', 'x9', null],
  ['{"a":1}', '9x', null],
  ['{]}', undefined, NO_JSON],
  ['{"a": 1}', undefined, NO_LINE],
])('a body %j with the length %j shows by itself: %j', (text, length, evidence) => {
  const headers: Record<string, string> = length === undefined ? {} : { 'Content-Length': length };
  expect(findBodyEvidence({ body: bytesOf(text), headers }, text.length)).toBe(evidence);
});

test('a body that is too long to be parsed is still not JSON without its end', { tags: ['W-19'] }, () => {
  const evidenceOf = (text: string) => findBodyEvidence({ body: bytesOf(text), headers: {} }, 3);
  expect(['{"a"', '{ "a" }', '{ }'].map(evidenceOf)).toEqual([NO_JSON, null, NO_LINE]);
});
