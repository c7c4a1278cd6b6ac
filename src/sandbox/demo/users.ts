import type { CommentPlatform } from '../../facts/platforms.ts';
import type { SeedUser } from '../networks/seed.ts';
import { BLUESKY_PEOPLE } from './people/bluesky.ts';
import { GIVEAWAY_CROWD } from './people/crowd.ts';
import { FACEBOOK_PEOPLE } from './people/facebook.ts';
import { indexByHandle } from './people/index-by-handle.ts';
import { INSTAGRAM_PEOPLE } from './people/instagram.ts';
import { LINKEDIN_PEOPLE } from './people/linkedin.ts';
import { REDDIT_PEOPLE } from './people/reddit.ts';
import { THREADS_PEOPLE } from './people/threads.ts';
import { TIKTOK_PEOPLE } from './people/tiktok.ts';
import { TWITTER_PEOPLE } from './people/twitter.ts';
import { YOUTUBE_PEOPLE } from './people/youtube.ts';

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
