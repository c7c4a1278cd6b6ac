import { expect, test } from 'vitest';
import { planNotice, type VersionState } from '../../../../../src/cli/features/general/version-state.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/service/durations.ts';

const NOW = 100 * DAY_MS;
const around = { now: NOW, version: '1.2.0' };
const RECENT = NOW - HOUR_MS;
const PAST = NOW - DAY_MS;

test.each<[string, VersionState, string | null, boolean]>([
  ['the first run', { checkedAt: null, latest: null, shownAt: null }, null, false],
  ['within a day', { checkedAt: RECENT, latest: null, shownAt: null }, null, false],
  ['after a day', { checkedAt: PAST, latest: null, shownAt: null }, null, true],
  ['a newer version', { checkedAt: RECENT, latest: '1.3.0', shownAt: null }, '1.3.0', false],
  ['a newer version, shown today', { checkedAt: RECENT, latest: '1.3.0', shownAt: RECENT }, null, false],
  ['a newer version, shown yesterday', { checkedAt: RECENT, latest: '1.3.0', shownAt: PAST }, '1.3.0', false],
  ['both after a day', { checkedAt: PAST, latest: '1.3.0', shownAt: PAST }, '1.3.0', true],
  ['this version', { checkedAt: RECENT, latest: '1.2.0', shownAt: null }, null, false],
  ['an older version', { checkedAt: RECENT, latest: '1.1.9', shownAt: null }, null, false],
  ['times after now', { checkedAt: NOW + 1, latest: '1.3.0', shownAt: NOW + 1 }, '1.3.0', true],
])('%s', (_when, state, shown, checks) => {
  const plan = planNotice(state, around);
  expect([plan.shown, plan.checks]).toEqual([shown, checks]);
  expect(planNotice(plan.state, around)).toEqual({ shown: null, checks: false, state: plan.state });
});

test('when there is nothing to do, nothing is saved', () => {
  const state = { checkedAt: RECENT, latest: '1.3.0', shownAt: RECENT };
  expect(planNotice(state, around).state).toBe(state);
});
