import type { SeedPost } from '../seed.ts';
import { CLOSING_EARLY } from './closing-early.ts';
import { CUPPING_EVENING, CUPPING_IS_FULL } from './cupping-evening.ts';
import { ROASTERY_STORY } from './days-ago.ts';
import { GIVEAWAY } from './giveaway.ts';
import { EARLY_FERRY } from './harbour.ts';
import { HARBOUR_FOG } from './harbour-fog.ts';
import { LATTE_ART_REEL } from './latte-art-reel.ts';
import { ORIGIN_FILM } from './origin-film.ts';
import { PAPER_BAGS } from './paper-bags.ts';
import { SPRING_BLEND } from './spring-blend.ts';
import { SUMMER_HOURS } from './summer-hours.ts';
import { PACKING_SONG } from './today.ts';
import { RAINY_TUESDAY } from './weeks-ago.ts';
import { WHOLESALE_LIST } from './wholesale.ts';

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
