import { describe, expect, test } from 'vitest';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

/** A sandbox whose Primary Profile has both accounts, and no review yet. */
async function reviewed() {
  const { sandbox, ask, clock } = await smallSandbox(SLIGHT_SEED);
  await control(sandbox, 'setAccount', { platform: 'gmb', linked: true });
  const send = (method: 'POST' | 'DELETE', body: object) =>
    ask('/reviews', { method, body: JSON.stringify(body) });
  return {
    sandbox,
    clock,
    ask,
    send,
    list: (platform: string) => ask(`/reviews?platform=${platform}`),
    add: async (review: Omit<ControlInput<'addReview'>, 'from'> & { from?: string }) =>
      (await control(sandbox, 'addReview', { from: 'Mara Lind', ...review })).body.review,
    advance: (minutes: number) => control(sandbox, 'advanceClock', { ms: minutes * 60_000 }),
  };
}

describe('a list', () => {
  test('has stars and their average on gmb, and recommendations on facebook, newest first', {
    tags: ['API-18'],
  }, async () => {
    const { add, list } = await reviewed();
    await add({ platform: 'gmb', rating: '5', text: 'Lovely.', at: '2026-09-01T08:00:00Z', id: 'older' });
    await add({ platform: 'gmb', rating: '2', text: 'Slow.', at: '2026-09-02T08:00:00Z', id: 'newer' });
    await add({ platform: 'facebook', rating: 'negative', id: 'f' });
    const { http, body } = await list('gmb');
    expect([http, body]).toEqual([
      200,
      {
        status: 'success',
        gmb: [
          {
            id: 'newer',
            rating: 'TWO',
            review: 'Slow.',
            reviewer: { id: expect.stringMatching(/^accounts\/1\d+$/), name: 'Mara Lind' },
            created: '2026-09-02T08:00:00Z',
            updated: '2026-09-02T08:00:00Z',
          },
          expect.objectContaining({ id: 'older', rating: 'FIVE' }),
        ],
        averageRating: 3.5,
        totalReviewCount: 2,
        lastUpdated: '2026-09-21T14:13:20Z',
        nextUpdate: '2026-09-21T14:23:20Z',
      },
    ]);
    const facebook = (await list('facebook')).body;
    expect(facebook.facebook).toMatchObject([{ id: 'f', rating: 'negative', review: '' }]);
    expect(facebook).not.toHaveProperty('averageRating');
  });

  test('without reviews is 350, and a new one is listed after the next refresh', async () => {
    const { add, list, advance } = await reviewed();
    expect((await list('gmb')).body).toMatchObject({
      code: 350,
      action: 'reviews',
      nextUpdate: '2026-09-21T14:23:20Z',
    });
    await advance(1);
    expect(await add({ platform: 'gmb', rating: '4' })).toMatchObject({ listedFrom: '2026-09-21T14:23:20Z' });
    expect((await list('gmb')).http).toBe(404);
    await advance(9);
    expect((await list('gmb')).body.gmb).toHaveLength(1);
  });

  test.each([
    ['without a platform', '/reviews', 101],
    ['of another network', '/reviews?platform=instagram', 101],
    ['of an account that is not linked', '/reviews?platform=gmb', 156],
    ['of an account whose authorization has ended', '/reviews?platform=facebook', 161],
  ])('%s is refused', async (_why, path, code) => {
    const { sandbox, ask } = await reviewed();
    await control(sandbox, 'setAccount', { platform: 'gmb', linked: false });
    await control(sandbox, 'setAccount', { platform: 'facebook', token: 'expired' });
    expect((await ask(path)).body.code).toBe(code);
  });

  test('is of the profile that asks', async () => {
    const { sandbox, ask, add } = await reviewed();
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'gmb', linked: true });
    const { id } = await add({ platform: 'gmb', rating: '1' });
    const body = JSON.stringify({ platform: 'gmb', reviewId: id, reply: 'Thank you.' });
    expect((await ask('/reviews?platform=gmb', { as: 'acme' })).body.code).toBe(350);
    expect((await ask('/reviews', { as: 'acme', method: 'POST', body })).body.code).toBe(349);
  });
});

describe('one review', () => {
  const ofGoogle = (id: string) => `/reviews/${encodeURIComponent(id)}?platform=gmb`;

  test('has its reply before the list is refreshed', async () => {
    const { add, send, ask } = await reviewed();
    const { id } = await add({ platform: 'gmb', rating: '5', text: 'Lovely.', id: 'accounts/1/reviews/2' });
    await send('POST', { platform: 'gmb', reviewId: id, reply: 'Thank you.' });
    const { http, body } = await ask(ofGoogle(id));
    expect([http, body]).toMatchObject([
      200,
      { status: 'success', platform: 'gmb', id, rating: 'FIVE', reviewReply: { reply: 'Thank you.' } },
    ]);
  });

  test('that is not there, or of another profile, is 349', async () => {
    const { sandbox, add, ask } = await reviewed();
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'gmb', linked: true });
    const { id } = await add({ platform: 'gmb', rating: '5' });
    expect((await ask(ofGoogle('none'))).body.code).toBe(349);
    expect((await ask(ofGoogle(id), { as: 'acme' })).body.code).toBe(349);
  });
});

describe('a reply', () => {
  test('is listed at once, replaced by a second one, and deleted', { tags: ['API-19'] }, async () => {
    const { add, list, send } = await reviewed();
    const { id } = await add({ platform: 'gmb', rating: '3' });
    await list('gmb');
    const reply = await send('POST', { platform: 'gmb', reviewId: id, reply: 'Thank you.' });
    expect([reply.http, reply.body]).toEqual([
      200,
      {
        status: 'success',
        gmb: { action: 'reply', status: 'success', id, reply: 'Thank you.', platform: 'gmb' },
      },
    ]);
    await send('POST', { platform: 'gmb', reviewId: id, reply: 'Thank you, Mara.' });
    const [review] = (await list('gmb')).body.gmb;
    expect(review.reviewReply).toEqual({ reply: 'Thank you, Mara.', updated: '2026-09-21T14:13:20Z' });
    const deleted = await send('DELETE', { platform: 'gmb', reviewId: id });
    expect(deleted.body.gmb).toMatchObject({ action: 'delete', id, reply: 'Thank you, Mara.' });
    expect((await list('gmb')).body.gmb[0]).not.toHaveProperty('reviewReply');
    expect((await send('DELETE', { platform: 'gmb', reviewId: id })).body.code).toBe(1404);
  });

  test('to a review that its author deleted is 349', async () => {
    const { sandbox, add, send } = await reviewed();
    const { id } = await add({ platform: 'facebook', rating: 'positive' });
    await control(sandbox, 'deleteReview', { platform: 'facebook', reviewId: id });
    const { http, body } = await send('POST', { platform: 'facebook', reviewId: id, reply: 'Oh.' });
    expect([http, body]).toEqual([404, expect.objectContaining({ code: 349, id, platform: 'facebook' })]);
  });

  test.each([
    ['a blank reply', { platform: 'gmb', reviewId: '1', reply: ' ' }],
    ['no id', { platform: 'gmb', reply: 'Thank you' }],
    ['a network without reviews', { platform: 'youtube', reviewId: '1', reply: 'Thank you' }],
  ])('%s is 101', async (_what, body) => {
    const { send } = await reviewed();
    expect((await send('POST', body)).body.code).toBe(101);
  });
});

test.each([
  [{ platform: 'facebook', rating: '5' }, 'rating: must be positive or negative on Facebook'],
  [{ platform: 'gmb', rating: 'positive' }, 'rating: must be 1 to 5 stars on Google Business Profile'],
  [{ platform: 'gmb', rating: '5', at: '2027-01-01T00:00:00Z' }, 'at: is in the future'],
] as const)('the control interface refuses %j', async (review, details) => {
  const { sandbox } = await reviewed();
  const { http, body } = await control(sandbox, 'addReview', { from: 'Mara Lind', ...review });
  expect([http, body.details]).toEqual([400, details]);
});
