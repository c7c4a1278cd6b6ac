import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClock, formatDay } from '../../../../src/domain/time/local-time.ts';
import { parseScheduleTime } from '../../../../src/domain/time/parse-schedule-time.ts';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { createZoneClock, type ZoneClock } from '../../../../src/domain/time/zone-clock.ts';
import { anyCharacters } from '../../../support/hostile-texts/any-characters.ts';
import { testSeed } from '../../../support/test-seed.ts';

/** A Sunday, 11:30:15 in Oslo. */
const NOW = Date.parse('2026-11-22T10:30:15Z');

const zones = new Map<string, ZoneClock>();

function zoneOf(name: string): ZoneClock {
  const zone = zones.get(name) ?? createZoneClock(name);
  if (zone === null) throw new Error(`${name} is no zone`);
  zones.set(name, zone);
  return zone;
}

const ZONES = [
  'Europe/Oslo',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
const seed = testSeed();

test(`what is shown reads back as the same moment: in UTC always, in the zone but for the second of two (seed ${seed})`, () => {
  const moments = fc.integer({ min: Math.ceil(NOW / 1_000), max: Date.UTC(2099, 0) / 1_000 });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (seconds, name) => {
      const [ms, zone] = [seconds * 1_000, zoneOf(name)];
      const [utc, there] = [zoneOf('UTC').wallAt(ms), zone.wallAt(ms)];
      const at = { now: NOW, zone };
      expect(parseScheduleTime(`${formatDay(utc)} ${formatClock(utc)} UTC`, at)).toMatchObject({ ms });
      expect(parseScheduleTime(formatIsoSeconds(ms), at)).toMatchObject({ ms, notes: [] });
      const again = parseScheduleTime(`${formatDay(there)} ${formatClock(there)} ${name}`, at);
      const isSecond = zone.momentsAt(there).indexOf(ms) === 1;
      if (!isSecond) expect(again).toMatchObject({ ms });
      else expect('ms' in again && again.ms < ms).toBe(true);
    }),
    { seed, numRuns: 300 },
  );
});

test(`whatever is written, it is a time or reported to be none (seed ${seed})`, () => {
  const word = fc.oneof(
    anyCharacters({ maxLength: 12 }),
    fc.constantFrom(
      'in',
      'next',
      'friday',
      'dec',
      '24',
      '9:00',
      '8am',
      'tomorrow',
      '2026',
      '2h',
      'utc',
      'a/b',
      '0',
      '-1',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const found = parseScheduleTime(words.join(' '), { now: NOW, zone: zoneOf('Europe/Oslo') });
      expect('ms' in found ? Number.isInteger(found.ms / 1_000) : found.fault !== '').toBe(true);
    }),
    { seed, numRuns: 1_000 },
  );
});
