import { DAY, PRIMARY, type SeedCopy, type SeedPost } from '../seed.ts';
import { createCrowdComments } from './crowd.ts';

const POSTED = 12 * DAY;

const GIVEAWAY_ON_FACEBOOK: SeedCopy = {
  platform: 'facebook',
  socialPostId: '104857239016482_738138826604275',
  comments: [
    {
      id: '738138826604275_496714000932457',
      by: 'ivo.marchettini',
      minutesAgo: POSTED - 9,
      text: 'Rosalba Quintero Vey, from the pot that lost its handle. You know the one.',
      likes: 5,
      replies: [
        {
          id: '738138826604275_362179209418726',
          by: 'rosalba.quint',
          minutesAgo: POSTED - 31,
          text: 'It did not lose it. You sat on it.',
          likes: 16,
        },
      ],
    },
    {
      id: '738138826604275_703674133668437',
      by: 'maud.perriwinkle',
      minutesAgo: POSTED - 64,
      text: 'My late husband took his with a pinch of salt, and so do I now. I would share with the ladies from choir.',
      likes: 71,
    },
    {
      id: '738138826604275_606394581664875',
      by: 'samson.adeyinka',
      minutesAgo: POSTED - 118,
      text: 'Black, 5 am, with the dog. He gets biscuits, I get the kilo.',
      likes: 23,
    },
    {
      id: '738138826604275_665670060591202',
      by: 'bettina.sandkuhl',
      minutesAgo: POSTED - 290,
      text: 'Mit meiner Nachbarin, auf der Treppe, schwarz und stark 💪',
      likes: 8,
    },
    {
      id: '738138826604275_754144936556930',
      by: 'noor.elmasrawi',
      minutesAgo: POSTED - 505,
      text: 'مع أختي، بالهيل، وعلى مهل 🤍',
      likes: 12,
    },
    {
      id: '738138826604275_564102871108520',
      by: 'len.hathersage',
      minutesAgo: POSTED - 744,
      text: 'Is it open to people who never win anything?',
      likes: 40,
      replies: [
        {
          id: '738138826604275_326935668541995',
          by: 'kestrellanecoffee',
          minutesAgo: POSTED - 760,
          text: 'Especially to them, Len.',
          likes: 52,
        },
      ],
    },
    {
      id: '738138826604275_760090791774958',
      by: 'hamish.trulove',
      minutesAgo: POSTED - 1130,
      text: 'Flat white, with Tuva Brekke-Sand, after the cold swim 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      likes: 10,
    },
    {
      id: '738138826604275_700109272431403',
      by: 'tuva.brekke',
      minutesAgo: POSTED - 1170,
      text: 'He means he watches me swim, and then drinks the flat white.',
      likes: 34,
    },
    {
      id: '738138826604275_368937565331026',
      by: 'greta.lowther',
      minutesAgo: POSTED - 1902,
      text: 'Does the winner have to collect it? I am four ferries away.',
      likes: 2,
    },
    {
      id: '738138826604275_218993648896804',
      by: 'callum.fiskerton',
      minutesAgo: POSTED - 2600,
      text: 'Half the kilo for me, half for the lock keeper. He puts condensed milk in it. I have stopped arguing.',
      likes: 19,
    },
  ],
};

/** The post with the most comments: more on Instagram than the network returns (1,000). */
export const GIVEAWAY: SeedPost = {
  id: 'Gv3rPq7YsKa5MdHt8ZwE',
  profile: PRIMARY,
  minutesAgo: POSTED,
  text: 'A kilo a month for half a year: tag the friend you would share it with and tell us how you drink it. One winner, drawn on Sunday.',
  copies: [
    GIVEAWAY_ON_FACEBOOK,
    {
      platform: 'instagram',
      socialPostId: '18168350084728377',
      comments: createCrowdComments({ count: 1243, fromMinutesAgo: POSTED - 2, toMinutesAgo: 5 * DAY }),
    },
  ],
};
