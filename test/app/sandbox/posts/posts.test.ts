import { describe, expect, test } from 'vitest';
import { PRIMARY, type Seed, type SeedCopy, type SeedPost } from '../../../../src/sandbox/seed.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SMALL_SEED } from '../../../support/small-seed.ts';

const DAY = 24 * 60;

const at = (platform: SeedCopy['platform'], socialPostId: string): SeedCopy => ({
  platform,
  socialPostId,
  comments: [],
});

const post = (id: string, minutesAgo: number, rest: Partial<SeedPost> = {}): SeedPost => ({
  id,
  profile: PRIMARY,
  text: `text of ${id}`,
  minutesAgo,
  copies: [at('facebook', `${id}-facebook`)],
  ...rest,
});

/** The clock is frozen at 2026-09-21T14:13:20Z. */
const SEED: Seed = {
  ...SMALL_SEED,
  posts: [
    post('new', 0, { notes: 'mind the date', mediaUrls: ['https://media.example/a.jpg'] }),
    post('waiting', 10, {
      copies: [],
      plan: { minutesAgo: -DAY, status: 'awaiting approval', platforms: ['instagram', 'gmb'] },
    }),
    post('tiktok-pending', 20, { copies: [at('instagram', '17999'), at('tiktok', 'pending')] }),
    post('tiktok-failed', 2 * DAY, { copies: [at('instagram', '18000'), at('tiktok', 'failed')] }),
    post('planned', 3 * DAY, {
      plan: { minutesAgo: 3 * DAY },
      copies: [at('twitter', '1700000000000000001')],
    }),
    post('month-old', 30 * DAY),
    post('older', 30 * DAY + 1),
    post('acme-post', 5, { profile: 'acme', copies: [at('instagram', 'acme-1')] }),
  ],
};

const { ask } = await smallSandbox(SEED);
const history = async (query = '') => {
  const { body } = await ask(`/history?${query}`);
  return body.history.map(({ id }: { id: string }) => id);
};

describe.each(['/post', '/history'])('GET %s/{id}', (route) => {
  test('returns the record, with one entry for each copy', async () => {
    const { http, body } = await ask(`${route}/tiktok-failed`);
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.getPost.answer, body)).toEqual([]);
    expect(body).toMatchObject({
      id: 'tiktok-failed',
      post: 'text of tiktok-failed',
      platforms: ['instagram', 'tiktok'],
      postIds: [{ status: 'success', id: '18000', platform: 'instagram' }],
      errors: [{ action: 'post', status: 'error', code: 288, platform: 'tiktok', message: /./ }].map(
        (entry) => ({
          ...entry,
          message: expect.stringMatching(entry.message),
        }),
      ),
      status: 'error',
      type: 'immediate',
      created: '2026-09-19T14:13:20Z',
      profileTitle: 'Primary Profile',
      refId: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  });

  test('a copy on tiktok that is not confirmed has the id pending, and no address', async () => {
    const { body } = await ask(`${route}/tiktok-pending`);
    expect(body.status).toBe('success');
    expect(body.postIds).toEqual([
      { status: 'success', id: '17999', postUrl: 'https://instagram.example/p/17999', platform: 'instagram' },
      { status: 'success', id: 'pending', platform: 'tiktok' },
    ]);
  });

  test('a post that waits says for what, and where it is meant to go', async () => {
    const { body } = await ask(`${route}/waiting`);
    expect(body).toMatchObject({
      status: 'awaiting approval',
      type: 'scheduled',
      scheduleDate: '2026-09-22T14:13:20Z',
      platforms: ['instagram', 'gmb'],
      postIds: [],
      errors: [],
    });
  });

  test.each([
    ['an unknown id', 'nope'],
    ["another profile's post", 'acme-post'],
  ])('%s is 186, HTTP 404, the id echoed', async (_what, id) => {
    const { http, body } = await ask(`${route}/${id}`);
    expect(http).toBe(404);
    expect(body).toMatchObject({ action: 'post', status: 'error', code: 186, id });
  });
});

describe('GET /history', () => {
  test('returns the posts of the last 30 days, newest first, with their number and no status', async () => {
    const { http, body } = await ask('/history');
    expect(http).toBe(200);
    expect(Object.keys(body)).toEqual(['history', 'count', 'refId']);
    expect(await history()).toEqual([
      'new',
      'waiting',
      'tiktok-pending',
      'tiktok-failed',
      'planned',
      'month-old',
    ]);
    expect(body.count).toBe(6);
    expect(body.history[0]).toMatchObject({
      notes: 'mind the date',
      mediaUrls: ['https://media.example/a.jpg'],
    });
    expect(fieldsOutside(ENDPOINTS.getHistory.answer, body)).toEqual([]);
  });

  test.each([
    ['all days', 'lastDays=0&limit=1000', 7],
    ['31 days', 'lastDays=31', 7],
    ['no more than asked for', 'limit=2', 2],
  ])('%s', async (_what, query, count) => expect(await history(query)).toHaveLength(count));

  test.each([
    ['one network', 'platforms=tiktok', ['tiktok-pending', 'tiktok-failed']],
    ['any of several, one of them only planned', 'platforms=gmb,twitter', ['waiting', 'planned']],
    ['a status', 'status=error', ['tiktok-failed']],
    ['another status', 'status=awaiting%20approval', ['waiting']],
    ['what was published at once', 'type=now&status=success', ['new', 'tiktok-pending', 'month-old']],
    ['the other word for it', 'type=immediate&status=error', ['tiktok-failed']],
    ['what was planned', 'type=scheduled', ['waiting', 'planned']],
    ['from a day on', 'startDate=2026-09-19', ['new', 'waiting', 'tiktok-pending', 'tiktok-failed']],
    [
      'to a day, all of it',
      'endDate=2026-09-19&lastDays=1',
      ['tiktok-failed', 'planned', 'month-old', 'older'],
    ],
    ['from a moment, included', 'startDate=2026-09-19T14:13:20Z&endDate=2026-09-20', ['tiktok-failed']],
    ['to a moment, included', 'startDate=2026-09-18&endDate=2026-09-18T14:13:20Z', ['planned']],
  ])('%s', async (_what, query, ids) => expect(await history(query)).toEqual(ids));

  test.each([
    ['a time without posts', 'endDate=2020-01-01'],
    ['a filter that no post fits', 'autoRepostId=abc'],
    ['posts that were deleted', 'status=deleted'],
  ])('%s: 221, nested, HTTP 400', async (_what, query) => {
    const { http, body } = await ask(`/history?${query}`);
    expect(http).toBe(400);
    expect(body).toEqual({
      history: { action: 'get', status: 'error', code: 221, message: expect.stringMatching(/./) },
      count: 0,
    });
  });

  test.each(['limit=0', 'limit=1001', 'lastDays=x', 'startDate=yesterday', 'platforms=x', 'status=x'])(
    '%s: 101',
    async (query) => {
      const { http, body } = await ask(`/history?${query}`);
      expect(http).toBe(400);
      expect(body).toMatchObject({ action: 'history', code: 101 });
    },
  );

  test('each profile has its own', async () => {
    const { body } = await ask('/history', { as: 'acme' });
    expect(body.history).toMatchObject([{ id: 'acme-post', profileTitle: 'Acme' }]);
  });
});

describe('GET /history/{platform}', () => {
  test('a platform value is matched before an id: the posts of the account, newest first', async () => {
    const { http, body } = await ask('/history/instagram');
    expect(http).toBe(200);
    expect(body).toMatchObject({
      status: 'success',
      posts: [
        {
          id: '17999',
          platform: 'instagram',
          post: 'text of tiktok-pending',
          created: '2026-09-21T13:53:20Z',
        },
        { id: '18000' },
      ],
      lastUpdated: '2026-09-21T14:13:20Z',
      nextUpdate: '2026-09-21T14:23:20Z',
      meta: { pagination: { next: null, hasMore: false, limit: 10 } },
    });
  });

  test('copies that never got an id of the network are not there', async () => {
    expect((await ask('/history/tiktok')).body.posts).toEqual([]);
  });

  test('pages follow each other without a gap or a double', async () => {
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const { body } = await ask(`/history/facebook?limit=1${next === null ? '' : `&next=${next}`}`);
      expect(body.posts).toHaveLength(1);
      expect(body.meta.pagination.hasMore).toBe(body.meta.pagination.next !== null);
      seen.push(body.posts[0].id);
      next = body.meta.pagination.next;
    } while (next !== null);
    expect(seen).toEqual(['new-facebook', 'month-old-facebook', 'older-facebook']);
  });

  test.each(['next=zzzz', 'next=', 'limit=0', 'limit=501'])('%s: 101', async (query) => {
    expect((await ask(`/history/facebook?${query}`)).body.code).toBe(101);
  });

  test.each([
    ['not linked', 'bare', '/history/instagram', 156],
    ['authorization ended', 'acme', '/history/facebook', 161],
    ['the same on X', 'acme', '/history/twitter', 272],
  ])('%s, %s, %s: %i', async (_what, as, path, code) => {
    const { http, body } = await ask(path, { as });
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'history', code, platform: path.split('/').at(-1) });
  });

  test('X without its pair: 419', { tags: ['AUTH-08'] }, async () => {
    expect((await ask('/history/twitter', { x: 'none' })).body.code).toBe(419);
    expect((await ask('/history/twitter')).body.posts).toHaveLength(1);
  });

  test('it is a request of the X app like any other', { tags: ['COM-18'] }, async () => {
    const { ask: askAnew, sandbox: anew } = await smallSandbox(SEED);
    await control(anew, 'setXApp', { credits: 0 });
    expect((await askAnew('/history/twitter')).body).toMatchObject({ code: 416, platform: 'twitter' });
    anew.close();
  });
});

test('what is written after the last refresh of an account is not there before the next', async () => {
  const soon: Seed = { ...SEED, posts: [...SEED.posts, post('soon', -5)] };
  const { ask: askSoon, clock } = await smallSandbox(soon);
  const ids = async () => (await askSoon('/history/facebook')).body.posts.map(({ id }: { id: string }) => id);
  expect(await ids()).not.toContain('soon-facebook');
  clock.advance(9 * 60_000);
  expect(await ids()).not.toContain('soon-facebook');
  clock.advance(60_000);
  expect(await ids()).toContain('soon-facebook');
});
