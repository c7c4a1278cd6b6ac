import { expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { faultsOf } from '../../../support/sandbox/post-fault-lines.ts';

const MOST = LIMITS.strategyEchoCharacters;

/** What `details` say of a strategy that is none. */
function echoOf(graduationStrategy: unknown): string | undefined {
  const faults = faultsOf({
    post: '',
    platforms: ['instagram'],
    mediaUrls: ['https://cdn.example/a.mp4'],
    instagramOptions: { trialParams: { graduationStrategy } },
  });
  const message = 'must be exactly MANUAL or SS_PERFORMANCE';
  expect(faults).toMatchObject([{ code: 448, effect: 'request', message }]);
  return faults[0]?.details;
}

test.each([
  ['in small letters', 'manual', 'manual'],
  ['with a blank', ' MANUAL', ' MANUAL'],
  ['a number', 1, '1'],
  ['true', true, 'true'],
  ['a list', ['MANUAL'], '["MANUAL"]'],
  ['as long as it may be', 'x'.repeat(MOST), 'x'.repeat(MOST)],
  ['too long', 'x'.repeat(MOST + 1), 'x'.repeat(MOST)],
  ['too long, in characters of two halves', '🎉'.repeat(MOST + 1), '🎉'.repeat(MOST)],
  ['half of a character', '\ud83c', '\ufffd'],
])(
  'a strategy that is not exactly one of the two is echoed: %s',
  { tags: ['POST-04'] },
  (_what, strategy, expected) => {
    expect(echoOf(strategy)).toBe(expected);
  },
);

test('what is nested too deep to be written is echoed all the same', { tags: ['POST-04'] }, () => {
  expect(echoOf(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe('[…]');
  expect(echoOf(JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`))).toBe('{…}');
});
