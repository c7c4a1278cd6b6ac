import { expect, test } from 'vitest';
import {
  computeRetryWait,
  findRetryAfterSeconds,
  type RequestOutcome,
  readRetryAfter,
} from '../../../src/client/retry-advice.ts';

const FIRST = { method: 'GET', path: '/comments/x', attempt: 0, chance: 1 } as const;
const PATIENCE = { retries: 2, maxWaitMs: 60_000 };
const FAILED: RequestOutcome = {
  http: 503,
  lost: false,
  codes: [],
  retryAvailable: false,
  retryAfterMs: null,
};

test.each([
  ['a lost connection', { http: null, lost: true }],
  ['HTTP 408', { http: 408 }],
  ['HTTP 425', { http: 425 }],
  ['HTTP 500', { http: 500 }],
  ['HTTP 504', { http: 504 }],
  ['retryAvailable, at HTTP 400', { http: 400, retryAvailable: true }],
  ['retryAvailable, at HTTP 200 with status error', { http: 200, retryAvailable: true }],
  ['an answer that was cut short', { http: 200, lost: true }],
] as const)('a GET is tried again after %s', { tags: ['HTTP-06'] }, (_why, ending) => {
  expect(computeRetryWait(FIRST, { ...FAILED, ...ending }, PATIENCE)).toBe(500);
});

test.each([
  ['HTTP 400', { http: 400 }],
  ['HTTP 401', { http: 401 }],
  ['HTTP 403', { http: 403 }],
  ['HTTP 404', { http: 404 }],
  ['a redirect', { http: 302 }],
  ['no answer for a reason that stays', { http: null }],
  ['HTTP 429 without a Retry-After', { http: 429 }],
  ['HTTP 429 without a Retry-After, though retryAvailable', { http: 429, retryAvailable: true }],
  ['HTTP 429 with a Retry-After that is too long', { http: 429, retryAfterMs: 60_001 }],
  ['HTTP 503 with a Retry-After that is too long', { http: 503, retryAfterMs: 60_001 }],
] as const)('a GET is not tried again after %s', { tags: ['HTTP-06'] }, (_why, ending) => {
  expect(computeRetryWait(FIRST, { ...FAILED, ...ending }, PATIENCE)).toBeNull();
});

test.each([272, 416, 417, 419, 423])('code %i is never retried, whatever else is set', (code) => {
  for (const ending of [{ http: 503 }, { http: 429, retryAfterMs: 1 }, { retryAvailable: true }]) {
    expect(computeRetryWait(FIRST, { ...FAILED, ...ending, codes: [code] }, PATIENCE)).toBeNull();
    expect(computeRetryWait(FIRST, { ...FAILED, ...ending, codes: [440, code] }, PATIENCE)).toBeNull();
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s is never sent again by itself',
  { tags: ['HTTP-06'] },
  (method) => {
    for (const ending of [{ http: 503 }, { http: null, lost: true }, { http: 400, retryAvailable: true }]) {
      expect(computeRetryWait({ ...FIRST, method }, { ...FAILED, ...ending }, PATIENCE)).toBeNull();
    }
  },
);

test('a POST that only reads is tried again as a GET is', { tags: ['HTTP-06'] }, () => {
  const read = { ...FIRST, method: 'POST', path: '/api/analytics/post' } as const;
  expect(computeRetryWait(read, FAILED, PATIENCE)).toBe(500);
  expect(computeRetryWait({ ...read, method: 'PUT' }, FAILED, PATIENCE)).toBeNull();
  expect(computeRetryWait({ ...read, path: '/analytics/post/x' }, FAILED, PATIENCE)).toBeNull();
});

test.each([
  ['HTTP 429 waits as long as it says', 429, 60_000],
  ['HTTP 503 waits as long as it says', 503, 7_000],
  ['a wait of nothing is one too', 503, 0],
])('%s', (_why, http, retryAfterMs) => {
  expect(computeRetryWait(FIRST, { ...FAILED, http, retryAfterMs }, PATIENCE)).toBe(retryAfterMs);
});

test('there are as many tries more as retries', () => {
  const waits = [0, 1, 2].map((attempt) => computeRetryWait({ ...FIRST, attempt }, FAILED, PATIENCE));
  expect(waits).toEqual([500, 1_000, null]);
  expect(computeRetryWait(FIRST, FAILED, { ...PATIENCE, retries: 0 })).toBeNull();
});

test('full jitter: any share of a wait that doubles, up to its longest', () => {
  const wait = (attempt: number, chance: number, maxWaitMs = 60_000) =>
    computeRetryWait({ ...FIRST, attempt, chance }, FAILED, { retries: 99, maxWaitMs });
  expect(wait(3, 0)).toBe(0);
  expect(wait(3, 0.5)).toBe(2_000);
  expect(wait(3, 1)).toBe(4_000);
  expect(wait(50, 1)).toBe(8_000);
  expect(wait(50, 1, 100)).toBe(100);
});

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
] as const)('the seconds in details that are %s', { tags: ['ERR-04'] }, (_why, details, expected) => {
  expect(findRetryAfterSeconds(details)).toBe(expected);
});
