import { DAY } from '../minutes.ts';
import { PRIMARY, type SeedPost } from '../seed.ts';

const RAIN_POSTED = 19 * DAY;

/** Published by schedule. TikTok never accepted its copy: that leg fails permanently (288). */
export const RAINY_TUESDAY: SeedPost = {
  id: 'Bx6hPf2QyLs8TnCv5RkG',
  profile: PRIMARY,
  minutesAgo: RAIN_POSTED,
  plan: { minutesAgo: RAIN_POSTED },
  text: 'Rain on the roof, grinder on, nobody in a hurry. Stay as long as you like.',
  copies: [
    {
      platform: 'instagram',
      socialPostId: '18157863984494615',
      kind: 'reel',
      comments: [
        {
          id: '18142153902544167',
          by: 'nellie.on.the.pier',
          minutesAgo: RAIN_POSTED - 66,
          text: 'Put this on repeat and call it therapy 🌧️',
          likes: 31,
        },
        {
          id: '18167393967917855',
          by: 'zoe.drinks.slow',
          minutesAgo: RAIN_POSTED - 180,
          text: 'Best cafe\u0301 in town, and the s\u0304l\u0304o\u0304w\u0304e\u0304s\u0304t\u0304. I mean that as praise.',
          likes: 8,
        },
        {
          id: '18012973746457673',
          by: 'paloma.y.el.mar',
          minutesAgo: RAIN_POSTED - 930,
          text: 'Aquí 28 grados y ni una nube. Os cambio el sitio 🌦️',
          likes: 5,
          replies: [
            {
              id: '18186893143084343',
              by: 'nellie.on.the.pier',
              minutesAgo: RAIN_POSTED - 951,
              text: '@paloma.y.el.mar hecho, ¡pero llévate el paraguas!',
              likes: 3,
            },
          ],
        },
        {
          id: '18071063736014046',
          by: 'beo.and.bikes',
          minutesAgo: RAIN_POSTED - 3300,
          text: 'I left a wet umbrella there. Green, one broken rib, much loved',
          likes: 2,
        },
      ],
    },
    { platform: 'tiktok', socialPostId: 'failed', comments: [] },
  ],
};
