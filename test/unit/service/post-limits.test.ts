import { expect, test } from 'vitest';
import { PLATFORMS, Platform } from '../../../src/service/platforms.ts';
import { OPTIONS_PLATFORM } from '../../../src/service/post-body.ts';
import { POST_LIMITS } from '../../../src/service/post-limits.ts';

test('POST-10 what each of the 14 networks takes is known', () => {
  expect(Platform.options).toHaveLength(14);
  expect(Object.keys(POST_LIMITS).toSorted()).toEqual(Platform.options.toSorted());
});

test.each(Platform.options)('a post of %s can be made at all', (platform) => {
  const { text, media, title } = POST_LIMITS[platform];
  expect(text.max).toBeGreaterThan(0);
  expect(media.images + media.videos).toBeGreaterThan(0);
  const hasOptions = Object.values(OPTIONS_PLATFORM).includes(platform);
  expect(title === undefined || hasOptions).toBe(true);
});

test.each(Platform.options)(
  'where media can be together on %s, they are no more than of one kind',
  (platform) => {
    const { images, videos, together = Math.max(images, videos) } = POST_LIMITS[platform].media;
    expect(together).toBe(Math.max(images, videos));
  },
);

test('threads are of X and threads', () => {
  const making = Platform.options.filter((platform) => POST_LIMITS[platform].makesThreads);
  expect(making).toEqual(['threads', 'twitter']);
});

test('media are required where a post is nothing without them', () => {
  const requiring = Platform.options.filter((platform) => POST_LIMITS[platform].media.isRequired);
  expect(requiring).toEqual(['instagram', 'pinterest', 'snapchat', 'tiktok', 'youtube']);
  expect(requiring.every((platform) => PLATFORMS[platform].posts)).toBe(true);
});
