import type { CommentPlatform, Platform, ReviewPlatform } from '../../../service/platforms.ts';
import { bluesky } from './bluesky.ts';
import { facebook } from './facebook.ts';
import { gmb } from './gmb.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { pinterest } from './pinterest.ts';
import { reddit } from './reddit.ts';
import type { CommentSimulation, SimulatedNetwork } from './simulated-network.ts';
import { snapchat } from './snapchat.ts';
import { telegram } from './telegram.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { whatsapp } from './whatsapp.ts';
import { youtube } from './youtube.ts';

export const SIMULATED_NETWORKS: {
  readonly [Name in Platform]: SimulatedNetwork &
    (Name extends CommentPlatform ? { readonly comments: CommentSimulation } : unknown) &
    (Name extends ReviewPlatform ? Required<SimulatedNetwork> : unknown);
} = {
  bluesky,
  facebook,
  gmb,
  instagram,
  linkedin,
  pinterest,
  reddit,
  snapchat,
  telegram,
  threads,
  tiktok,
  twitter,
  whatsapp,
  youtube,
};
