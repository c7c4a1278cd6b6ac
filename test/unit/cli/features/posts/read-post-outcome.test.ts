import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRetryPosts, readPostOutcome } from '../../../../../src/cli/features/posts/read-post-outcome.ts';
import type { PostBody } from '../../../../../src/service/post-body.ts';
import { testSeed } from '../../../../support/test-seed.ts';

const COPY = {
  status: 'success',
  id: '17',
  postUrl: 'https://net.example/p/17',
  platform: 'instagram',
  usedQuota: 3,
};
const PENDING = { status: 'success', id: 'pending', platform: 'tiktok', isVideo: true };
const LEG = { action: 'post', status: 'error', code: 107, message: 'Same text.', platform: 'facebook' };
const POST = {
  status: 'success',
  id: 'Rb5tYw2QnE8sLk0ZcV3d',
  refId: 'ref',
  post: 'Hi',
  errors: [],
  postIds: [COPY],
};

test('every member of an answer is read, and undocumented ones are kept', { tags: ['POST-01'] }, () => {
  const { posted } = readPostOutcome({ ...POST, validate: true, later: { kept: 1 } });
  expect(posted).toEqual({
    status: 'success',
    id: POST.id,
    refId: 'ref',
    post: 'Hi',
    scheduleDate: null,
    validate: true,
    postIds: [{ ...COPY, warnings: [] }],
    errors: [],
    later: { kept: 1 },
  });
});

test.each([
  ['unchanged', POST],
  ['wrapped, as with a Profile-Key', { status: 'success', posts: [{ ...POST, profileTitle: 'Shop North' }] }],
  [
    'in both forms at once',
    { ...POST, profileTitle: 'Shop North', posts: [{ ...POST, profileTitle: 'Shop North' }] },
  ],
  ['wrapped as an object', { status: 'success', posts: POST }],
  ['wrapped, with only the status outside', { status: 'success', posts: [{ ...POST, status: undefined }] }],
])('both forms are read at any time: %s', { tags: ['POST-01'] }, (_what, answer) => {
  const { posted, verdict } = readPostOutcome(answer);
  expect({ id: posted.id, copies: posted.postIds.length, verdict }).toEqual({
    id: POST.id,
    copies: 1,
    verdict: 'published',
  });
});

test.each([
  ['all took it', { ...POST, postIds: [COPY, PENDING] }, 'published'],
  ['all took it, and the status says otherwise', { ...POST, status: 'error' }, 'published'],
  ['some refused it', { ...POST, status: 'error', errors: [LEG] }, 'partial'],
  ['some refused it, and the status says success', { ...POST, errors: [LEG] }, 'partial'],
  ['some refused it, reported among the copies', { ...POST, postIds: [COPY, { ...LEG }] }, 'partial'],
  ['all refused it', { ...POST, status: 'error', postIds: [], errors: [LEG] }, 'failed'],
  ['all refused it, and the status says success', { ...POST, postIds: [], errors: [LEG] }, 'failed'],
  ['an error of the whole', { status: 'error', postIds: [], errors: [] }, 'failed'],
  [
    'it waits for its time',
    { status: 'scheduled', id: 'x', scheduleDate: '2026-12-24T17:00:00Z' },
    'accepted',
  ],
  ['it waits for approval', { status: 'awaiting approval', id: 'x' }, 'accepted'],
  ['it waits, and one network refused it', { status: 'scheduled', id: 'x', errors: [LEG] }, 'partial'],
  ['no network is named', { status: 'success', id: 'x' }, 'accepted'],
  ['a warning in the form of an error', { ...POST, errors: [{ ...LEG, code: 518 }] }, 'published'],
  [
    'a copy whose warning has the form of an error',
    { ...POST, postIds: [{ ...COPY, status: 'error', code: 307 }] },
    'published',
  ],
])('the arrays have it: %s', { tags: ['POST-12', 'HTTP-11'] }, (_what, answer, verdict) => {
  expect(readPostOutcome(answer).verdict).toBe(verdict);
});

test.each([
  ['by network', { instagram: { id: '17' } }, [{ platform: 'instagram', id: '17' }]],
  ['bare ids', ['17', 18], [{ id: '17' }, { id: '18' }]],
  ['a text', 'none', []],
  ['null', null, []],
])('postIds in another form: %s', (_what, postIds, expected) => {
  expect(readPostOutcome({ ...POST, postIds }).posted.postIds).toMatchObject(expected);
});

test('a network that is in both arrays is reported once', () => {
  const { failures } = readPostOutcome({ ...POST, postIds: [COPY, { ...LEG, message: 'x' }], errors: [LEG] });
  expect(failures).toMatchObject([{ platform: 'facebook', message: 'Same text.' }]);
});

test('warnings are read of the whole, of copies and among errors, in any form', () => {
  const { warnings, copies } = readPostOutcome({
    ...POST,
    warnings: 'short',
    postIds: [{ ...COPY, warnings: [{ code: '307', message: 'No thumbnail.' }, 'odd'] }],
    errors: [{ code: 518, feature: 'audioName', message: 'Dropped.' }],
  });
  expect(warnings).toMatchObject([
    { code: null, message: 'short' },
    { code: 518, message: 'Dropped.' },
  ]);
  expect(copies[0]?.warnings).toMatchObject([{ code: 307 }, { code: null, message: 'odd' }]);
});

const seed = testSeed();
test(`no answer is too odd to be read (seed ${seed})`, { tags: ['HTTP-10'] }, () => {
  const member = fc.constantFrom(
    'status',
    'id',
    'postIds',
    'errors',
    'posts',
    'warnings',
    'platform',
    'code',
    'scheduleDate',
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, 'error', 'success', 'instagram', '518', -0.5),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(member, tie('value'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, (answer) => {
      const { posted, copies, failures, verdict } = readPostOutcome(answer);
      expect([Array.isArray(posted.postIds), Array.isArray(posted.errors)]).toEqual([true, true]);
      if (copies.length > 0) expect(verdict).toBe(failures.length > 0 ? 'partial' : 'published');
    }),
    { seed, numRuns: 500 },
  );
});

describe('a new post to what failed', { tags: ['HTTP-11'] }, () => {
  const BODY: PostBody = {
    post: { default: 'Long', twitter: 'Short' },
    platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    mediaUrls: ['https://a.example/b.mp4'],
    tikTokOptions: { visibility: 'private' },
    faceBookOptions: { title: 'Beans' },
    notes: 'mine',
    scheduleDate: '2026-12-24T17:00:00Z',
    idempotencyKey: 'k',
    extra: 1,
  };
  const outcome = (postIds: readonly unknown[], errors: readonly unknown[]) =>
    readPostOutcome({ ...POST, postIds, errors });
  const refusedBy = (...platforms: readonly string[]) => platforms.map((platform) => ({ ...LEG, platform }));

  test('goes to only these, with what is theirs, without the key and the time of the first', () => {
    expect(buildRetryPosts(BODY, outcome([COPY], refusedBy('facebook')))).toEqual([
      {
        post: 'Long',
        platforms: ['facebook'],
        mediaUrls: BODY.mediaUrls,
        faceBookOptions: { title: 'Beans' },
        notes: 'mine',
        extra: 1,
      },
    ]);
  });

  test('is one for each text', () => {
    const again = buildRetryPosts(BODY, outcome([COPY], refusedBy('facebook', 'twitter', 'tiktok')));
    expect(again.map(({ post, platforms }) => [post, platforms])).toEqual([
      ['Long', ['facebook', 'tiktok']],
      ['Short', ['twitter']],
    ]);
  });

  test.each([
    ['a network that is out is never among them', [COPY], refusedBy('instagram', 'facebook'), [['facebook']]],
    ['unnamed failures are what is not out', [COPY, PENDING], [{ code: 107 }], [['facebook'], ['twitter']]],
    ['unknown', [{ id: '17' }], [{ code: 107 }], []],
    ['an unknown network', [COPY], refusedBy('myspace'), []],
  ])('%s', (_what, postIds, errors, expected) => {
    expect(buildRetryPosts(BODY, outcome(postIds, errors)).map(({ platforms }) => platforms)).toEqual(
      expected,
    );
  });
});
