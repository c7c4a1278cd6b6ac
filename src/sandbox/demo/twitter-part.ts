import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_TWITTER: SeedCopy = {
  platform: 'twitter',
  socialPostId: '1952326914861497161',
  comments: [
    {
      id: '1946783534075132947',
      by: 'bramblewick_j',
      minutesAgo: LAUNCHED - 33,
      text: 'How long does the 250 g bag keep once it is open?',
      likes: 6,
      extra: { impressionCount: 812, bookmarkCount: 1 },
      replies: [
        {
          id: '1939876288230503934',
          by: 'KestrelLane',
          minutesAgo: LAUNCHED - 47,
          text: '@bramblewick_j About four weeks, closed and away from the window. Ours never lasts two.',
          likes: 9,
          extra: { impressionCount: 640, bookmarkCount: 3 },
        },
      ],
    },
    {
      id: '1997245615054609976',
      by: 'marisol_drifts',
      minutesAgo: LAUNCHED - 1290,
      text: 'Checkout ate my voucher SPRING10 twice. A little help, please?',
      likes: 2,
      extra: { impressionCount: 403, threadNumber: 2 },
      replies: [
        {
          id: '1961811554072506464',
          by: 'KestrelLane',
          minutesAgo: LAUNCHED - 1301,
          text: '@marisol_drifts Sorry! Mended, and postage is on us: https://kestrellane.example/spring10',
          likes: 4,
          extra: { impressionCount: 377 },
        },
      ],
    },
    {
      id: '1967718560412020535',
      by: 'fen_and_family',
      minutesAgo: LAUNCHED - 2010,
      text: 'Family verdict 👨‍👩‍👧‍👦: three thumbs up, one request for cocoa instead',
      likes: 15,
      extra: { impressionCount: 1290, quoteCount: 1 },
    },
  ],
};
