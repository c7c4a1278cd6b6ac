import { expect, test } from 'vitest';
import { findRetryAfterSeconds, readRetryAfter } from '../../../src/client/retry-after.ts';

const NOW = Date.UTC(2026, 2, 2, 8, 15, 0);

test.each([
  ['seconds', '120', 120_000],
  ['no seconds', '0', 0],
  ['a date', 'Mon, 02 Mar 2026 08:16:00 GMT', 60_000],
  ['a date that has passed', 'Mon, 02 Mar 2026 08:14:00 GMT', 0],
  ['nothing', undefined, null],
  ['an empty text', '', null],
  ['a negative number', '-1', null],
  ['a fraction', '1.5', null],
  ['words', 'soon', null],
  ['a number past all waiting', '99999999999', 99_999_999_999_000],
  ['a number past all numbers', '9'.repeat(400), Number.MAX_SAFE_INTEGER],
] as const)('a Retry-After of %s', (_why, header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});

test.each([
  ['a number', 3_600, 3_600],
  ['a number as text', '3600', 3_600],
  ['a sentence', 'The publishing limit is reached. Retry-After: 3600', 3_600],
  ['a member', { retryAfter: 90, limit: 50 }, 90],
  ['a member in words', { 'retry-after': '90 seconds' }, null],
  ['a member as a text of digits', { retry_after: '90' }, 90],
  ['a sentence without it', 'subcode 1390008', null],
  ['a limit that is no wait', { limit: 50 }, null],
  ['nothing', undefined, null],
  ['null', null, null],
  ['a negative number', -1, null],
] as const)('ERR-04 the seconds in details that are %s', (_why, details, expected) => {
  expect(findRetryAfterSeconds(details)).toBe(expected);
});
