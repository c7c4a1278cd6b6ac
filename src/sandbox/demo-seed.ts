import { SEED_ACCOUNTS } from './demo/accounts.ts';
import { SEED_AUTOMATIONS } from './demo/automations.ts';
import { SEED_NATIVE_POSTS } from './demo/native-posts.ts';
import { SEED_POSTS } from './demo/posts.ts';
import { SEED_PROFILES } from './demo/profiles.ts';
import { SEED_TRACKS } from './demo/tracks.ts';
import { SEED_USERS } from './demo/users.ts';
import type { Seed } from './networks/seed.ts';

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
