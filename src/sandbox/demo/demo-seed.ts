import type { Seed } from '../seed.ts';
import { SEED_ACCOUNTS } from './accounts.ts';
import { SEED_AUTOMATIONS } from './automations.ts';
import { SEED_NATIVE_POSTS } from './native-posts.ts';
import { SEED_USERS } from './people.ts';
import { SEED_POSTS } from './posts.ts';
import { SEED_PROFILES } from './profiles.ts';
import { SEED_TRACKS } from './tracks.ts';

/** A small company's month on its networks: the default content of a sandbox. */
export const DEMO_SEED: Seed = {
  profiles: SEED_PROFILES,
  accounts: SEED_ACCOUNTS,
  users: SEED_USERS,
  posts: SEED_POSTS,
  nativePosts: SEED_NATIVE_POSTS,
  tracks: SEED_TRACKS,
  automations: SEED_AUTOMATIONS,
};
