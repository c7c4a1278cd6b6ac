import type { SeedUser } from '../seed.ts';

export const TIKTOK_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee ☕' },
  { handle: 'clatterandfoam', name: 'clatter & foam' },
  { handle: 'meenakshi.sips', name: 'मीनाक्षी' },
  { handle: 'fourpmpanic', name: 'four pm panic' },
];
