import type { SeedCopy } from '../seed.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';

export const SPRING_BLEND_ON_REDDIT: SeedCopy = {
  platform: 'reddit',
  socialPostId: 't3_1k6tz5n',
  subreddit: 'harbour_coffee',
  comments: [
    {
      id: 't1_mmsjusg',
      by: 'slow_pour_sam',
      minutesAgo: LAUNCHED - 1505,
      text: 'Recipe that worked for me:\n\n15 g in, 250 g out, water at 94 °C\n0:00 bloom with 45 g\n0:40 slow pour to 150 g\n1:30 the rest, done by 2:45\n\nApricot jam on toast. Too sharp? One click finer.',
      likes: 42,
    },
    {
      id: 't1_mq3k2hf',
      by: 'milk_first_please',
      minutesAgo: LAUNCHED - 1120,
      text: 'Unpopular opinion: I miss the winter blend. This one is a bit bright for milk.',
      likes: 17,
    },
    {
      id: 't1_mdivz7m',
      by: 'kestrel_lane',
      minutesAgo: LAUNCHED - 1188,
      text: 'Roaster here. For milk: a click finer and two degrees cooler. And winter comes back, it always does.',
      likes: 31,
    },
  ],
};
