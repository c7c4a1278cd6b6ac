import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPublicUrl, isPublicAddress } from '../../../src/domain/addresses/public-url.ts';
import { anyCharacters } from '../../support/hostile-texts/any-characters.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';
import { BAD_ANSWERS, CORPUS_BAD } from '../../unit/outbound/corpus-bad.ts';
import { CORPUS_GOOD, GOOD_ADDRESSES } from '../../unit/outbound/corpus-good.ts';
import { isOwn } from '../../unit/outbound/own-networks.ts';
import { asking, isolatedOutbound } from '../../unit/outbound/test-outbound.ts';

const seed = testSeed();

const anyAddress = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc.constantFrom(...GOOD_ADDRESSES, ...BAD_ANSWERS),
);
const known = fc.constantFrom(...CORPUS_BAD, ...CORPUS_GOOD.map(({ url }) => url));
const host = fc.oneof(
  fc.domain(),
  anyAddress,
  fc.ipV6().map((address) => `[${address}]`),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const built = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:', '//', ''),
    fc.constantFrom('', '', '', 'user@', 'a:b@', '@'),
    host,
    fc.oneof(
      fc.constant(''),
      fc.nat(70_000).map((port) => `:${port}`),
    ),
    fc.oneof(fc.constant('/hook'), anyCharacters({ maxLength: 10 })),
  )
  .map((parts) => parts.join(''));
/** One sign of a URL is another one, or one more. */
const bent = fc
  .tuple(known, fc.nat(), anyCharacters({ maxLength: 2 }), fc.nat(1))
  .map(([url, at, piece, taken]) => {
    const place = at % (url.length + 1);
    return url.slice(0, place) + piece + url.slice(place + taken);
  });
const anyAnswer = fc.oneof(
  fc.array(anyAddress, { maxLength: 3 }),
  fc.array(fc.constantFrom(...GOOD_ADDRESSES), { minLength: 1, maxLength: 3 }),
);
const anyUrl = fc.oneof(known, built, bent, fc.webUrl(), fc.string());

test(`whatever the URL and whatever it leads to, only what is public is connected to (seed ${seed})`, {
  tags: ['T7', 'S1', 'S2', 'S3', 'S7'],
}, async () => {
  const begun: string[] = [];
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, anyAnswer, async (url, found) => {
      const { outbound, dialled } = isolatedOutbound({ finds: () => found });
      const { status, fault } = await outbound.post(asking(url));
      runs += 1;
      begun.push(...dialled.map(({ address }) => address));
      expect(dialled.filter(({ address }) => isOwn(address))).toEqual([]);
      for (const { port } of dialled) expect(port === 443 || port >= 1024).toBe(true);
      if (dialled.length > 0) expect(checkPublicUrl(url)).toBeNull();
      expect(status).toBeNull();
      expect(['address not allowed', 'name not found', 'connection refused']).toContain(fault);
    }),
    { seed, numRuns: scaled(3_000, 100_000) },
  );
  expect(begun.length).toBeGreaterThan(runs / 50);
  report(`T7 any URL: ${runs} tried, ${begun.length} connections begun, none to what is not public`);
});

test(`what is public is judged so by a second reading of the registries, too (seed ${seed})`, {
  tags: ['T7', 'S3'],
}, () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      if (isPublicAddress(address)) expect([address, isOwn(address)]).toEqual([address, false]);
    }),
    { seed, numRuns: scaled(5_000, 500_000) },
  );
});
