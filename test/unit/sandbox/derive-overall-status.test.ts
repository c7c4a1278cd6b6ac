import { expect, test } from 'vitest';
import { deriveOverallStatus } from '../../../src/sandbox/engine/dispatcher/complete.ts';
import {
  ACTIVITY_STATES,
  ActivityStatus,
  type TerminalStatus,
} from '../../../src/service/endpoints/activity.ts';

test.each([
  ['an auth error beats what was accepted', ['sent', 'auth_error'], 'auth_error'],
  ['a webhook that is queued beats a DM that failed', ['failed', 'sent'], 'sent'],
  ['one skipped, one inside its window', ['skipped', 'deduplicated'], 'skipped'],
  ['all inside their windows', ['deduplicated', 'deduplicated'], 'deduplicated'],
  ['one inside its window, one failed', ['deduplicated', 'failed'], 'failed'],
  ['one inside its window, one accepted', ['deduplicated', 'sent'], 'sent'],
  ['all skipped', ['skipped', 'skipped'], 'skipped'],
  ['one failed, one skipped', ['skipped', 'failed'], 'failed'],
  ['no actions at all', [], 'skipped'],
] as const)('%s', { tags: ['A-01', 'A-02', 'A-03', 'A-04'] }, (_why, endings, expected) => {
  expect(deriveOverallStatus(endings)).toBe(expected);
});

const ENDINGS = ActivityStatus.options.filter(
  (status): status is TerminalStatus => ACTIVITY_STATES[status].isTerminal,
);
const MOST = 5;

/** Every list of endings of this length. */
function listsOf(length: number): readonly (readonly TerminalStatus[])[] {
  if (length === 0) return [[]];
  return listsOf(length - 1).flatMap((list) => ENDINGS.map((ending) => [...list, ending]));
}

/** How much an ending weighs against the others: the overall status is the strongest one there is. */
const STRENGTH: Readonly<Record<TerminalStatus, number>> = {
  auth_error: 4,
  sent: 3,
  failed: 2,
  // The cap is decided before any action: of only one action it is one that was not accepted.
  rate_limited: 2,
  skipped: 1,
  deduplicated: 0,
};
const RECORDED = ['deduplicated', 'skipped', 'failed', 'sent', 'auth_error'] as const;

const lists = Array.from({ length: MOST }, (_, at) => listsOf(at + 1)).flat();

test(`the five conditions, over all ${lists.length} lists of up to ${MOST} endings`, {
  tags: ['ENG-10'],
}, () => {
  expect(lists).toHaveLength(6 + 6 ** 2 + 6 ** 3 + 6 ** 4 + 6 ** 5);
  const differing = lists.filter((list) => {
    const strongest = Math.max(...list.map((ending) => STRENGTH[ending]));
    return deriveOverallStatus(list) !== RECORDED[strongest];
  });
  expect(differing).toEqual([]);
});
