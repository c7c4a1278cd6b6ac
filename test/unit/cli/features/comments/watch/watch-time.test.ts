import { expect, test } from 'vitest';
import {
  computeCursorDue,
  computeFailureWait,
  computeUpdateWait,
  FIRST_RETRY_MS,
  MIN_WAIT_MS,
} from '../../../../../../src/cli/features/comments/watch/watch-time.ts';
import { LIMITS } from '../../../../../../src/service/limits.ts';

const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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

test.each([
  ['at its time, in a month at most', 0, 31 * DAY_MS, 31 * DAY_MS, null],
  ['later, when the clock was a year ahead', -365 * DAY_MS, 10 * MINUTE_MS, 10 * MINUTE_MS, 'in the future'],
  ['later, when the clock went back a day', -DAY_MS, 2 * DAY_MS, 2 * DAY_MS, 'in the future'],
  ['at its time, when the clock went back a second', -1_000, 600_000, 601_000, null],
  ['soon, when the wait cannot be meant', 0, 32 * DAY_MS, LIMITS.commentRefreshMs, 'a wait of 32 days'],
  ['soon, when neither can be believed', -DAY_MS, 9_000 * DAY_MS, LIMITS.commentRefreshMs, 'in the future'],
  ['at once, when it is over', 11 * MINUTE_MS, 10 * MINUTE_MS, -MINUTE_MS, null],
])('a watch that begins again asks %s', { tags: ['COM-14'] }, (_why, setMs, wait, left, doubt) => {
  const due = computeCursorDue({ lookedAt: NOW, due: NOW + wait }, NOW + setMs);
  expect(due).toEqual({ due: NOW + setMs + left, doubt: doubt && expect.stringContaining(doubt) });
});
