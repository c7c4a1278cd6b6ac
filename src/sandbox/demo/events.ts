import { DAY, PRIMARY, type SeedCopy, type SeedPost } from '../seed.ts';
import { createCrowdComments } from './crowd.ts';

const CUPPING_POSTED = 15 * DAY;
const FULL = 14 * DAY;
const ANNOUNCEMENT_ON_X = '1968400775787077188';

/** A conversation on X that the post below continues. */
export const CUPPING_EVENING: SeedPost = {
  id: 'Mn5cTy8LrWb2QzHp6KsD',
  profile: PRIMARY,
  minutesAgo: CUPPING_POSTED,
  text: 'Six coffees, twelve spoons, one evening: the spring cupping is two weeks from now. £12 at https://kestrellane.example/cupping',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '104857239016482_738101947720358',
      comments: [
        {
          id: '738101947720358_397622750246757',
          by: 'hamish.trulove',
          minutesAgo: CUPPING_POSTED - 70,
          text: 'Never done one. Is it like wine, do I have to spit?',
          likes: 6,
          replies: [
            {
              id: '738101947720358_155063490824468',
              by: 'kestrellanecoffee',
              minutesAgo: CUPPING_POSTED - 98,
              text: 'Only if you would like to sleep that night. Slurping, on the other hand, is required.',
              likes: 12,
            },
          ],
        },
        {
          id: '738101947720358_316954624053659',
          by: 'rosalba.quint',
          minutesAgo: CUPPING_POSTED - 1011,
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
          minutesAgo: CUPPING_POSTED - 555,
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
          minutesAgo: CUPPING_POSTED - 120,
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

const GIVEAWAY_POSTED = 12 * DAY;

const GIVEAWAY_ON_FACEBOOK: SeedCopy = {
  platform: 'facebook',
  socialPostId: '104857239016482_738138826604275',
  comments: [
    {
      id: '738138826604275_496714000932457',
      by: 'ivo.marchettini',
      minutesAgo: GIVEAWAY_POSTED - 9,
      text: 'Rosalba Quintero Vey, from the pot that lost its handle. You know the one.',
      likes: 5,
      replies: [
        {
          id: '738138826604275_362179209418726',
          by: 'rosalba.quint',
          minutesAgo: GIVEAWAY_POSTED - 31,
          text: 'It did not lose it. You sat on it.',
          likes: 16,
        },
      ],
    },
    {
      id: '738138826604275_703674133668437',
      by: 'maud.perriwinkle',
      minutesAgo: GIVEAWAY_POSTED - 64,
      text: 'My late husband took his with a pinch of salt, and so do I now. I would share with the ladies from choir.',
      likes: 71,
    },
    {
      id: '738138826604275_606394581664875',
      by: 'samson.adeyinka',
      minutesAgo: GIVEAWAY_POSTED - 118,
      text: 'Black, 5 am, with the dog. He gets biscuits, I get the kilo.',
      likes: 23,
    },
    {
      id: '738138826604275_665670060591202',
      by: 'bettina.sandkuhl',
      minutesAgo: GIVEAWAY_POSTED - 290,
      text: 'Mit meiner Nachbarin, auf der Treppe, schwarz und stark 💪',
      likes: 8,
    },
    {
      id: '738138826604275_754144936556930',
      by: 'noor.elmasrawi',
      minutesAgo: GIVEAWAY_POSTED - 505,
      text: 'مع أختي، بالهيل، وعلى مهل 🤍',
      likes: 12,
    },
    {
      id: '738138826604275_564102871108520',
      by: 'len.hathersage',
      minutesAgo: GIVEAWAY_POSTED - 744,
      text: 'Is it open to people who never win anything?',
      likes: 40,
      replies: [
        {
          id: '738138826604275_326935668541995',
          by: 'kestrellanecoffee',
          minutesAgo: GIVEAWAY_POSTED - 760,
          text: 'Especially to them, Len.',
          likes: 52,
        },
      ],
    },
    {
      id: '738138826604275_760090791774958',
      by: 'hamish.trulove',
      minutesAgo: GIVEAWAY_POSTED - 1130,
      text: 'Flat white, with Tuva Brekke-Sand, after the cold swim 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      likes: 10,
    },
    {
      id: '738138826604275_700109272431403',
      by: 'tuva.brekke',
      minutesAgo: GIVEAWAY_POSTED - 1170,
      text: 'He means he watches me swim, and then drinks the flat white.',
      likes: 34,
    },
    {
      id: '738138826604275_368937565331026',
      by: 'greta.lowther',
      minutesAgo: GIVEAWAY_POSTED - 1902,
      text: 'Does the winner have to collect it? I am four ferries away.',
      likes: 2,
    },
    {
      id: '738138826604275_218993648896804',
      by: 'callum.fiskerton',
      minutesAgo: GIVEAWAY_POSTED - 2600,
      text: 'Half the kilo for me, half for the lock keeper. He puts condensed milk in it. I have stopped arguing.',
      likes: 19,
    },
  ],
};

/** The post with the most comments: more on Instagram than the network returns (1,000). */
export const GIVEAWAY: SeedPost = {
  id: 'Gv3rPq7YsKa5MdHt8ZwE',
  profile: PRIMARY,
  minutesAgo: GIVEAWAY_POSTED,
  text: 'A kilo a month for half a year: tag the friend you would share it with and tell us how you drink it. One winner, drawn on Sunday.',
  copies: [
    GIVEAWAY_ON_FACEBOOK,
    {
      platform: 'instagram',
      socialPostId: '18168350084728377',
      comments: createCrowdComments({
        count: 1243,
        fromMinutesAgo: GIVEAWAY_POSTED - 2,
        toMinutesAgo: 5 * DAY,
      }),
    },
  ],
};
