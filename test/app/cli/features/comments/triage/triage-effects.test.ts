import { expect, test } from 'vitest';
import { runEffect } from '../../../../../../src/cli/features/comments/triage/triage-effects.ts';
import { startTriage } from '../../../../../../src/cli/features/comments/triage/triage-state.ts';
import { CrierError } from '../../../../../../src/errors.ts';
import { comment } from '../../../../../support/comments.ts';
import { fakeContext } from '../../../../../support/fake-context.ts';

/** Opens the page of a comment, which fails. */
function open(error: Error) {
  const post = { id: 'p1', post: 'A post' } as Parameters<typeof startTriage>[0][number]['post'];
  const state = startTriage([
    { comment: comment({ url: 'https://a.example/1' }), post, profile: null, thread: [] },
  ]);
  const openPage = () => Promise.reject(error);
  const context = fakeContext({ io: { openPage } });
  const parts = { context, owners: new Map(), deletions: new Map() };
  return runEffect('open', state, parts);
}

test('a failure is a message on the screen', async () => {
  const { message } = await open(new CrierError('unavailable', 'no answer'));
  expect(message).toEqual({ tone: 'bad', text: 'no answer' });
});

test.each([
  ['SIGINT', new CrierError('interrupted', 'interrupted')],
  ['SIGTERM', new CrierError('terminated', 'terminated')],
  ['a defect', new TypeError('a defect')],
])('what ends the run is no message: %s', async (_what, error) => {
  await expect(open(error)).rejects.toBe(error);
});
