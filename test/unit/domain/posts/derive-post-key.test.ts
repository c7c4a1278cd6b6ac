import { describe, expect, test } from 'vitest';
import { addAttempt, addDay, derivePostKey } from '../../../../src/domain/posts/derive-post-key.ts';
import { compareWords } from '../../../../src/domain/posts/repeated-words.ts';

const POST = { post: 'New in', platforms: ['bluesky', 'twitter'], scheduleDate: 'mon 9:00' };

describe('the key of a post of a file', () => {
  test.each([
    ['the order of fields', { scheduleDate: 'mon 9:00', platforms: POST.platforms, post: 'New in' }],
    ['the order of networks', { ...POST, platforms: ['twitter', 'bluesky'] }],
    ['a network that is there twice', { ...POST, platforms: ['twitter', 'bluesky', 'twitter'] }],
  ])('does not depend on %s', (_what, post) => {
    expect(derivePostKey(post)).toBe(derivePostKey(POST));
  });

  test.each([
    ['the text', { ...POST, post: 'New  in' }],
    ['the networks', { ...POST, platforms: ['bluesky'] }],
    ['the time', { ...POST, scheduleDate: 'tue 9:00' }],
    ['an option', { ...POST, twitterOptions: { longPost: true } }],
  ])('depends on %s', (_what, post) => {
    expect(derivePostKey(post)).not.toBe(derivePostKey(POST));
  });

  test('is the same on every machine, so that a job on another one posts nothing twice', () => {
    expect(derivePostKey(POST)).toBe('crier-c801eb8d89d1d4b33a5e7672f906ca36');
  });

  test('is its own, if it has one', () => {
    expect(derivePostKey({ ...POST, idempotencyKey: 'monday' })).toBe('monday');
    expect(derivePostKey({ ...POST, idempotencyKey: ' ' })).toBe(
      derivePostKey({ ...POST, idempotencyKey: 5 }),
    );
  });
});

test('each further attempt has a key of its own', () => {
  expect([0, 1, 2].map((attempt) => addAttempt('k', attempt))).toEqual(['k', 'k-2', 'k-3']);
});

test('a post whose words mean another day has a key with that day', () => {
  expect(addDay('k', Date.parse('2026-03-06T18:30:00Z'))).toBe('k-2026-03-06');
});

const at = (text: string) => Date.parse(`2026-03-${text}:00Z`);

test.each([
  ['words of the same day', '06T08:00', '06T21:00', '02T08:00', '02T09:00', 'same'],
  ['the same words at midnight', '06T18:00', '07T05:59', '02T08:00', '02T09:00', 'same'],
  ['words of today that mean another day', '06T18:00', '07T06:00', '02T08:00', '02T23:00', 'unclear'],
  ['words of another week', '06T18:30', '13T18:30', '02T08:00', '09T08:00', 'other'],
])('a post of a file that was sent before: %s', (_what, before, now, sent, sentNow, expected) => {
  const compared = compareWords(
    { at: at(before), sentAt: at(sent) },
    { at: at(now), sentAt: at(sentNow) },
    (ms) => new Date(ms).toISOString().slice(0, 10),
  );
  expect(compared).toBe(expected);
});
