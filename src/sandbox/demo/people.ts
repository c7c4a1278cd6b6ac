import type { CommentPlatform } from '../../service/platforms.ts';
import type { SeedUser } from '../seed.ts';
import { BLUESKY_PEOPLE } from './bluesky.ts';
import { GIVEAWAY_CROWD } from './crowd.ts';
import { FACEBOOK_PEOPLE } from './facebook.ts';
import { indexByHandle } from './index-by-handle.ts';
import { INSTAGRAM_PEOPLE } from './instagram.ts';
import { LINKEDIN_PEOPLE } from './linkedin.ts';
import { REDDIT_PEOPLE } from './reddit.ts';
import { THREADS_PEOPLE } from './threads.ts';
import { TIKTOK_PEOPLE } from './tiktok.ts';
import { TWITTER_PEOPLE } from './twitter.ts';
import { YOUTUBE_PEOPLE } from './youtube.ts';

/** All commenters by network and handle. All of them are invented. */
export const SEED_USERS: Readonly<Record<CommentPlatform, Readonly<Record<string, SeedUser>>>> = {
  bluesky: indexByHandle(BLUESKY_PEOPLE),
  facebook: indexByHandle(FACEBOOK_PEOPLE),
  instagram: indexByHandle([...INSTAGRAM_PEOPLE, ...GIVEAWAY_CROWD]),
  linkedin: indexByHandle(LINKEDIN_PEOPLE),
  reddit: indexByHandle(REDDIT_PEOPLE),
  threads: indexByHandle(THREADS_PEOPLE),
  tiktok: indexByHandle(TIKTOK_PEOPLE),
  twitter: indexByHandle(TWITTER_PEOPLE),
  youtube: indexByHandle(YOUTUBE_PEOPLE),
};
