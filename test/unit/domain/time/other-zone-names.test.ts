import { expect, test } from 'vitest';
import { requireZoneName } from '../../../../src/cli/framework/input/time/zone-names.ts';

test.each([
  ['W. Europe Standard Time', '"Europe/Berlin"'],
  ['w. europe daylight time', '"Europe/Berlin"'],
  ['Romance Standard Time', '"Europe/Paris"'],
  ['EST', '"America/New_York"'],
  ['mst', '"America/Denver" or "America/Phoenix"'],
  ['CEST', '"Europe/Berlin"'],
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
