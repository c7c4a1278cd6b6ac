import type { CommentPlatform } from '../../facts/platforms.ts';
import type { SeedUser } from '../networks/seed.ts';
import { BLUESKY_PEOPLE } from './people/bluesky.ts';
import { byHandle } from './people/by-handle.ts';
import { GIVEAWAY_CROWD } from './people/crowd.ts';
import { FACEBOOK_PEOPLE } from './people/facebook.ts';
import { INSTAGRAM_PEOPLE } from './people/instagram.ts';
import { LINKEDIN_PEOPLE } from './people/linkedin.ts';
import { REDDIT_PEOPLE } from './people/reddit.ts';
import { THREADS_PEOPLE } from './people/threads.ts';
import { TIKTOK_PEOPLE } from './people/tiktok.ts';
import { TWITTER_PEOPLE } from './people/twitter.ts';
import { YOUTUBE_PEOPLE } from './people/youtube.ts';

/** Everybody who says something, by network and handle. All of them are invented. */
export const SEED_USERS: Readonly<Record<CommentPlatform, Readonly<Record<string, SeedUser>>>> = {
  bluesky: byHandle(BLUESKY_PEOPLE),
  facebook: byHandle(FACEBOOK_PEOPLE),
  instagram: byHandle([...INSTAGRAM_PEOPLE, ...GIVEAWAY_CROWD]),
  linkedin: byHandle(LINKEDIN_PEOPLE),
  reddit: byHandle(REDDIT_PEOPLE),
  threads: byHandle(THREADS_PEOPLE),
  tiktok: byHandle(TIKTOK_PEOPLE),
  twitter: byHandle(TWITTER_PEOPLE),
  youtube: byHandle(YOUTUBE_PEOPLE),
};
