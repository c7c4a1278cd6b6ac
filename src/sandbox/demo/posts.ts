import type { SeedPost } from '../networks/seed.ts';
import { CLOSING_EARLY } from './closing-early.ts';
import { CUPPING_EVENING, CUPPING_IS_FULL } from './cupping-evening.ts';
import { EARLY_FERRY } from './early-ferry.ts';
import { GIVEAWAY } from './giveaway.ts';
import { HARBOUR_FOG } from './harbour-fog.ts';
import { LATTE_ART_REEL } from './latte-art-reel.ts';
import { ORIGIN_FILM } from './origin-film.ts';
import { PACKING_SONG } from './packing-song.ts';
import { PAPER_BAGS } from './paper-bags.ts';
import { RAINY_TUESDAY } from './rainy-tuesday.ts';
import { ROASTERY_STORY } from './roastery-story.ts';
import { SPRING_BLEND } from './spring-blend/post.ts';
import { SUMMER_HOURS } from './summer-hours.ts';
import { WHOLESALE_LIST } from './wholesale-list.ts';

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
