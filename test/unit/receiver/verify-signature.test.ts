import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReceivedDelivery, readTimeStamp } from '../../../src/receiver/received-delivery.ts';
import {
  judgeSignature,
  type SignatureCheck,
  verifySignature,
} from '../../../src/receiver/verify-signature.ts';
import { anyCharacters } from '../../support/hostile-texts/any-characters.ts';
import {
  BODY_TEXT,
  CHECKING,
  hmacOf,
  OTHER_SECRET,
  SECRET,
  SIGNED_AT,
  signedDelivery,
  withSignature,
} from '../../support/receiver/signed-delivery.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const NOW = SIGNED_AT * 1000;
const verify = (received: ReceivedDelivery, checking: Partial<SignatureCheck> = {}) =>
  verifySignature(received, { ...CHECKING, ...checking });
const faultOf = (received: ReceivedDelivery, checking: Partial<SignatureCheck> = {}) => {
  const verdict = verify(received, checking);
  return verdict.isValid ? null : verdict.fault;
};

const digest = hmacOf(BODY_TEXT, SECRET);

/** The signature in 43 characters, which have two bits more than its bytes: with the last one set. */
function withLastBits(encoding: 'base64' | 'base64url'): string {
  const text = digest.toString(encoding).replace('=', '');
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}

describe('the signature is that of the raw bytes', { tags: ['HOOK-10', 'HOOK-14', 'W-07', 'L1'] }, () => {
  test.each([
    ['lower-case hex, as it is sent', digest.toString('hex'), 'hex'],
    ['upper-case hex', digest.toString('hex').toUpperCase(), 'upper-case hex'],
    ['base64', digest.toString('base64'), 'base64'],
    ['base64 without its end', digest.toString('base64').replace('=', ''), 'base64'],
    ['base64url', digest.toString('base64url'), 'base64url'],
    ['base64url, padded', `${digest.toString('base64url')}=`, 'base64url'],
    ['blanks around a header are none of it', ` ${digest.toString('hex')}\t`, 'hex'],
  ])('%s', { tags: ['U-01'] }, (_why, text, encoding) => {
    expect(verify(withSignature(BODY_TEXT, text))).toEqual({
      isValid: true,
      header: 'signature',
      encoding,
      secret: 0,
      timeStamp: SIGNED_AT,
      hasTimeHeader: true,
    });
  });

  test.each([
    ['of another secret', signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }), 'mismatch'],
    [
      'of the same JSON in another spelling',
      withSignature(
        BODY_TEXT,
        hmacOf(JSON.stringify(JSON.parse(BODY_TEXT), null, 2), SECRET).toString('hex'),
      ),
      'changed body',
    ],
    [
      'of another length',
      withSignature(BODY_TEXT, hmacOf(BODY_TEXT, SECRET, 'sha1').toString('hex')),
      'unreadable',
    ],
    [
      'of a body that was cut short',
      { ...signedDelivery(), body: Buffer.from(BODY_TEXT.slice(0, -1)) },
      'changed body',
    ],
    ['31 bytes of it', withSignature(BODY_TEXT, digest.subarray(1).toString('hex')), 'unreadable'],
    ['33 bytes', withSignature(BODY_TEXT, `${digest.toString('hex')}00`), 'unreadable'],
    ['with a prefix', withSignature(BODY_TEXT, `sha256=${digest.toString('hex')}`), 'unreadable'],
    [
      'with letters of both base64 alphabets',
      withSignature(BODY_TEXT, `-+${digest.toString('base64').slice(2)}`),
      'unreadable',
    ],
    [
      'in base64 with bits behind the last byte',
      withSignature(BODY_TEXT, withLastBits('base64')),
      'unreadable',
    ],
    ['in base64url with such bits', withSignature(BODY_TEXT, withLastBits('base64url')), 'unreadable'],
    ['base64 behind a word', withSignature(BODY_TEXT, `x${digest.toString('base64')}`), 'unreadable'],
    ['base64 before a word', withSignature(BODY_TEXT, `${digest.toString('base64')}x`), 'unreadable'],
    ['base64url behind a word', withSignature(BODY_TEXT, `x${digest.toString('base64url')}`), 'unreadable'],
    ['base64url before a word', withSignature(BODY_TEXT, `${digest.toString('base64url')}x`), 'unreadable'],
    ['a single character', withSignature(BODY_TEXT, 'A'), 'unreadable'],
    ['the raw bytes', withSignature(BODY_TEXT, digest.toString('latin1')), 'unreadable'],
    ['an empty one', withSignature(BODY_TEXT, ''), 'unreadable'],
    [
      'two at once',
      withSignature(BODY_TEXT, `${digest.toString('hex')}, ${digest.toString('hex')}`),
      'unreadable',
    ],
    ['none, though a secret is set', { body: Buffer.from(BODY_TEXT), headers: {} }, 'unsigned'],
  ] as const)('refused: %s', (_why, received, fault) => {
    expect(faultOf(received)).toBe(fault);
  });

  test('a header is known by its name in any case', () => {
    const { body, headers } = signedDelivery();
    const small = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
    );
    expect(verify({ body, headers: small })).toMatchObject({ isValid: true });
    const spaced = { 'x-authorization-content-sha256': ` ${digest.toString('hex')} ` };
    expect(verify({ body, headers: spaced })).toMatchObject({ isValid: true });
  });

  test('another header whose name is as long is not taken for it', () => {
    const { body, headers } = signedDelivery();
    expect(verify({ body, headers: { 'X-Authorization-Content-SHA512': 'x', ...headers } })).toMatchObject({
      isValid: true,
    });
  });

  test('a body that was changed is not called forged', { tags: ['W-19'] }, () => {
    expect(verify(withSignature(`${BODY_TEXT}\n`, digest.toString('hex')))).toEqual({
      isValid: false,
      fault: 'changed body',
      change: expect.stringContaining('without its final line break'),
      timeStamp: null,
    });
  });

  test('the signature of another attempt does not fit the body that was built again', {
    tags: ['W-06'],
  }, () => {
    const first = signedDelivery();
    const second = BODY_TEXT.replace(String(SIGNED_AT), String(SIGNED_AT + 5));
    expect(faultOf({ body: Buffer.from(second), headers: first.headers })).toBe('mismatch');
    expect(faultOf(signedDelivery(second, { timestamp: String(SIGNED_AT + 5) }))).toBe(null);
  });

  test('bytes that are no text are signed as well as any', () => {
    const bytes = Buffer.concat([
      Buffer.from(`{"timeStamp":${SIGNED_AT},"x":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    expect(verify(signedDelivery(bytes))).toMatchObject({ isValid: true });
  });
});

describe('while a new secret replaces the old one, any of both fits either header', () => {
  const [old, next] = [
    hmacOf(BODY_TEXT, OTHER_SECRET).toString('hex'),
    hmacOf(BODY_TEXT, SECRET).toString('hex'),
  ];
  const both = (main: string, second: string): ReceivedDelivery => {
    const { body, headers } = withSignature(BODY_TEXT, main);
    return { body, headers: { ...headers, 'X-Authorization-Content-SHA256-V2': second } };
  };
  test.each([
    ['the old one in the main header', both(old, next), [OTHER_SECRET], { header: 'signature', secret: 0 }],
    ['the new one in the second header', both(old, next), [SECRET], { header: 'signatureV2', secret: 0 }],
    [
      'the second of two secrets',
      both(old, next),
      ['neither', OTHER_SECRET],
      { header: 'signature', secret: 1 },
    ],
    ['a main header that cannot be read', both('?', next), [SECRET], { header: 'signatureV2', secret: 0 }],
    [
      'only the second header',
      { body: Buffer.from(BODY_TEXT), headers: { 'X-Authorization-Content-SHA256-V2': next } },
      [SECRET],
      { header: 'signatureV2', hasTimeHeader: false },
    ],
  ] as const)('%s', (_why, received, secrets, expected) => {
    expect(verify(received, { secrets })).toMatchObject({ isValid: true, ...expected });
  });

  test('no secret that fits neither', () => {
    expect(faultOf(both(old, next), { secrets: ['x', 'y'] })).toBe('mismatch');
  });
});

describe('the time is that of the signed body', { tags: ['L2'] }, () => {
  const at = (timeStamp: unknown) => JSON.stringify({ timeStamp });
  const DAY = 24 * 3600;
  test.each([
    [
      'a header that says another time',
      signedDelivery(BODY_TEXT, { timestamp: String(SIGNED_AT + 1) }),
      'other time',
    ],
    ['a header in milliseconds', signedDelivery(BODY_TEXT, { timestamp: `${SIGNED_AT}000` }), 'other time'],
    ['an empty header', signedDelivery(BODY_TEXT, { timestamp: '' }), 'other time'],
    ['no time in the body', signedDelivery('{"a":1}'), 'undated'],
    ['a time that is a text', signedDelivery(at(String(SIGNED_AT))), 'undated'],
    ['a time with a fraction', signedDelivery(at(SIGNED_AT + 0.5)), 'undated'],
    ['a time before 1970', signedDelivery(at(-1), { timestamp: '-1' }), 'undated'],
    ['the first second of 1970', signedDelivery(at(0), { timestamp: '0' }), 'stale'],
    ['a body that is no JSON', signedDelivery('hello'), 'undated'],
    ['a body that is a list', signedDelivery(`[${SIGNED_AT}]`), 'undated'],
    ['an empty body', signedDelivery(''), 'undated'],
  ])('refused: %s', { tags: ['W-14', 'U-02'] }, (_why, received, fault) => {
    expect(faultOf(received)).toBe(fault);
  });

  test('the header may be missing: it is not signed, so that nothing rests on it', { tags: ['W-14'] }, () => {
    const { body, headers } = signedDelivery();
    const { 'X-Authorization-Timestamp': _time, ...rest } = headers;
    expect(verify({ body, headers: rest })).toMatchObject({ isValid: true, hasTimeHeader: false });
  });

  test.each([
    ['as old as claims are kept', 7 * DAY, null],
    ['a second older', 7 * DAY + 1, 'stale'],
    ['five minutes ahead', -300, null],
    ['a second more', -301, 'from the future'],
  ] as const)('%s', (_why, age, fault) => {
    expect(faultOf(signedDelivery(), { now: (SIGNED_AT + age) * 1000 })).toBe(fault);
  });

  test('a tolerance tightens it', () => {
    expect(faultOf(signedDelivery(), { now: NOW + 60_000, toleranceMs: 60_000 })).toBe(null);
    expect(faultOf(signedDelivery(), { now: NOW + 61_000, toleranceMs: 60_000 })).toBe('stale');
  });

  test('the time of a body is read without its signature, and judged once that is known', () => {
    const received = signedDelivery();
    const match = { header: 'signature', encoding: 'hex', secret: 0 } as const;
    expect(readTimeStamp(received.body)).toBe(SIGNED_AT);
    expect(judgeSignature(received, match, CHECKING)).toMatchObject({ ...match, timeStamp: SIGNED_AT });
    expect(judgeSignature(received, 'mismatch', CHECKING)).toMatchObject({ fault: 'mismatch' });
  });

  test('no time is looked at before the signature fits', () => {
    expect(verify(signedDelivery(BODY_TEXT, { secret: OTHER_SECRET }))).toEqual({
      isValid: false,
      fault: 'mismatch',
      change: null,
      timeStamp: null,
    });
  });
});

const seed = testSeed();

/** Some changes show in the body itself. */
const UNPROVED = ['mismatch', 'changed body'];

describe(`whatever is changed, it is invalid (seed ${seed})`, { tags: ['L1'] }, () => {
  const runs = { seed, numRuns: scaled(60, 5_000) };
  const signed = fc.record({
    secret: anyCharacters({ minLength: 1 }),
    text: fc.jsonValue().map((more) => JSON.stringify({ timeStamp: SIGNED_AT, more })),
  });

  test('it holds as it was signed', { tags: ['W-07'] }, () => {
    fc.assert(
      fc.property(signed, ({ secret, text }) => {
        expect(verify(signedDelivery(text, { secret }), { secrets: [secret] })).toMatchObject({
          isValid: true,
        });
      }),
      runs,
    );
  });

  test('a byte of the body', { tags: ['HOOK-10'] }, () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ secret, text }, place, change) => {
        const { body, headers } = signedDelivery(text, { secret });
        const changed = Buffer.from(body);
        const at = place % changed.length;
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(UNPROVED).toContain(faultOf({ body: changed, headers }, { secrets: [secret] }));
      }),
      runs,
    );
  });

  test('a byte more or less of the body', () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.nat(255), ({ secret, text }, place, byte) => {
        const { body, headers } = signedDelivery(text, { secret });
        const at = place % (body.length + 1);
        const more = Buffer.concat([body.subarray(0, at), Buffer.from([byte]), body.subarray(at)]);
        const less = Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]);
        for (const changed of [more, less].filter((each) => !each.equals(Buffer.from(body)))) {
          expect(UNPROVED).toContain(faultOf({ body: changed, headers }, { secrets: [secret] }));
        }
      }),
      runs,
    );
  });

  test('a character of the signature, in any spelling of it', () => {
    const spellings = ['hex', 'base64', 'base64url'] as const;
    fc.assert(
      fc.property(
        signed,
        fc.constantFrom(...spellings),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        ({ secret, text }, spelling, place, character) => {
          const bytes = hmacOf(text, secret);
          const good = bytes.toString(spelling);
          const at = place % good.length;
          const bad = good.slice(0, at) + character + good.slice(at + 1);
          if (!spells(bad, bytes))
            expect(faultOf(withSignature(text, bad), { secrets: [secret] })).not.toBe(null);
        },
      ),
      runs,
    );
  });
});

/** Whether these are the bytes in a spelling that is taken: a blank at the end, say, is one end of base64 for another. */
function spells(text: string, bytes: Buffer): boolean {
  const given = text.trim();
  const [padded, url] = [bytes.toString('base64'), bytes.toString('base64url')];
  return (
    given.toLowerCase() === bytes.toString('hex') ||
    [padded, padded.slice(0, -1), url, `${url}=`].includes(given)
  );
}
