import type { SeedUser } from '../seed.ts';

export const THREADS_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee' },
  { handle: 'haru.no.mame', name: '春の豆' },
  { handle: 'petra.undercurrent', name: 'Petra Undercurrent' },
  { handle: 'olu.makes.toast', name: 'Olu Makes Toast' },
  { handle: 'wren.and.wharf', name: 'Wren & Wharf' },
  { handle: 'mikkel.tegner', name: 'Mikkel tegner' },
  { handle: 'saltgrass.sal', name: 'Sal' },
];
