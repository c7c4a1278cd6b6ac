import { expect, test } from 'vitest';
import { listPendingParts } from '../../../../../src/cli/posts/wizard/ask-post.ts';
import type { PostDraft } from '../../../../../src/cli/posts/wizard/post-draft.ts';

const URLS = ['https://kestrellane.example/beans.jpg'];

/** Parts that are asked only as far as they are needed stand in brackets. */
test.each<readonly [string, PostDraft, string]>([
  ['nothing is given', {}, 'networks text media demands when extras'],
  ['where it goes', { platforms: ['bluesky'] }, 'text media demands when extras'],
  ['where, and its media', { platforms: ['bluesky'], mediaUrls: URLS }, 'text (media) demands when extras'],
  ['its text: what can be left out is', { post: 'Hi' }, 'networks (text) (media) (demands)'],
  ['an empty text', { post: '' }, 'networks (text) (media) (demands)'],
  ['a time', { scheduleDate: '2026-09-22T07:00:00Z' }, 'networks text media demands extras'],
  ['that it is approved first', { requiresApproval: true }, 'networks text media demands extras'],
  ['a posting schedule', { autoSchedule: { schedule: true } }, 'networks text media demands extras'],
])('%s', (_what, given, expected) => {
  const wanted = listPendingParts(given).map(({ part, onlyNeeded }) => (onlyNeeded ? `(${part})` : part));
  expect(wanted.join(' ')).toBe(expected);
});
