import { PRIMARY, type SeedPost } from '../seed.ts';
import { SPRING_BLEND_ON_BLUESKY } from './bluesky-part.ts';
import { SPRING_BLEND_ON_FACEBOOK } from './facebook-part.ts';
import { SPRING_BLEND_ON_INSTAGRAM } from './instagram-part.ts';
import { SPRING_BLEND_ON_LINKEDIN } from './linkedin-part.ts';
import { SPRING_BLEND_ON_REDDIT } from './reddit-part.ts';
import { LAUNCHED } from './spring-blend-elsewhere.ts';
import { SPRING_BLEND_ON_THREADS } from './threads-part.ts';
import { SPRING_BLEND_ON_TIKTOK } from './tiktok-part.ts';
import { SPRING_BLEND_ON_TWITTER } from './twitter-part.ts';
import { SPRING_BLEND_ON_YOUTUBE } from './youtube-part.ts';

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
