import { bluesky } from './bluesky.ts';
import { facebook } from './facebook.ts';
import { gmb } from './gmb.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import type { NetworkFacts } from './network-facts.ts';
import { pinterest } from './pinterest.ts';
import { reddit } from './reddit.ts';
import { snapchat } from './snapchat.ts';
import { telegram } from './telegram.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { whatsapp } from './whatsapp.ts';
import { youtube } from './youtube.ts';

/** The facts of each network with their literal types; `PLATFORMS` has them with their common type. */
export const NETWORKS = {
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
} as const satisfies Record<string, NetworkFacts>;
