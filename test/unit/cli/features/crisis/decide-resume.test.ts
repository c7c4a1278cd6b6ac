import { expect, test } from 'vitest';
import { decideResume } from '../../../../../src/cli/features/crisis/decide-resume.ts';
import { PLAIN_WORK, type Work } from '../../../../../src/cli/features/crisis/work.ts';
import { CrierError } from '../../../../../src/errors.ts';

const NOW = 1_000_000;
const FEED = { url: 'https://blog.example/feed', useFirstImage: false, autoHashtag: false };
const PAUSED: Work = { ...PLAIN_WORK, kind: 'automations', id: 'a', name: 'A', state: 'paused' };
const POST: Work = { ...PAUSED, kind: 'posts', id: 'p', dueAt: NOW + 1 };

const rows: readonly (readonly [string, Partial<Work>, readonly Work[], string])[] = [
  ['what is still paused is resumed', {}, [PAUSED], 'resume'],
  ['what runs again stays as it is', {}, [{ ...PAUSED, state: 'running' }], 'running'],
  ['what is gone stays so', {}, [], 'gone'],
  ['what has the mark of the pause is resumed', { mark: '1' }, [{ ...PAUSED, mark: '1' }], 'resume'],
  ['what was changed since then stays paused', { mark: '1' }, [{ ...PAUSED, mark: '2' }], 'changed'],
  ['without a mark of the pause, the state decides', { mark: null }, [{ ...PAUSED, mark: '2' }], 'resume'],
  ['a post with a time to come is resumed', POST, [POST], 'resume'],
  ['a post that was moved is resumed', POST, [{ ...POST, dueAt: NOW + 9 }], 'resume'],
  ['a post whose time has passed waits', POST, [{ ...POST, dueAt: NOW }], 'late'],
  ['a post that awaits approval now stays so', POST, [{ ...POST, state: 'waiting' }], 'changed'],
  ['the same id of another kind is something else', POST, [{ ...PAUSED, id: 'p' }], 'gone'],
  ['a removed feed is added', { kind: 'feeds', feed: FEED }, [], 'resume'],
  [
    'a feed that was not removed stays',
    { kind: 'feeds', feed: FEED },
    [{ ...PAUSED, kind: 'feeds', state: 'running' }],
    'running',
  ],
  [
    'a feed that is there under another id is not added twice',
    { kind: 'feeds', feed: FEED },
    [{ ...PAUSED, kind: 'feeds', id: 'b', feed: FEED, state: 'running' }],
    'running',
  ],
];

const read = (work: readonly Work[], failures: { kind: Work['kind']; failure: CrierError }[] = []) => ({
  value: { work, absent: [], failures, refId: null, usage: null, asOf: NOW },
});
const decide = (paused: Partial<Work>, found: Parameters<typeof decideResume>[1], publishesLate = false) =>
  decideResume({ profile: null, refId: null, work: { ...PAUSED, ...paused }, isXPairKnown: true }, found, {
    now: NOW,
    publishesLate,
  }).verdict;

test.each(rows)('%s', (_why, paused, found, expected) => {
  expect(decide(paused, read(found))).toBe(expected);
});

test('A post whose time has passed is published only on request', () => {
  expect(decide(POST, read([{ ...POST, dueAt: NOW }]), true)).toBe('resume');
});

test('Nothing is concluded from what could not be read', () => {
  const failure = new CrierError('unavailable', 'no answer');
  expect(decide({}, read([], [{ kind: 'automations', failure }]))).toBe('unread');
  expect(decide({}, { value: null })).toBe('unread');
});
