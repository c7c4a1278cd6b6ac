import { expect, test } from 'vitest';
import {
  isRefreshDue,
  LONGEST_X_INTERVAL_MS,
  scheduleRefresh,
} from '../../../../src/sandbox/networks/check-account.ts';
import type { Seed } from '../../../../src/sandbox/seed.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { everywhereOn, POST, SMALL_SEED } from '../../../support/small-seed.ts';

const TEN_MINUTES = LIMITS.commentRefreshMs;
const onFacebook = `/comments/${everywhereOn('facebook')}?searchPlatformId=true&platform=facebook`;
const onX = '/comments/1800000000000000001?searchPlatformId=true&platform=twitter';

test('an answer says when its data was refreshed and when it will be', {
  tags: ['COM-13', 'TIME-01'],
}, async () => {
  const { ask } = await smallSandbox();
  const { body } = await ask(`/comments/${POST.everywhere}`);
  expect(body).toMatchObject({ lastUpdated: '2026-09-21T14:13:20Z', nextUpdate: '2026-09-21T14:23:20Z' });
});

test('data is cached for ten minutes, then refreshed', { tags: ['COM-13'] }, async () => {
  const { ask, clock } = await smallSandbox();
  const seen = async () => {
    const { lastUpdated, nextUpdate } = (await ask(onFacebook)).body;
    return [lastUpdated, nextUpdate].map((moment: string) => (Date.parse(moment) - NOW) / 1_000);
  };
  expect(await seen()).toEqual([0, 600]);
  clock.advance(TEN_MINUTES - 1);
  expect(await seen()).toEqual([0, 600]);
  clock.advance(1);
  expect(await seen()).toEqual([600, 1_200]);
});

test('a comment written since the last refresh is not there before the next', {
  tags: ['COM-13'],
}, async () => {
  const soon: Seed = {
    ...SMALL_SEED,
    posts: [
      {
        id: POST.everywhere,
        profile: 'primary',
        text: '',
        minutesAgo: 60,
        copies: [
          {
            platform: 'facebook',
            socialPostId: everywhereOn('facebook'),
            comments: [{ id: 'soon', by: 'ada', text: 'soon', minutesAgo: -5 }],
          },
        ],
      },
    ],
  };
  const { ask, clock } = await smallSandbox(soon);
  const seen = async () => (await ask(onFacebook)).body.facebook?.length ?? 0;
  expect(await seen()).toBe(0);
  clock.advance(TEN_MINUTES - 1);
  expect(await seen()).toBe(0);
  clock.advance(1);
  expect(await seen()).toBe(1);
});

test('on X the interval grows', { tags: ['COM-13'] }, async () => {
  const { ask, clock } = await smallSandbox();
  const intervals: number[] = [];
  for (let round = 0; round < 4; round++) {
    const { lastUpdated, nextUpdate } = (await ask(onX)).body;
    intervals.push((Date.parse(nextUpdate) - Date.parse(lastUpdated)) / TEN_MINUTES);
    clock.advance(Date.parse(nextUpdate) - clock.now());
  }
  expect(intervals).toEqual([1, 2, 4, 8]);
});

test('on X the interval grows to a day, and no further', { tags: ['COM-13'] }, () => {
  const post = { platform: 'twitter', id: '1' } as const;
  let last = scheduleRefresh(post, undefined, NOW);
  for (let round = 0; round < 20; round++) last = scheduleRefresh(post, last, last.next);
  expect(last.intervalMs).toBe(LONGEST_X_INTERVAL_MS);
});

test('over several networks the latest refresh counts, and the first that is due', {
  tags: ['COM-13'],
}, async () => {
  const { ask, clock } = await smallSandbox();
  const postOnX = onX.replace('1800000000000000001', everywhereOn('twitter'));
  await ask(postOnX);
  clock.advance(TEN_MINUTES);
  await ask(postOnX);
  clock.advance(TEN_MINUTES / 2);
  // X was refreshed five minutes ago, for twenty; the others now, for ten.
  const { body } = await ask(`/comments/${POST.everywhere}`);
  expect(body).toMatchObject({ lastUpdated: '2026-09-21T14:28:20Z', nextUpdate: '2026-09-21T14:38:20Z' });
});

test('a network that failed is called again at once', { tags: ['COM-13'] }, async () => {
  const { ask } = await smallSandbox();
  expect((await ask(`/comments/${POST.onX}`, { x: 'foreign' })).body).toMatchObject({
    code: 272,
    lastUpdated: '2026-09-21T14:13:20Z',
    nextUpdate: '2026-09-21T14:23:20Z',
  });
  expect((await ask(`/comments/${POST.onX}`)).http).toBe(200);
});

test.each([
  ['never', undefined, true],
  ['before it is time', { refreshed: 1_000, next: 5_000 }, false],
  ['when it is time', { refreshed: 1_000, next: 4_000 }, true],
  ['by a clock that was ahead', { refreshed: 4_001, next: 9_000 }, true],
] as const)('refreshed %s: due %s', { tags: ['COM-13'] }, (_when, last, due) => {
  const full = last && { ...last, platform: 'facebook' as const, id: '1', intervalMs: TEN_MINUTES };
  expect(isRefreshDue(full, 4_000)).toBe(due);
});

test('what is shown as the next moment is never too early', { tags: ['COM-13'] }, () => {
  expect(scheduleRefresh({ platform: 'reddit', id: '1' }, undefined, 1_999)).toMatchObject({
    refreshed: 1_999,
    next: 1_000 + TEN_MINUTES,
  });
});

test('of several networks, only those that are due are called again', { tags: ['COM-13'] }, async () => {
  const { ask, clock } = await smallSandbox();
  const both = `/comments/${POST.silent}`;
  await ask(both);
  clock.advance(TEN_MINUTES);
  await ask(both);
  clock.advance(TEN_MINUTES);
  expect((await ask(both)).body.lastUpdated).toBe('2026-09-21T14:33:20Z');
  const alone = await ask('/comments/1800000000000000003?searchPlatformId=true&platform=twitter');
  expect(alone.body).toMatchObject({
    lastUpdated: '2026-09-21T14:23:20Z',
    nextUpdate: '2026-09-21T14:43:20Z',
  });
});
