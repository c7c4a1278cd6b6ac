import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  explainSignatureFault,
  type SignatureExplanation,
  type SignatureReason,
} from '../../../../../src/cli/features/webhooks/explain-signature-fault.ts';
import type { ReceivedDelivery } from '../../../../../src/receiver/received-delivery.ts';
import { type SignatureCheck, verifySignature } from '../../../../../src/receiver/verify-signature.ts';
import {
  BODY_TEXT,
  CHECKING,
  hmacOf,
  OTHER_SECRET,
  SECRET,
  SIGNED_AT,
  signedDelivery,
  withSignature,
} from '../../../../support/receiver/signed-delivery.ts';

function why(received: ReceivedDelivery, checking: Partial<SignatureCheck> = {}): SignatureExplanation {
  const all = { ...CHECKING, ...checking };
  const verdict = verifySignature(received, all);
  if (verdict.isValid) throw new Error('it holds');
  return explainSignatureFault(received, all, verdict.fault);
}

const BODY: Record<string, unknown> = JSON.parse(BODY_TEXT);
const hex = (body: string | Uint8Array, secret: string | Uint8Array = SECRET) =>
  hmacOf(body, secret).toString('hex');
/** What came is one text, and what was signed is another. */
const signedAs = (came: string | Uint8Array, signed: string | Uint8Array) => withSignature(came, hex(signed));
const asciiOf = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const sortedBody = () => {
  const zone = { a: '', b: [1, 2.5, null, { a: false, z: true }] };
  return Object.fromEntries(Object.entries({ ...BODY, zone }).sort());
};

describe('JSON that was parsed and written again is known for what it is', { tags: ['W-07'] }, () => {
  const pretty = JSON.stringify(BODY, null, 2);
  test.each([
    ['indented here, signed in one line', pretty, BODY_TEXT, 'written without whitespace'],
    [
      'escaped here, and in one line as it was signed',
      '{"a":"\\u00E9"}',
      '{"a":"é"}',
      'what was signed is the same JSON, not written with \\u escapes',
    ],
    ['in one line here, signed with an indent of 2', BODY_TEXT, pretty, 'indented by 2'],
    ['signed with an indent of 4', BODY_TEXT, JSON.stringify(BODY, null, 4), 'indented by 4'],
    ['signed with tabs', BODY_TEXT, JSON.stringify(BODY, null, '\t'), 'indented by tabs'],
    [
      'signed with sorted keys',
      BODY_TEXT,
      JSON.stringify(sortedBody()),
      'with sorted keys, without whitespace',
    ],
    ['signed with \\u escapes', BODY_TEXT, asciiOf(BODY_TEXT), 'with \\u escapes'],
    ['signed by PHP', BODY_TEXT, asciiOf(BODY_TEXT.replaceAll('/', '\\/')), '\\/ for each slash'],
    [
      'signed by Go',
      BODY_TEXT,
      BODY_TEXT.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'),
      '\\u escapes of < > &',
    ],
    [
      'signed by Python',
      '{"a":1,"b":[1,{"c":"é, x: y"}]}',
      '{"a": 1, "b": [1, {"c": "\\u00e9, x: y"}]}',
      'a space after each comma and colon, with \\u escapes',
    ],
    [
      'signed with an indent and CRLF',
      BODY_TEXT,
      pretty.replaceAll('\n', '\r\n'),
      'indented by 2, with CRLF line endings',
    ],
    [
      'signed with an indent and a line break',
      BODY_TEXT,
      `${pretty}\n`,
      'indented by 2, with a line break at the end',
    ],
  ])('%s', (_why, came, signed, how) => {
    const { reason, message, fix } = why(signedAs(came, signed));
    expect({ reason, message }).toEqual({ reason: 're-serialised', message: expect.stringContaining(how) });
    expect(fix).toContain('the raw bytes as received');
  });
});

describe('other bytes than those that were signed', { tags: ['HOOK-14'] }, () => {
  const ascii = '{"a":1}';
  const accents = '{"a":"é"}';
  test.each([
    ['a line break was added', `${ascii}\n`, ascii, 'without its final line break'],
    ['a line break was taken away', ascii, `${ascii}\n`, 'with a final line break'],
    ['the same as CRLF', ascii, `${ascii}\r\n`, 'with a final line break (CRLF)'],
    ['line ends of Windows', '{\r\n"a":1}', '{\n"a":1}', 'with LF line endings'],
    ['line ends of Unix', '{\n"a":1}', '{\r\n"a":1}', 'with CRLF line endings'],
    ['a byte order mark', `\uFEFF${ascii}`, ascii, 'without its byte order mark'],
    ['signed with a byte order mark', ascii, `\uFEFF${ascii}`, 'with a byte order mark'],
    ['signed in latin1', accents, Buffer.from(accents, 'latin1'), 'in Latin-1'],
    ['saved in latin1', Buffer.from(accents, 'latin1'), accents, 'this one is in Latin-1'],
    ['signed in UTF-16', accents, Buffer.from(accents, 'utf16le'), 'in UTF-16'],
    ['decomposed by a file system', accents.normalize('NFD'), accents, 'composed letters (NFC)'],
    [
      'the head of the request is before it',
      `POST /hooks HTTP/1.1\r\nHost: x\r\n\r\n${ascii}`,
      ascii,
      'also contains the head of the request',
    ],
    ['written as JSON again', JSON.stringify(ascii), ascii, 'the text in quotes'],
    ['handed on in base64', Buffer.from(ascii).toString('base64'), ascii, 'the decoded bytes'],
  ])('%s', (_why, came, signed, how) => {
    const { reason, message } = why(signedAs(came, signed));
    expect({ reason, message }).toEqual({ reason: 'body changed', message: expect.stringContaining(how) });
  });

  test.each([
    [
      'it is not as long as its headers say',
      { ...signedAs('{"a":12}', '{"a":1}') },
      { 'content-length': '7' },
      'has 8 bytes, but Content-Length is 7',
    ],
    ['it was cut', withSignature(BODY_TEXT.slice(0, 50), hex(BODY_TEXT)), {}, 'is not JSON'],
    [
      'a value was changed, and it was written otherwise',
      signedAs('{ "a": 2 }', '{"a":1}'),
      {},
      'not compact JSON in one line',
    ],
  ])('%s', (_why, { body, headers }, more, how) => {
    const { reason, message } = why({ body, headers: { ...headers, ...more } });
    expect({ reason, message }).toEqual({ reason: 'body changed', message: expect.stringContaining(how) });
  });

  test('the headers of another attempt', { tags: ['W-06'] }, () => {
    const { headers } = signedDelivery();
    const later = BODY_TEXT.replace(String(SIGNED_AT), String(SIGNED_AT + 5));
    expect(why({ body: Buffer.from(later), headers })).toMatchObject({
      reason: 'other attempt',
      message: expect.stringContaining('of 2026-09-21T14:13:20Z but the body is of 2026-09-21T14:13:25Z'),
    });
  });
});

describe('the secret', () => {
  test('is another one, or something was changed: the two cannot be distinguished', () => {
    for (const received of [
      signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }),
      signedAs(BODY_TEXT.replace('comments', 'commentz'), BODY_TEXT),
    ]) {
      const { reason, message } = why(received);
      expect(reason).toBe('wrong secret or body changed');
      expect(message).toMatch(/the secret is wrong, or the body was changed/);
    }
  });

  const BYTES = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
  test.each([
    ['given with a line break', `${SECRET}\n`, SECRET, 'without surrounding whitespace or line break'],
    ['given with blanks', ` ${SECRET} `, SECRET, 'without surrounding whitespace or line break'],
    ['registered with a line break', SECRET, `${SECRET}\n`, 'followed by a line break'],
    ['registered with CRLF', SECRET, `${SECRET}\r\n`, 'followed by a line break (CRLF)'],
    ['registered with a blank', SECRET, `${SECRET} `, 'followed by a space'],
    ['never read by the sender', SECRET, '', 'an empty secret'],
    ['given in quotes', `"${SECRET}"`, SECRET, 'without its quotes'],
    ['registered in quotes', SECRET, `"${SECRET}"`, 'in quotes'],
    ['decoded from base64', BYTES.toString('base64'), BYTES, 'decoded from base64'],
    ['decoded from hex', BYTES.toString('hex'), BYTES, 'decoded from hex'],
    ['without its prefix', `whsec_${SECRET}`, SECRET, 'without "whsec_"'],
    ['with a prefix', SECRET, `whsec_${SECRET}`, 'with "whsec_"'],
    ['without its prefix, and decoded', `whsec_${BYTES.toString('base64')}`, BYTES, 'decoded from base64'],
    ['encoded in base64', SECRET, Buffer.from(SECRET).toString('base64'), 'in base64'],
    ['in Latin-1', 'sécret', Buffer.from('sécret', 'latin1'), 'in Latin-1'],
    ['in decomposed letters', 'sécret', 'sécret'.normalize('NFD'), '(NFD)'],
  ])('%s', (_why, given, signing, how) => {
    const { reason, message } = why(withSignature(BODY_TEXT, hex(BODY_TEXT, signing)), {
      secrets: [given],
    });
    expect({ reason, message }).toEqual({
      reason: 'secret spelled otherwise',
      message: expect.stringContaining(how),
    });
  });

  test('the second of two is tried as well', () => {
    const received = withSignature(BODY_TEXT, hex(BODY_TEXT, `${SECRET}\n`));
    expect(why(received, { secrets: [OTHER_SECRET, SECRET] }).reason).toBe('secret spelled otherwise');
  });
});

describe('a signature that is written as it must not be', { tags: ['U-01'] }, () => {
  const digest = hmacOf(BODY_TEXT, SECRET);
  const of = (algorithm: string) => hmacOf(BODY_TEXT, SECRET, algorithm);
  test.each([
    ['SHA1', of('sha1').toString('hex'), 'wrong algorithm', 'SHA1'],
    ['SHA512', of('sha512').toString('hex'), 'wrong algorithm', 'SHA512'],
    ['SHA512 in base64', of('sha512').toString('base64'), 'wrong algorithm', 'SHA512'],
    ['SHA1 with a prefix', `sha1=${of('sha1').toString('hex')}`, 'wrong algorithm', 'SHA1'],
    ['MD5', of('md5').toString('base64'), 'wrong algorithm', 'MD5'],
    ['a prefix', `sha256=${digest.toString('hex')}`, 'wrong encoding', 'the prefix "sha256="'],
    ['a prefix and a blank', `sha256= ${digest.toString('hex')}`, 'wrong encoding', 'the prefix "sha256="'],
    [
      'a prefix between blanks',
      `sha256 = ${digest.toString('hex')}`,
      'wrong encoding',
      'the prefix "sha256="',
    ],
    ['a scheme', `HMAC-SHA256 ${digest.toString('hex')}`, 'wrong encoding', 'the prefix "HMAC-SHA256="'],
    ['a version before it', `v1=${digest.toString('base64')}`, 'wrong encoding', 'the prefix "v1="'],
    ['in a list', `t=${SIGNED_AT},v1=${digest.toString('hex')}`, 'wrong encoding', 'one of several'],
    ['twice', `${digest.toString('hex')}, ${digest.toString('hex')}`, 'wrong encoding', 'one of several'],
    ['quotes', `"${digest.toString('base64')}"`, 'wrong encoding', 'quotes'],
    ['the raw bytes', digest.toString('latin1'), 'wrong encoding', 'the raw bytes'],
    [
      'the hex text in base64',
      Buffer.from(digest.toString('hex')).toString('base64'),
      'wrong encoding',
      'the hex text in base64',
    ],
    ['cut', digest.toString('hex').slice(0, 63), 'wrong encoding', 'not 32 bytes'],
    ['nothing', '', 'wrong encoding', 'not 32 bytes'],
    ['something else', 'Bearer what-is-this', 'wrong encoding', 'not 32 bytes'],
  ] as const)('%s', (_why, text, reason, how) => {
    expect(why(withSignature(BODY_TEXT, text))).toMatchObject({
      reason,
      message: expect.stringContaining(how),
    });
  });

  test('two things may be wrong at once', () => {
    const { message } = why(withSignature(BODY_TEXT, `sha256=${hex(JSON.stringify(BODY, null, 2))}`));
    expect(message).toContain('the prefix "sha256="');
    expect(message).toContain('indented by 2');
  });
});

describe('signed as other services do', () => {
  test.each([
    ['the time, a full stop and the body', `${SIGNED_AT}.${BODY_TEXT}`, '"timestamp.body"'],
    ['the time and the body', `${SIGNED_AT}${BODY_TEXT}`, 'the timestamp and the body'],
    ['a version, the time and the body', `v0:${SIGNED_AT}:${BODY_TEXT}`, '"v0:timestamp:body"'],
    ['an id, the time and the body', `${BODY['hookId']}.${SIGNED_AT}.${BODY_TEXT}`, '"id.timestamp.body"'],
    ['the address and the body', `${BODY['url']}${BODY_TEXT}`, 'the address and the body'],
  ])('%s', (_why, signed, how) => {
    expect(why(signedAs(BODY_TEXT, signed))).toMatchObject({
      reason: 'other text signed',
      message: expect.stringContaining(how),
    });
  });

  const sha = (...parts: readonly string[]) => createHash('sha256').update(parts.join('')).digest('hex');
  test.each([
    ['a hash without a secret', sha(BODY_TEXT), 'a plain hash of the body'],
    ['a hash that begins with the secret', sha(SECRET, BODY_TEXT), 'of the secret and the body'],
    ['a hash that ends in the secret', sha(BODY_TEXT, SECRET), 'of the body and the secret'],
    ['key and text the wrong way round', hex(SECRET, BODY_TEXT), 'with the body as key'],
  ])('%s', (_why, text, how) => {
    expect(why(withSignature(BODY_TEXT, text))).toMatchObject({
      reason: 'other text signed',
      message: expect.stringContaining(how),
    });
  });

  test('a header of theirs is named where ours is missing', () => {
    const headers = { 'X-Hub-Signature-256': 'sha256=00' };
    expect(why({ body: Buffer.from('{}'), headers })).toMatchObject({
      reason: 'unsigned',
      message: expect.stringContaining('X-Hub-Signature-256 is a header used by other services'),
    });
    expect(why({ body: Buffer.from('{}'), headers: {} }).message).not.toContain('other services');
  });
});

describe('a signature that is right, and a time that is not', () => {
  const at = (seconds: number) =>
    signedDelivery(JSON.stringify({ timeStamp: seconds }), { timestamp: String(seconds) });
  test.each([
    [
      'another time in the header',
      signedDelivery(BODY_TEXT, { timestamp: '1789999999' }),
      'other time',
      'is 1789999999, and the signed "timeStamp" is 1790000000',
    ],
    [
      'no number in the header',
      signedDelivery(BODY_TEXT, { timestamp: '\u001b[31mnow' }),
      'other time',
      'a value that is not Unix seconds',
    ],
    ['too old', at(SIGNED_AT - 8 * 86_400), 'stale', '8 days ago, and 7 days are allowed'],
    [
      'from the future',
      at(SIGNED_AT + 600),
      'from the future',
      '10 minutes from now, and 5 minutes are allowed',
    ],
    ['in milliseconds', at(SIGNED_AT * 1000), 'from the future', 'not a time in Unix seconds'],
    ['no time', signedDelivery('{"timestamp":"2026-09-21T14:13:20Z"}'), 'undated', 'has no "timeStamp"'],
    ['no JSON', signedDelivery('hello'), 'undated', 'is not JSON'],
  ] as const)('%s', { tags: ['W-14'] }, (_why, received, reason, how) => {
    expect(why(received)).toMatchObject({ reason, message: expect.stringContaining(how) });
  });

  test('a header in milliseconds is reported so', () => {
    const { fix } = why(signedDelivery(BODY_TEXT, { timestamp: `${SIGNED_AT}000` }));
    expect(fix).toContain('in seconds, not in milliseconds');
  });
});

describe('an unforeseen fault', () => {
  test.each<[string, ReceivedDelivery, SignatureReason]>([
    ['an empty body', signedAs('', 'x'), 'body changed'],
    ['bytes that are no text', signedAs(Buffer.from([0xff, 0, 0xfe]), 'x'), 'body changed'],
    [
      'JSON that is nested too deep to be written',
      signedAs(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'x'),
      'body changed',
    ],
  ])('%s', (_why, received, reason) => {
    expect(why(received).reason).toBe(reason);
  });

  test('of a body that is too long it is reported that no other spelling was tried', () => {
    expect(why(signedAs(`{"x":"${'x'.repeat(1024 * 1024)}"}`, 'x'))).toMatchObject({
      reason: 'wrong secret or body changed',
      message: expect.stringContaining('too large to try'),
    });
    expect(why(signedAs('{"x":1}', 'x')).message).not.toContain('too large to try');
  });

  test('a header that is a list of thousands is not tried for long', () => {
    const text = Array.from({ length: 2_000 }, (_each, at) => `v${at}=${hex(String(at))}`).join(',');
    expect(why(withSignature(BODY_TEXT, text)).reason).toBe('wrong encoding');
  });

  test('no words of it hold the secret or the good signature', () => {
    const given = ['\n', ' ', '"', ''].map((more) =>
      why(signedDelivery(), { secrets: [`${SECRET}x${more}`] }),
    );
    const all = [...given, why(signedAs(BODY_TEXT, JSON.stringify(BODY, null, 2)))];
    const texts = all.map(({ message, fix }) => `${message} ${fix}`).join(' ');
    for (const secret of [SECRET, hex(BODY_TEXT), hex(BODY_TEXT, `${SECRET}x`)])
      expect(texts).not.toContain(secret);
  });
});
