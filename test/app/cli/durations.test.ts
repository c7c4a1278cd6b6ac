import { expect, test } from 'vitest';
import { createDurationSchema, REMOTE } from '../../../src/cli/framework/input/flags/flags.ts';

test.each([
  ['1ms', 1],
  ['0.5ms', 1],
  ['1.5s', 1_500],
  ['24d', 24 * 86_400_000],
  ['1h30m', 90 * 60_000],
  ['1d2h3m4s5ms', 93_784_005],
  ['2w', 14 * 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(REMOTE.schema.parse({ maxWait: text, timeout: text })).toMatchObject({ maxWait: ms, timeout: ms });
});

test.each([
  ['0s', 'must be at least 1ms'],
  ['0.4ms', 'must be at least 1ms'],
  ['25d', 'must be at most 24d'],
  ['2147483648ms', 'must be at most 24d'],
  [`${'9'.repeat(400)}d`, 'is too long'],
  ['5', /must be a number with a unit/],
  ['1h30', /must be a number with a unit/],
  ['1h 30m', /must be a number with a unit/],
])('a time to wait cannot be %s', (text, message) => {
  const { error } = REMOTE.schema.safeParse({ maxWait: text });
  expect(error?.issues[0]?.message).toMatch(message);
});

test('a span that nothing waits for may be longer than a timer can take', () => {
  expect(createDurationSchema().parse('30d')).toBe(30 * 86_400_000);
});
