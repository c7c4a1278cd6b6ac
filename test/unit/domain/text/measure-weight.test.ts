import manifest from 'tlds/package.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { findLinks } from '../../../../src/domain/text/links.ts';
import {
  compareValidity,
  countByLibrary,
  countForX,
  explainDifference,
  type REASONS,
} from '../../../support/post-texts/x-oracle.ts';
import { X_TEXTS } from '../../../support/post-texts/x-texts.ts';

/** Each difference was decided: what crier counts, what the library counts, and why. */
const DIFFERENT: readonly (readonly [
  text: string,
  ours: number,
  library: number,
  reason: keyof typeof REASONS,
])[] = [
  ['kestrel.kids', 23, 12, 'newer'],
  ['kestrel.an', 10, 23, 'retired'],
  ['https://kestrel.example/a', 23, 25, 'example'],
  ['👩‍❤‍💋‍👨', 2, 11, 'emoji'],
  ['🏳‍🌈', 2, 5, 'emoji'],
  ['👁️‍🗨️', 2, 5, 'emoji'],
  ['⛹‍♀', 2, 5, 'emoji'],
  ['🧑‍🧑‍🧒', 2, 8, 'emoji'],
  ['🫶🏽', 2, 4, 'emoji'],
  ['🐦‍⬛', 2, 5, 'emoji'],
  ['🧔‍♂️', 2, 5, 'emoji'],
  [`a${'\u0301'.repeat(40)}`, 41, 40, 'marks'],
  ['kestrel.comпр.com/a', 31, 29, 'stretched'],
];

test(`${X_TEXTS.length} chosen texts are counted as twitter-text counts them, but for ${DIFFERENT.length}`, () => {
  expect(X_TEXTS.length).toBeGreaterThan(300);
  const found = X_TEXTS.flatMap((text) => {
    const reasons = explainDifference(text);
    return reasons === null ? [] : [[text, countForX(text), countByLibrary(text), ...reasons]];
  });
  expect(found).toEqual(DIFFERENT);
});

test('a text is accepted if twitter-text takes it for valid', () => {
  const same = X_TEXTS.filter((text) => explainDifference(text) === null);
  const otherwise = same.filter((text) => {
    const { library, crier } = compareValidity(text);
    return library !== crier;
  });
  expect(otherwise).toEqual([]);
});

/** Of the list of known endings. */
const PUBLISHED = { version: '1.261.0', date: '2025-10-24' };

test(`known endings are those that IANA listed on ${PUBLISHED.date} (tlds ${PUBLISHED.version})`, () => {
  expect(manifest.version, `the list was of ${PUBLISHED.date}: enter version and date of the newer one`).toBe(
    PUBLISHED.version,
  );
});

test.each([
  ['every kind of ending', ['com', 'no', 'museum', 'рф', '中国', 'vermögensberater', 'xn--p1ai'], true],
  ['none of files and words', ['js', 'ts', 'txt', 'test', 'local', 'c'], false],
])('names end with %s', (_what, names, expected) => {
  for (const name of names) {
    expect([name, [...findLinks(`see kestrel.${name}`, 'x')].length]).toEqual([name, expected ? 1 : 0]);
  }
});
