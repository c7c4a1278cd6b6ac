import { expect, test } from 'vitest';
import { findAnsweredNetworks } from '../../../../../../src/cli/features/comments/watch/poll.ts';
import { comment, document, leg } from '../../../../../support/comments.ts';

const failed = (...platforms: (string | null)[]) => ({
  status: 'partial' as const,
  errors: platforms.map((platform) => leg(platform)),
});

test.each([
  ['listed, with comments', document([comment()]), ['instagram'], [], true],
  ['listed, and empty', document([]), ['instagram'], [], true],
  ['missing for the first time', document([]), [], [], false],
  ['missing for the second time', document([]), [], ['instagram'], true],
  ['failed', document([], failed('instagram')), [], ['instagram'], false],
  ['failed, with comments', document([comment()], failed('instagram')), ['instagram'], [], false],
  ['beside one that failed', document([], failed('threads')), ['instagram'], [], true],
  ['beside one that failed without a name', document([], failed(null)), ['instagram'], [], false],
  [
    'with comments, whatever the status says',
    document([comment()], { status: 'error' }),
    ['instagram'],
    [],
    true,
  ],
  ['empty, where all failed', document([], { status: 'error' }), ['instagram'], [], false],
] as const)('%s', { tags: ['COM-15'] }, (_what, answer, listed, absentBefore, expected) => {
  const { hasAnswered } = findAnsweredNetworks(answer, {
    listed: new Set(listed),
    known: ['instagram'],
    previouslyAbsent: new Set(absentBefore),
  });
  expect(hasAnswered('instagram')).toBe(expected);
});

test('absent are those that are known, and neither listed nor failed', () => {
  const { absent } = findAnsweredNetworks(document([], failed('threads')), {
    listed: new Set(['reddit']),
    known: ['instagram', 'threads', 'reddit'],
    previouslyAbsent: new Set(['reddit']),
  });
  expect([...absent]).toEqual(['instagram']);
});
