import { expect, test } from 'vitest';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { parseTimeShift, shiftTime } from '../../../../src/domain/time/shift-time.ts';
import { createZoneClock } from '../../../../src/domain/time/zone-clock.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

function move(from: string, text: string) {
  const zone = createZoneClock('Europe/Oslo');
  const shift = parseTimeShift(text);
  if (zone === null || shift === null) return null;
  const found = shiftTime(Date.parse(from), shift, { now: NOW, zone });
  return 'ms' in found ? [formatIsoSeconds(found.ms), ...found.notes].join('; ') : found.fault;
}

// the clocks of Oslo are set forward on 29 March 2026, and back on 25 October
test.each([
  [
    'days keep the local time, also where clocks change',
    '2026-03-26T08:00:00Z',
    '+7d',
    '2026-04-02T07:00:00Z',
  ],
  ['and so do days back', '2026-04-02T07:00:00Z', '-1w', '2026-03-26T08:00:00Z'],
  ['hours are elapsed time', '2026-03-28T12:00:00Z', '+24h', '2026-03-29T12:00:00Z'],
  ['days come before hours', '2026-03-28T08:00:00Z', '1d2h', '2026-03-29T09:00:00Z'],
  ['a minus sign of a text program counts', '2026-03-28T08:00:00Z', '\u22121d', '2026-03-27T08:00:00Z'],
  [
    'a skipped time is a fault',
    '2026-03-28T01:30:00Z',
    '+1D',
    'does not exist: on Sun 29 Mar 2026 the clocks of Europe/Oslo skip 02:30',
  ],
  [
    'of a repeated time the first is used',
    '2026-10-24T00:30:00Z',
    '1d',
    '2026-10-25T00:30:00Z; 02:30 occurs twice on Sun 25 Oct 2026, when the clocks of Europe/Oslo are set back: the first is used',
  ],
  ['minutes and seconds', '2026-03-28T08:00:00Z', '90m15s', '2026-03-28T09:30:15Z'],
  ['hours and minutes back', '2026-03-28T08:00:00Z', ' -1h30m ', '2026-03-28T06:30:00Z'],
  ['elapsed time keeps the second of a repeated time', '2026-10-25T01:30:00Z', '+1h', '2026-10-25T02:30:00Z'],
  ['days of two figures', '2026-03-01T08:00:00Z', '+12d', '2026-03-13T08:00:00Z'],
  [
    'a skipped time is a fault before hours count',
    '2026-03-28T01:30:00Z',
    '1d2h',
    'does not exist: on Sun 29 Mar 2026 the clocks of Europe/Oslo skip 02:30',
  ],
  ['no year is too far', '2026-03-28T08:00:00Z', '999999w', 'is not in the years 1970 to 9999'],
])('a time is shifted: %s', (_why, from, shift, expected) => {
  expect(move(from, shift)).toBe(expected);
});

test.each([
  ['+1d', true],
  ['1d2h', true],
  ['26h', false],
])('whether a shift by %s depends on the zone: %s', (text, expected) => {
  const zone = createZoneClock('Europe/Oslo');
  const shift = parseTimeShift(text);
  if (zone === null || shift === null) throw new Error(`no shift: ${text}`);
  const found = shiftTime(NOW, shift, { now: NOW, zone });
  expect('ms' in found && found.isLocal === true).toBe(expected);
});

test.each(['', '+', '0d', '7', 'seven', '+7 d', '1.5d', '1h1d', '--7d', '1d1d', '1y'])(
  '"%s" is no shift',
  (text) => {
    expect(parseTimeShift(text)).toBeNull();
  },
);
