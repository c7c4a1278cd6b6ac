import type { SeedComment } from '../networks/seed.ts';
import { CROWD_ENDINGS, CROWD_LANGUAGES, type CrowdLanguage } from './crowd-words.ts';
import { GIVEAWAY_CROWD } from './people/crowd.ts';
import { createSeededNumbers, pick } from './seeded-numbers.ts';

const SEED = 1243;
/** Instagram's comment ids have 17 digits: more than a number keeps, so they are put together as text. */
const ID_START = '179';
const FIRST_ID_REST = 41_036_285_117_402;

/** A stretch of time, in minutes before the moment the sandbox was made. */
interface Crowd {
  readonly count: number;
  readonly fromMinutesAgo: number;
  readonly toMinutesAgo: number;
}

type Next = (below: number) => number;

/**
 * Makes the comments of a giveaway: dense at first and thinner day by day, oldest first, in seven languages,
 * each tagging friends. The same on every machine; no two neighbours say the same thing.
 */
export function createCrowdComments({ count, fromMinutesAgo, toMinutesAgo }: Crowd): readonly SeedComment[] {
  const next = createSeededNumbers(SEED);
  const comments: SeedComment[] = [];
  let idRest = FIRST_ID_REST;
  for (let index = 0; index < count; index += 1) {
    idRest += 1 + next(40_000_000_000);
    const by = pickHandle(next, comments.at(-1)?.by);
    comments.push({
      id: `${ID_START}${idRest}`,
      by,
      minutesAgo: Math.round(fromMinutesAgo - (fromMinutesAgo - toMinutesAgo) * (index / count) ** 2),
      text: composeOtherText(next, comments.at(-1)?.text, by),
      likes: pickLikes(next),
    });
  }
  return comments;
}

function pickHandle(next: Next, ...others: readonly (string | undefined)[]): string {
  for (;;) {
    const handle = GIVEAWAY_CROWD[next(GIVEAWAY_CROWD.length)]?.handle;
    if (handle !== undefined && !others.includes(handle)) return handle;
  }
}

function composeOtherText(next: Next, last: string | undefined, by: string): string {
  for (;;) {
    const text = composeText(next, by);
    if (text !== last) return text;
  }
}

function composeText(next: Next, by: string): string {
  const language = pickLanguage(next(100));
  const friend = pickHandle(next, by);
  const text = pick(next, language.says)
    .replace('{a}', `@${friend}`)
    .replace('{b}', `@${pickHandle(next, by, friend)}`)
    .replace('{d}', pick(next, language.drinks))
    .replace('{p}', pick(next, language.places));
  return toSentenceCase(text) + pick(next, CROWD_ENDINGS);
}

function pickLanguage(hundredth: number): CrowdLanguage {
  let reached = 0;
  for (const language of CROWD_LANGUAGES) {
    reached += language.share;
    if (hundredth < reached) return language;
  }
  return CROWD_LANGUAGES[0];
}

/** The first letter of the text, and the one after a full stop or an exclamation mark, is a capital. */
function toSentenceCase(text: string): string {
  return text.replace(
    /(^|[.!] )(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Most comments get none or one, a few of them many. */
function pickLikes(next: Next): number {
  return Math.floor(40 * (next(1000) / 1000) ** 12);
}
