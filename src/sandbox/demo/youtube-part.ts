import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

/** A hostile comment for terminals. */
const NASTY =
  'Cheap beans, click \u001b]8;;https://free-beans.example\u0007here\u001b]8;;\u0007 \u001b[2J \u202egnp.snaeb\u202c';

export const SPRING_BLEND_ON_YOUTUBE: SeedCopy = {
  platform: 'youtube',
  socialPostId: '_rfiBiMgNcW',
  comments: [
    {
      id: 'UgwxkUDN43OSibI3zGz4AaABAg',
      by: 'tidewaternotes',
      minutesAgo: LAUNCHED - 1505,
      text: '1:47 is where you explain the roast curve, for anyone in a hurry.',
      likes: 37,
      replies: [
        {
          id: 'UgwxkUDN43OSibI3zGz4AaABAg.8DcnCSZ1mKo1SijavKh5G1',
          by: 'kestrellanecoffee',
          minutesAgo: LAUNCHED - 1551,
          text: 'Thank you! It is a chapter now.',
          likes: 8,
        },
        {
          id: 'UgwxkUDN43OSibI3zGz4AaABAg.Y5yPLMNiVHsDyxaCP5tFZt',
          by: 'coldbrewcaleb',
          minutesAgo: LAUNCHED - 1902,
          text: 'You just saved me eight minutes, then I watched it all anyway',
          likes: 11,
        },
      ],
    },
    {
      id: 'Ugy_KVN4yVYYHpvBWCm4AaABAg',
      by: 'dvora.mevashelet',
      minutesAgo: LAUNCHED - 700,
      text: 'קפה מצוין! אפשר לקבל את המתכון לקפה הקר?',
      likes: 3,
    },
    {
      id: 'Ugw1rdQZoU2uTU6K7oR4AaABAg',
      by: 'freebeansdaily',
      minutesAgo: LAUNCHED - 9,
      text: NASTY,
    },
  ],
};
