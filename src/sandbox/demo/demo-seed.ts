import { PRIMARY, type Seed, type SeedLink, type SeedPost } from '../seed.ts';
import { SEED_ACTIVITY } from './answers.ts';
import { SEED_ACCOUNTS, SEED_AUTOMATIONS, SEED_PROFILES } from './company.ts';
import { CUPPING_EVENING, CUPPING_IS_FULL, GIVEAWAY } from './events.ts';
import { EARLY_FERRY, HARBOUR_FOG } from './harbour.ts';
import { SEED_NATIVE_POSTS } from './native-posts.ts';
import { SEED_USERS } from './people.ts';
import { SEED_REVIEWS } from './reviews.ts';
import { SPRING_BLEND } from './spring-blend.ts';
import { CLOSING_EARLY, LATTE_ART_REEL, PACKING_SONG, ROASTERY_STORY, SUMMER_HOURS } from './this-week.ts';
import { SEED_TRACKS } from './tracks.ts';
import { ORIGIN_FILM, PAPER_BAGS, RAINY_TUESDAY } from './weeks-ago.ts';
import { WHOLESALE_LIST } from './wholesale.ts';

/** Short links of the company, newest first. */
const SEED_LINKS: readonly SeedLink[] = [
  {
    id: 'Cup24',
    profile: PRIMARY,
    url: 'https://kestrellane.example/cupping',
    daysAgo: 4,
    clicks: [
      ['instagram.example', 'safari', [9, 14, 6, 3, 1]],
      ['direct', 'chrome', [2, 5, 3, 0, 1]],
    ],
  },
  {
    id: 'Sprng',
    profile: PRIMARY,
    url: 'https://kestrellane.example/spring-blend?from=post',
    daysAgo: 9,
    clicks: [
      ['instagram.example', 'safari', [31, 44, 27, 12, 9, 6, 4, 5, 2, 1]],
      ['facebook.example', 'chrome', [12, 19, 15, 8, 2, 3, 1, 0, 1, 0]],
      ['direct', 'firefox', [3, 2, 4, 1, 0, 1, 1, 0, 0, 1]],
    ],
  },
  {
    id: 'Whsle',
    profile: PRIMARY,
    url: 'https://wholesale.kestrellane.example/prices.pdf',
    daysAgo: 12,
    clicks: [['linkedin.example', 'edge', [1, 4, 2, 2, 0, 0, 3, 1, 0, 0, 1, 0, 1]]],
  },
];

/** The company's posts of a month, newest first. */
export const SEED_POSTS: readonly SeedPost[] = [
  PACKING_SONG,
  LATTE_ART_REEL,
  SUMMER_HOURS,
  SPRING_BLEND,
  ROASTERY_STORY,
  EARLY_FERRY,
  CLOSING_EARLY,
  WHOLESALE_LIST,
  GIVEAWAY,
  HARBOUR_FOG,
  CUPPING_IS_FULL,
  CUPPING_EVENING,
  RAINY_TUESDAY,
  ORIGIN_FILM,
  PAPER_BAGS,
];

/** A small company's month on its networks: the default content of a sandbox. */
export const DEMO_SEED: Seed = {
  profiles: SEED_PROFILES,
  accounts: SEED_ACCOUNTS,
  users: SEED_USERS,
  posts: SEED_POSTS,
  nativePosts: SEED_NATIVE_POSTS,
  reviews: SEED_REVIEWS,
  links: SEED_LINKS,
  tracks: SEED_TRACKS,
  automations: SEED_AUTOMATIONS,
  activity: SEED_ACTIVITY,
};
