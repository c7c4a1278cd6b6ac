import { PRIMARY, type SeedPost } from '../../networks/seed.ts';
import { SPRING_BLEND_ON_BLUESKY } from './bluesky.ts';
import { SPRING_BLEND_ON_FACEBOOK } from './facebook.ts';
import { SPRING_BLEND_ON_INSTAGRAM } from './instagram.ts';
import { LAUNCHED } from './launched.ts';
import { SPRING_BLEND_ON_LINKEDIN } from './linkedin.ts';
import { SPRING_BLEND_ON_REDDIT } from './reddit.ts';
import { SPRING_BLEND_ON_THREADS } from './threads.ts';
import { SPRING_BLEND_ON_TIKTOK } from './tiktok.ts';
import { SPRING_BLEND_ON_TWITTER } from './twitter.ts';
import { SPRING_BLEND_ON_YOUTUBE } from './youtube.ts';

/** The first example for new users: on all nine networks, without any problem. */
export const SPRING_BLEND: SeedPost = {
  id: 'Sp7kQm2XvLr9TzBd4HnW',
  profile: PRIMARY,
  minutesAgo: LAUNCHED,
  text: 'First Tide is here, our spring blend: apricot from Ethiopia, honey from Costa Rica. £9.50 for 250 g, £34 for 1 kg, on the quay and at https://kestrellane.example/first-tide. What will you brew it in?',
  copies: [
    SPRING_BLEND_ON_BLUESKY,
    SPRING_BLEND_ON_FACEBOOK,
    SPRING_BLEND_ON_INSTAGRAM,
    SPRING_BLEND_ON_LINKEDIN,
    SPRING_BLEND_ON_REDDIT,
    SPRING_BLEND_ON_THREADS,
    SPRING_BLEND_ON_TIKTOK,
    SPRING_BLEND_ON_TWITTER,
    SPRING_BLEND_ON_YOUTUBE,
  ],
};
