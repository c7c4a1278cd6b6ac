import { expect, test } from 'vitest';
import {
  computeFailureWait,
  computeUpdateWait,
  FIRST_RETRY_MS,
  MIN_WAIT_MS,
} from '../../../../../../src/cli/features/comments/watch/watch-time.ts';
import { LIMITS } from '../../../../../../src/service/limits.ts';

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
const MINUTE_MS = 60_000;

test.each([
  ['until nextUpdate', NOW + 7 * MINUTE_MS, 7 * MINUTE_MS],
  ['to the millisecond', NOW + 7 * MINUTE_MS + 1, 7 * MINUTE_MS + 1],
  ['no fraction of one sooner', NOW + 7 * MINUTE_MS + 0.1, 7 * MINUTE_MS + 1],
  ['X grows its interval: a day', NOW + 24 * 60 * MINUTE_MS, 24 * 60 * MINUTE_MS],
  ['however far it is', Date.UTC(9999, 11, 31), Date.UTC(9999, 11, 31) - NOW],
  ['none: the usual interval', null, LIMITS.commentRefreshMs],
  ['over: the usual interval', NOW - 1, LIMITS.commentRefreshMs],
  ['now: the usual interval', NOW, LIMITS.commentRefreshMs],
  ['not a number: the usual interval', Number.NaN, LIMITS.commentRefreshMs],
  ['nearer than is polite', NOW + 1, MIN_WAIT_MS],
])('%s', { tags: ['COM-14', 'COM-13'] }, (_why, nextUpdate, expected) => {
  expect(computeUpdateWait({ nextUpdate, now: NOW })).toBe(expected);
});

test.each([
  ['the first failure', 1, null, FIRST_RETRY_MS],
  ['each one waits twice as long', 3, null, 4 * FIRST_RETRY_MS],
  ['never longer than until a refresh', 9, null, LIMITS.commentRefreshMs],
  ['however many there were', 5_000, null, LIMITS.commentRefreshMs],
  ['as long as the service asks for', 1, 90_000, 90_000],
  ['also when that is longer than a refresh', 1, 2 * LIMITS.commentRefreshMs, 2 * LIMITS.commentRefreshMs],
  ['in whole milliseconds', 1, 90_000.1, 90_001],
  ['no shorter when it asks for less', 4, 1_000, 8 * FIRST_RETRY_MS],
])('after a failure: %s', (_why, failures, asked, expected) => {
  expect(computeFailureWait(failures, asked)).toBe(expected);
});
