import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';
import { createCrowdComments } from './crowd-comments.ts';
import { GIVEAWAY_ON_FACEBOOK } from './giveaway-on-facebook.ts';

const POSTED = 12 * DAY;

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
