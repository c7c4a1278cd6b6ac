import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyDelivery } from '../../../src/library/receiver/verify.ts';
import { verifySignature } from '../../../src/receiver/verify-signature.ts';
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

const NOW = SIGNED_AT * 1_000;
const options = { secrets: SECRET, now: () => NOW };

const digest = hmacOf(BODY_TEXT, SECRET);

describe('verifyDelivery checks the signature of the raw bytes', {
  tags: ['HOOK-10', 'HOOK-14', 'L1'],
}, () => {
  test('upper-case hex is accepted', { tags: ['U-01'] }, async () => {
    const { body, headers } = withSignature(BODY_TEXT, digest.toString('hex').toUpperCase());
    expect(await verifyDelivery(body, headers, options)).toEqual({
      isValid: true,
      header: 'signature',
      encoding: 'upper-case hex',
      secret: 0,
      timeStamp: SIGNED_AT,
      hasTimeHeader: true,
    });
  });

  test('a body that was changed in transit is known as such', { tags: ['W-19'] }, async () => {
    const { body, headers } = withSignature(`${BODY_TEXT} `, digest.toString('hex'));
    expect(await verifyDelivery(body, headers, options)).toMatchObject({
      isValid: false,
      fault: 'changed body',
    });
  });

  test('seven days are the limit, or what is set', { tags: ['L2'] }, async () => {
    const { body, headers } = signedDelivery();
    const verifyAt = async (age: number, toleranceMs?: number) => {
      const now = () => NOW + age;
      const set = toleranceMs === undefined ? {} : { toleranceMs };
      const verdict = await verifyDelivery(body, headers, { secrets: SECRET, now, ...set });
      return verdict.isValid || verdict.fault;
    };
    const week = 7 * 24 * 3_600_000;
    expect(await Promise.all([verifyAt(week), verifyAt(week + 1), verifyAt(-300_001)])).toEqual([
      true,
      'stale',
      'from the future',
    ]);
    expect(await Promise.all([verifyAt(60_000, 60_000), verifyAt(60_001, 60_000)])).toEqual([true, 'stale']);
  });
});

describe('any form of a request is read', () => {
  const { body, headers } = signedDelivery();
  test.each([
    ['a text', BODY_TEXT, headers],
    ['a buffer of its own', Uint8Array.from(body).buffer, headers],
    ['a part of a buffer', Buffer.concat([Buffer.from('x'), body]).subarray(1), headers],
    ['headers of fetch', body, new Headers({ ...headers })],
    ['a list of headers', body, Object.entries(headers)],
    ['headers of node:http', body, { ...headers, 'set-cookie': ['a', 'b'], age: undefined }],
  ])('%s', async (_why, each, some) => {
    expect(await verifyDelivery(each, some, options)).toMatchObject({ isValid: true });
  });
});

describe('what no request can have is an error, which names it', () => {
  const { body, headers } = signedDelivery();
  test.each([
    ['an empty secret', body, headers, { secrets: '' }, 'secrets: give one'],
    ['no secret', body, headers, { secrets: [] }, 'secrets: give one'],
    ['a variable that is not set', body, headers, { secrets: [undefined] }, 'is the variable set?'],
    ['a tolerance without end', body, headers, { ...options, toleranceMs: Infinity }, 'toleranceMs'],
    ['a body that was parsed', JSON.parse(BODY_TEXT), headers, options, 'the raw body is needed'],
    ['no headers', body, undefined, options, 'the headers are needed'],
  ])('%s', async (_why, ...[each, some, wrong, message]) => {
    // callers without types pass anything
    const verify = verifyDelivery as (...words: readonly unknown[]) => Promise<unknown>;
    await expect(verify(each, some, wrong)).rejects.toThrow(message);
  });
});

const seed = testSeed();
const Header = fc.constantFrom('X-Authorization-Content-SHA256', 'x-authorization-content-sha256-v2');
const Signature = fc.record({
  header: Header,
  secret: fc.constantFrom(SECRET, OTHER_SECRET, 'neither'),
  encoding: fc.constantFrom('hex' as const, 'base64' as const, 'base64url' as const),
  cut: fc.integer({ min: 0, max: 3 }),
});

test(`judges as the receiver of hooks listen does (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.option(fc.integer({ min: -700_000, max: 400 })),
      fc.array(Signature, { maxLength: 3 }),
      fc.option(fc.integer({ min: SIGNED_AT - 1, max: SIGNED_AT }).map(String)),
      async (bytes, age, signatures, time) => {
        const body =
          age === null ? bytes : Buffer.from(JSON.stringify({ timeStamp: SIGNED_AT + age, x: [...bytes] }));
        const headers = Object.fromEntries([
          ...signatures.map(({ header, secret, encoding, cut }) => [
            header,
            hmacOf(body, secret)
              .toString(encoding)
              .slice(cut > 2 ? 1 : 0),
          ]),
          ...(time === null ? [] : [['x-authorization-timestamp', time]]),
        ]) as Record<string, string>; // of texts only
        const secrets = [SECRET, OTHER_SECRET] as const;
        const expected = verifySignature({ body, headers }, { ...CHECKING, secrets });
        expect(await verifyDelivery(body, headers, { secrets, now: () => NOW })).toEqual(expected);
      },
    ),
    { seed, numRuns: scaled(100, 10_000) },
  );
});
