import type { SeedProfile } from '../seed.ts';

/** The User Profiles of Kestrel Lane Coffee; the roastery itself is the Primary Profile. */
export const SEED_PROFILES: readonly SeedProfile[] = [
  { alias: 'harbour', title: 'Kestrel Lane Harbour' },
  { alias: 'wholesale', title: 'Kestrel Lane Wholesale' },
];
