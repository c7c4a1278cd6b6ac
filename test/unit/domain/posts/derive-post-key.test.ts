import { describe, expect, test } from 'vitest';
import { addAttempt, derivePostKey } from '../../../../src/domain/posts/derive-post-key.ts';

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
