import { expect, test } from 'vitest';
import { requireZoneName } from '../../../../src/cli/framework/input/time/zone-names.ts';
import { getOffsetMs } from '../../../../src/domain/time/clock-changes.ts';
import { createLocalClock } from '../../../../src/domain/time/local-time.ts';
import { findMeantZones } from '../../../../src/domain/time/other-zone-names.ts';
import { HOUR_MS } from '../../../../src/service/durations.ts';

test.each([
  ['W. Europe Standard Time', '"Europe/Berlin"'],
  ['w. europe daylight time', '"Europe/Berlin"'],
  ['Romance Standard Time', '"Europe/Paris"'],
  ['EST', '"America/New_York"'],
  ['mst', '"America/Denver" or "America/Phoenix"'],
  ['CEST', '"Europe/Berlin"'],
  ['CST', '"America/Chicago" or "Asia/Shanghai"'],
  ['IST', '"Asia/Kolkata", "Europe/Dublin" or "Asia/Jerusalem"'],
])('%s is no time zone of IANA, and the one that is meant is named', (typed, meant) => {
  expect(() => requireZoneName(typed)).toThrow(
    expect.objectContaining({
      kind: 'usage',
      facts: expect.objectContaining({ advice: expect.stringContaining(`did you mean ${meant}?`) }),
    }),
  );
});

test.each(['CET', 'EST5EDT', 'Etc/GMT+5', 'utc'])('%s is a time zone of IANA', (typed) => {
  expect(() => requireZoneName(typed)).not.toThrow();
});

const TIMES_OF_2026 = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/** Hours from UTC, abbreviations, and names of Windows without "Standard Time". */
test.each<[number, readonly string[], readonly string[]]>([
  [-10, [], ['Hawaiian']],
  [-9, ['AKST'], ['Alaskan']],
  [-8, ['PST'], ['Pacific']],
  [-7, ['MST', 'PDT'], ['Mountain', 'US Mountain']],
  [-6, ['MDT'], ['Canada Central', 'Central', 'Central America']],
  [-5, ['CDT', 'EST'], ['Eastern', 'SA Pacific']],
  [-4, ['AST', 'EDT'], ['Atlantic', 'Central Brazilian', 'Pacific SA', 'Venezuela']],
  [-3.5, ['NST'], ['Newfoundland']],
  [-3, [], ['Argentina', 'E. South America']],
  [-2, [], ['Greenland']],
  [0, [], ['GMT', 'Greenwich']],
  [1, ['BST', 'WEST'], ['Central Europe', 'Central European', 'Morocco', 'Romance', 'W. Central Africa']],
  [2, ['CAT', 'CEST'], ['E. Europe', 'Egypt', 'FLE', 'GTB', 'Israel', 'Middle East', 'South Africa']],
  [3, ['EAT', 'EEST', 'MSK'], ['Arab', 'Arabic', 'E. Africa', 'Jordan', 'Russian', 'Turkey']],
  [3.5, [], ['Iran']],
  [4, ['GST'], ['Arabian', 'Georgian']],
  [4.5, [], ['Afghanistan']],
  [5, [], ['Ekaterinburg', 'Pakistan']],
  [5.5, [], ['India', 'Sri Lanka']],
  [5.75, [], ['Nepal']],
  [6, [], ['Bangladesh', 'Central Asia']],
  [6.5, [], ['Myanmar']],
  [7, [], ['SE Asia']],
  [8, ['HKT', 'SGT'], ['China', 'Singapore', 'Taipei', 'W. Australia']],
  [9, ['JST', 'KST'], ['Korea', 'Tokyo']],
  [9.5, [], ['AUS Central', 'Cen. Australia']],
  [10, ['AEST'], ['AUS Eastern', 'E. Australia', 'Tasmania', 'Vladivostok']],
  [11, ['AEDT'], []],
  [12, ['NZST'], ['New Zealand']],
  [13, ['NZDT'], []],
])('names %s hours from UTC mean zones that are', (hours, abbreviations, ofWindows) => {
  for (const name of [...abbreviations, ...ofWindows.map((each) => `${each} Standard Time`)]) {
    const meant = findMeantZones(name).map((zone) => ({
      zone,
      hours: TIMES_OF_2026.map((ms) => getOffsetMs(createLocalClock(zone), ms) / HOUR_MS),
    }));
    expect([name, meant]).not.toEqual([name, []]);
    for (const each of meant)
      expect(each).toEqual({ zone: each.zone, hours: expect.arrayContaining([hours]) });
  }
});

test.each([
  [' est ', ['America/New_York']],
  ['Tokyo', []],
  ['Tokyo Standard Time Zone', []],
  ['Central Standard Time America', []],
  ['Oslo Standard Time', []],
])('"%s" means %j', (name, zones) => {
  expect(findMeantZones(name)).toEqual(zones);
});
