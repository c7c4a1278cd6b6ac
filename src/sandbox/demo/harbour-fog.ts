import { DAY } from '../minutes.ts';
import type { SeedPost } from '../seed.ts';

const FOG_POSTED = 13 * DAY;

export const HARBOUR_FOG: SeedPost = {
  id: 'Ug4sXd8BkTr6NyJf2WpL',
  profile: 'harbour',
  minutesAgo: FOG_POSTED,
  text: 'Fog until noon. If you can read our sign, you are standing inside the shop.',
  copies: [
    {
      platform: 'facebook',
      socialPostId: '109264817350927_612790164482095',
      comments: [
        {
          id: '612790164482095_944889034995794',
          by: 'samson.adeyinka',
          minutesAgo: FOG_POSTED - 38,
          text: 'Walked past twice. The smell gave you away.',
          likes: 19,
        },
      ],
    },
    {
      platform: 'instagram',
      socialPostId: '18190767395563427',
      comments: [
        {
          id: '18067165197659910',
          by: 'agnes.ola.knits',
          minutesAgo: FOG_POSTED - 52,
          text: 'Knitting weather 🧶 Keep the corner warm for me',
          likes: 6,
        },
        {
          id: '18064381722519994',
          by: 'mick.the.net',
          minutesAgo: FOG_POSTED - 96,
          text: 'Foghorn counts as a doorbell, yes?',
          likes: 14,
        },
      ],
    },
  ],
};
