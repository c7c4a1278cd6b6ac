import type { SeedComment, SeedUser } from '../seed.ts';
import { CROWD_ENDINGS, CROWD_LANGUAGES, type CrowdLanguage } from './crowd-words.ts';

const SEED = 1243;
/** Instagram's comment ids have 17 digits, more than a number holds, so that they are composed as text. */
const ID_START = '179';
const FIRST_ID_REST = 41_036_285_117_402;

type Next = (below: number) => number;

/**
 * Generates the comments of a giveaway: dense at first and sparser day by day, oldest first, in seven languages, each
 * tagging friends. Deterministic; no two consecutive comments are the same.
 */
export function createCrowdComments({
  count,
  fromMinutesAgo,
  toMinutesAgo,
}: {
  count: number;
  fromMinutesAgo: number;
  toMinutesAgo: number;
}): readonly SeedComment[] {
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

/** Capitalizes the first letter of the text and of each sentence. */
function toSentenceCase(text: string): string {
  return text.replace(
    /(^|[.!] )(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Most comments get no likes or one, a few get many. */
function pickLikes(next: Next): number {
  return Math.floor(40 * (next(1000) / 1000) ** 12);
}

/**
 * A deterministic pseudorandom generator (linear congruential).
 *
 * @param seed any integer
 * @returns a function that returns an integer from 0 up to, and without, `below`
 */
export function createSeededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of such a sequence have a short period, so that the high ones are used.
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Picks one entry of a table that is never empty. */
function pick<T>(next: (below: number) => number, table: readonly [T, ...T[]]): T {
  return table[next(table.length)] ?? table[0];
}

const FIRST_NAMES = [
  'Mirela',
  'Jory',
  'Tamsin',
  'Eluned',
  'Kasimir',
  'Bente',
  'Oisin',
  'Fenna',
  'Lazlo',
  'Ailsa',
  'Benoit',
  'Chidi',
  'Dagny',
  'Emeka',
  'Florian',
  'Ginevra',
  'Hedda',
  'Isandro',
  'Jowan',
  'Kerensa',
  'Lumi',
  'Marit',
  'Nerys',
  'Ottoline',
];
const ENDINGS = [
  'brews',
  'by.the.lock',
  'bakes.rye',
  'on.wheels',
  'mends.boats',
  'reads.late',
  'and.the.dog',
  'paints.doors',
  'grows.beans',
  'swims.cold',
  'at.pier.four',
  'in.wool',
  'counts.gulls',
  'takes.the.stairs',
  'plays.tuba',
  'up.early',
];

/** The few hundred people who commented on the giveaway. */
export const GIVEAWAY_CROWD: readonly SeedUser[] = FIRST_NAMES.flatMap((first) =>
  ENDINGS.map((ending) => ({
    handle: `${first.toLowerCase()}.${ending}`,
    name: `${first} ${toTitleCase(ending)}`,
  })),
);

function toTitleCase(ending: string): string {
  return ending.replace(
    /(^|\.)(\w)/g,
    (_all, dot: string, letter: string) => (dot ? ' ' : '') + letter.toUpperCase(),
  );
}
