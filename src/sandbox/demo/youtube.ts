import type { SeedUser } from '../seed.ts';

export const YOUTUBE_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellanecoffee', name: 'Kestrel Lane Coffee' },
  { handle: 'tidewaternotes', name: 'Tidewater Notes' },
  { handle: 'coldbrewcaleb', name: 'Cold Brew Caleb' },
  { handle: 'dvora.mevashelet', name: 'דבורה מבשלת' },
  { handle: 'freebeansdaily', name: 'FREE BEANS DAILY' },
  { handle: 'attic.roaster', name: 'The Attic Roaster' },
  { handle: 'yusra.pours', name: 'Yusra Pours' },
];
