import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccountMetrics,
  countFollowers,
  listDailyAccountMetrics,
  sumAccountMetrics,
} from '../../../src/sandbox/handlers/analytics/social-analytics.ts';
import {
  computePostMetrics,
  listDailyPostMetrics,
  type MeasuredPost,
  type PostMetrics,
  toDay,
} from '../../../src/sandbox/networks/post-metrics.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { DAY_MS, HOUR_MS } from '../../../src/service/durations.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { PLATFORMS, Platform, POST_ANALYTICS_PLATFORMS } from '../../../src/service/platforms.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const runs = { seed, numRuns: scaled(60, 5_000) };

const START = Date.UTC(2026, 8, 21, 14, 13, 20);

const posts = fc.record({
  platform: fc.constantFrom(...Platform.options),
  id: fc.string({ minLength: 1, maxLength: 30 }),
  kind: fc.constantFrom('post', 'reel', 'story'),
  created: fc.integer({ min: 0, max: START }),
} as const);
/** Days, hours and milliseconds, so that both long and short times are tried. */
const ages = fc.oneof(
  fc.integer({ min: -DAY_MS, max: 2 * HOUR_MS }),
  fc.integer({ min: 0, max: 30 * DAY_MS }),
  fc.integer({ min: 0, max: 500 * DAY_MS }),
);

/** Each metric that is smaller in the other. */
function fallen<Metrics extends PostMetrics | AccountMetrics>(before: Metrics, after: Metrics): string[] {
  const counts: Readonly<Record<string, number>> = after;
  return Object.entries(before).flatMap(([name, count]) => ((counts[name] ?? 0) < count ? [name] : []));
}

const addUp = (days: readonly { readonly metrics: PostMetrics | AccountMetrics }[]) =>
  days.reduce<Record<string, number>>((sums, { metrics }) => {
    for (const [name, count] of Object.entries(metrics)) sums[name] = (sums[name] ?? 0) + count;
    return sums;
  }, {});

describe('the metrics of a post', () => {
  test(`two reads of one time agree, and none falls later, seed ${seed}`, () => {
    fc.assert(
      fc.property(posts, ages, ages, (post, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map(
          (age) => post.created + age,
        );
        const before = computePostMetrics(post, earlier ?? 0);
        expect(computePostMetrics({ ...post }, earlier ?? 0)).toEqual(before);
        expect(fallen(before, computePostMetrics(post, later ?? 0))).toEqual([]);
      }),
      runs,
    );
  });

  test(`the days add up to the totals, each is a day on its own, and none is negative, seed ${seed}`, () => {
    fc.assert(
      fc.property(posts, ages, (post, age) => {
        const at = post.created + age;
        const days = listDailyPostMetrics(post, at);
        const totals = computePostMetrics(post, at);
        expect(days.length > 0).toBe(age >= 0);
        expect({ ...totals, ...addUp(days) }).toEqual(totals);
        expect(days.map(({ day }) => day)).toEqual(days.map((_, at) => toDay(post.created) + at));
        expect(days.flatMap(({ metrics }) => Object.values(metrics)).filter((count) => count < 0)).toEqual(
          [],
        );
      }),
      runs,
    );
  });

  test(`a past day keeps its values, seed ${seed}`, () => {
    fc.assert(
      fc.property(posts, fc.integer({ min: 0, max: 60 * DAY_MS }), (post, age) => {
        const past = listDailyPostMetrics(post, post.created + age).slice(0, -1);
        const later = listDailyPostMetrics(post, post.created + age + DAY_MS);
        expect(later.slice(0, past.length)).toEqual(past);
      }),
      runs,
    );
  });

  test(`reach is never above the views, nor these above the impressions, seed ${seed}`, () => {
    fc.assert(
      fc.property(posts, ages, (post, age) => {
        const { reach, views, impressions, likes } = computePostMetrics(post, post.created + age);
        expect(reach).toBeLessThanOrEqual(views);
        expect(views).toBeLessThanOrEqual(impressions);
        expect(likes).toBeLessThanOrEqual(views);
      }),
      runs,
    );
  });

  const post: MeasuredPost = { platform: 'instagram', id: '18000000000000001', kind: 'post', created: START };

  test('it saturates: half after the half-life, nearly all after two weeks, and nothing after a year', () => {
    const likesAfter = (ms: number) => computePostMetrics(post, START + ms).likes;
    const final = likesAfter(365 * DAY_MS);
    expect(likesAfter(0)).toBe(0);
    expect(likesAfter(20 * HOUR_MS) / final).toBeCloseTo(0.5, 1);
    expect(likesAfter(14 * DAY_MS)).toBeGreaterThanOrEqual(final - 1);
    expect(likesAfter(900 * DAY_MS)).toBe(final);
    expect(listDailyPostMetrics(post, START + 900 * DAY_MS)).toHaveLength(366);
  });

  test('networks differ in pace and proportions, posts in size', () => {
    const shareAfterADay = (platform: Platform) => {
      const other = { ...post, platform };
      return (
        computePostMetrics(other, START + DAY_MS).views /
        computePostMetrics(other, START + 400 * DAY_MS).views
      );
    };
    expect(shareAfterADay('twitter')).toBeGreaterThan(0.9);
    expect(shareAfterADay('pinterest')).toBeLessThan(0.1);
    const likes = ['a', 'b', 'c', 'd'].map((id) => computePostMetrics({ ...post, id }, START + DAY_MS).likes);
    expect(new Set(likes).size).toBeGreaterThan(1);
    const reel = computePostMetrics({ ...post, kind: 'reel' }, START + DAY_MS);
    expect(reel.views).toBeGreaterThan(computePostMetrics(post, START + DAY_MS).views);
  });
});

const accounts = fc.record({
  platform: fc.constantFrom(...Platform.options),
  id: fc.string({ minLength: 1, maxLength: 30 }),
});
const days = fc.integer({ min: 18_000, max: 25_000 });
const quartersOf = fc.integer({ min: LIMITS.analyticsQuarters.min, max: LIMITS.analyticsQuarters.max });

describe('the metrics of an account', () => {
  test(`two reads agree, and the sums of whole quarters never fall as days go by, seed ${seed}`, () => {
    fc.assert(
      fc.property(
        accounts,
        quartersOf,
        days,
        fc.integer({ min: 0, max: 400 }),
        (account, quarters, day, later) => {
          const read = (lastDay: number) =>
            sumAccountMetrics(listDailyAccountMetrics(account, { quarters, lastDay }));
          expect(read(day)).toEqual(read(day));
          expect(fallen(read(day), read(day + later))).toEqual([]);
        },
      ),
      { ...runs, numRuns: scaled(20, 2_000) },
    );
  });

  test(`the days of a quarter are 90 and add up; more quarters have the same days, seed ${seed}`, () => {
    fc.assert(
      fc.property(accounts, quartersOf, days, (account, quarters, lastDay) => {
        const listed = listDailyAccountMetrics(account, { quarters, lastDay });
        expect(listed).toHaveLength(quarters * ASSUMED.analytics.quarterDays);
        expect(listed.at(-1)?.day).toBe(lastDay);
        expect(addUp(listed)).toEqual(sumAccountMetrics(listed));
        const one = listDailyAccountMetrics(account, { quarters: 1, lastDay });
        expect(listed.slice(-one.length)).toEqual(one);
      }),
      { ...runs, numRuns: scaled(20, 2_000) },
    );
  });

  test(`new followers are the difference of the followers of two days, seed ${seed}`, () => {
    fc.assert(
      fc.property(accounts, days, (account, lastDay) => {
        const { newFollowers } = sumAccountMetrics(
          listDailyAccountMetrics(account, { quarters: 1, lastDay }),
        );
        const before = countFollowers(account, lastDay - ASSUMED.analytics.quarterDays);
        expect(countFollowers(account, lastDay) - before).toBe(newFollowers);
        expect(before).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  test(`reach is never above the impressions of a day, seed ${seed}`, () => {
    fc.assert(
      fc.property(accounts, days, (account, lastDay) => {
        const listed = listDailyAccountMetrics(account, { quarters: 1, lastDay });
        expect(listed.filter(({ metrics }) => metrics.reach > metrics.impressions)).toEqual([]);
      }),
      { ...runs, numRuns: scaled(20, 2_000) },
    );
  });
});

test('each network has its names once; Google Business Profile and WhatsApp have none for posts', () => {
  for (const { postMetrics, accountMetrics } of Object.values(PLATFORMS)) {
    for (const names of [postMetrics, accountMetrics]) {
      const own = Object.values(names ?? {});
      expect(new Set(own).size).toBe(own.length);
    }
  }
  expect(Platform.options.filter((platform) => !POST_ANALYTICS_PLATFORMS.includes(platform))).toEqual([
    'gmb',
    'whatsapp',
  ]);
});
