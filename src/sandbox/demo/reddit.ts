import type { SeedUser } from '../seed.ts';

export const REDDIT_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrel_lane', name: 'kestrel_lane' },
  { handle: 'slow_pour_sam', name: 'slow_pour_sam' },
  { handle: 'milk_first_please', name: 'milk_first_please' },
  { handle: 'tin_roof_teatime', name: 'tin_roof_teatime' },
  { handle: 'grumpy_grinder_84', name: 'grumpy_grinder_84' },
  { handle: 'ferry_at_six', name: 'ferry_at_six' },
];
