import { DAY, HOUR, type SeedActivity, type SeedEnding } from '../seed.ts';
import { createSeededNumbers, GIVEAWAY_CROWD } from './crowd.ts';
import { SPRING_BLEND_ON_INSTAGRAM } from './spring-blend.ts';

const GUIDE = 'auto_K7pW2mXq9L';
const STORY = 'auto_T4nV8cRz3H';
const WHOLESALE = 'auto_D6yJ1sGf5B';
const HEART = 'auto_H9rB4kMx2C';
const GIVEAWAY_ON_INSTAGRAM = '18168350084728377';
const FOREST_STORY = '18167435324106349';

const SENT: SeedEnding = { status: 'sent' };
const TWICE: SeedEnding = { status: 'deduplicated' };
const BLOCKED: SeedEnding = { status: 'failed', error: '491: the commenter blocks message requests' };
const NO_ACCESS: SeedEnding = { status: 'auth_error', error: "the account's token has expired" };
const CAPPED = 'the daily cap of DMs is reached: 6 for all profiles';

/** How many asked for the guide on each day, from 19 days ago until yesterday; the giveaway was 12 days ago. */
const GUIDES_BY_DAY = [1, 0, 2, 1, 1, 3, 2, 9, 6, 4, 2, 1, 2, 1, 0, 3, 2, 5, 3];
/** How many wrote to a story on each day, from 13 days ago until yesterday. */
const STORIES_BY_DAY = [1, 0, 2, 1, 0, 1, 3, 0, 2, 4, 5, 2, 1];
const SAYS = [
  'GUIDE please!',
  'guide',
  'Could I have the recipe?',
  'GUIDE ☕',
  'Recipe, please 🙏',
  'guide, por favor',
];
const STORY_SAYS = [
  'Lovely!',
  'Is that the new roaster?',
  'I can smell it from here',
  '😍',
  'When are you open on Sunday?',
];

/** Answers of the company's automations, oldest first: what was sent, what failed, and what was held back. */
export const SEED_ACTIVITY: readonly SeedActivity[] = [
  ...answerGuides(),
  ...answerStories(),
  ...answerOthers(),
].toSorted((one, other) => other.minutesAgo - one.minutesAgo);

function answerGuides(): readonly SeedActivity[] {
  const next = createSeededNumbers(19);
  return createTimesByDay(GUIDES_BY_DAY, next).map(({ minutesAgo, number }) => {
    // a third wrote by DM; the others wrote under the giveaway, in its days
    const isComment = minutesAgo < 12 * DAY && minutesAgo > 5 * DAY && number % 3 !== 0;
    const text = SAYS[number % SAYS.length] ?? 'guide';
    return {
      automation: GUIDE,
      trigger: isComment ? 'trg_h4Tz8c' : 'trg_Qm2v7R',
      kind: isComment ? 'comment' : 'dm',
      by: pickPerson((isAskedTwice(number) ? number - 3 : number) * 7),
      minutesAgo,
      text: isComment ? text : text.replace(/recipe/i, 'guide'),
      keyword: isComment && /recipe/i.test(text) ? 'RECIPE' : 'GUIDE',
      ...(isComment && { postId: GIVEAWAY_ON_INSTAGRAM }),
      ...chooseGuideEnding(number),
    };
  });
}

/** One day the cap was reached, on another the token had expired; now and then a person asks twice, or blocks messages. */
function chooseGuideEnding(number: number): Pick<SeedActivity, 'endings' | 'limited' | 'fallback'> {
  if (number === 17 || number === 18) return { endings: [], limited: CAPPED };
  if (number === 31 || number === 32) return { endings: [NO_ACCESS] };
  if (number === 21) return { endings: [SENT], fallback: 'callback not used: timeout' };
  if (isAskedTwice(number)) return { endings: [TWICE] };
  return { endings: [number % 11 === 7 ? BLOCKED : SENT] };
}

function isAskedTwice(number: number): boolean {
  return number % 7 === 5;
}

function answerStories(): readonly SeedActivity[] {
  const next = createSeededNumbers(13);
  return createTimesByDay(STORIES_BY_DAY, next).map(({ minutesAgo, number }) => ({
    automation: STORY,
    trigger: 'trg_w6Yd1N',
    kind: 'story_reply',
    by: pickPerson(200 + (number % 6 === 4 ? number - 1 : number) * 5),
    minutesAgo,
    text: STORY_SAYS[number % STORY_SAYS.length] ?? '😍',
    storyId: FOREST_STORY,
    endings: [number === 9 ? BLOCKED : number % 6 === 4 ? TWICE : SENT],
  }));
}

function answerOthers(): readonly SeedActivity[] {
  const wholesale = (
    minutesAgo: number,
    by: number,
    endings: SeedActivity['endings'],
    attempts: readonly number[],
  ) => ({
    automation: WHOLESALE,
    trigger: 'trg_C3rL9x',
    kind: 'comment' as const,
    by: pickPerson(by),
    minutesAgo,
    text: 'WHOLESALE?',
    keyword: 'WHOLESALE',
    postId: SPRING_BLEND_ON_INSTAGRAM.socialPostId,
    endings,
    attempts,
  });
  const heart = (minutesAgo: number, by: number, ending: SeedEnding) => ({
    automation: HEART,
    trigger: 'trg_z5Pk3S',
    kind: 'reaction' as const,
    by: pickPerson(by),
    minutesAgo,
    text: '❤️',
    endings: [ending],
  });
  return [
    wholesale(2 * DAY - HOUR, 11, [SENT, SENT, SENT], [200]),
    wholesale(2 * DAY - 5 * HOUR, 34, [SENT, SENT, SENT], [503, 503, 200]),
    wholesale(DAY + 20 * HOUR, 56, [BLOCKED, SENT, SENT], [200]),
    wholesale(DAY + 9 * HOUR, 34, [TWICE, TWICE, TWICE], []),
    wholesale(DAY + 3 * HOUR, 78, [SENT, SENT, SENT], [404]),
    heart(3 * DAY, 91, SENT),
    heart(2 * DAY + 4 * HOUR, 92, SENT),
    heart(2 * DAY, 91, TWICE),
    heart(DAY + 6 * HOUR, 93, SENT),
  ];
}

function pickPerson(number: number): string {
  return GIVEAWAY_CROWD[number % GIVEAWAY_CROWD.length]?.handle ?? '';
}

/** Times of each day, of which the last ended a day ago, oldest first and numbered. */
function createTimesByDay(counts: readonly number[], next: (below: number) => number) {
  return counts
    .flatMap((count, day) => {
      const end = (counts.length - day) * DAY;
      return Array.from({ length: count }, () => end + HOUR + next(14 * HOUR)).toSorted(
        (one, other) => other - one,
      );
    })
    .map((minutesAgo, number) => ({ minutesAgo, number }));
}
