import { DAY, PRIMARY, type SeedPost } from '../seed.ts';

const POSTED = 15 * DAY;
const FULL = 14 * DAY;
const ANNOUNCEMENT_ON_X = '1968400775787077188';

/** A conversation on X that the post below continues. */
export const CUPPING_EVENING: SeedPost = {
  id: 'Mn5cTy8LrWb2QzHp6KsD',
  profile: PRIMARY,
  minutesAgo: POSTED,
  text: 'Six coffees, twelve spoons, one evening: the spring cupping is two weeks from now. £12 at https://kestrellane.example/cupping',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '104857239016482_738101947720358',
      comments: [
        {
          id: '738101947720358_397622750246757',
          by: 'hamish.trulove',
          minutesAgo: POSTED - 70,
          text: 'Never done one. Is it like wine, do I have to spit?',
          likes: 6,
          replies: [
            {
              id: '738101947720358_155063490824468',
              by: 'kestrellanecoffee',
              minutesAgo: POSTED - 98,
              text: 'Only if you would like to sleep that night. Slurping, on the other hand, is required.',
              likes: 12,
            },
          ],
        },
        {
          id: '738101947720358_316954624053659',
          by: 'rosalba.quint',
          minutesAgo: POSTED - 1011,
          text: 'Three tickets, please! Can my mother sit near the door?',
          likes: 2,
        },
      ],
    },
    {
      platform: 'threads',
      socialPostId: '18000285258619039',
      comments: [
        {
          id: '18056344874713549',
          by: 'petra.undercurrent',
          minutesAgo: POSTED - 555,
          text: 'Bringing my own spoon. It is a long story.',
        },
      ],
    },
    {
      platform: 'twitter',
      socialPostId: ANNOUNCEMENT_ON_X,
      comments: [
        {
          id: '1953347387576156959',
          by: 'bramblewick_j',
          minutesAgo: POSTED - 120,
          text: 'In. Will there be the smoky one from last year?',
          likes: 3,
          extra: { impressionCount: 420 },
        },
      ],
    },
  ],
};

/** On X it is a reply: reading it returns only the replies to it. */
export const CUPPING_IS_FULL: SeedPost = {
  id: 'Zr3kVw7NdXf9JgBt4MqS',
  profile: PRIMARY,
  minutesAgo: FULL,
  text: 'And it is full! Write to us if you would like a place on the waiting list: somebody always catches a cold.',
  copies: [
    {
      platform: 'twitter',
      socialPostId: '1900766352131196619',
      replyToSocialPostId: ANNOUNCEMENT_ON_X,
      comments: [
        {
          id: '1942335241465750577',
          by: 'hull_and_hob',
          minutesAgo: FULL - 35,
          text: 'Two for the waiting list, please. We promise to slurp.',
          likes: 4,
          extra: { impressionCount: 511 },
        },
        {
          id: '1984219003535878153',
          by: 'marisol_drifts',
          minutesAgo: FULL - 410,
          text: '¡Qué pena! Avisadme para la próxima, por favor.',
          likes: 1,
          extra: { impressionCount: 198 },
        },
      ],
    },
  ],
};
