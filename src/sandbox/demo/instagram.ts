import type { SeedUser } from '../seed.ts';

/** People with comments of their own; those of the giveaway are generated in `crowd.ts`. */
export const INSTAGRAM_PEOPLE: readonly SeedUser[] = [
  { handle: 'kestrellane.coffee', name: 'Kestrel Lane Coffee' },
  { handle: 'kestrellane.harbour', name: 'Kestrel Lane Harbour' },
  { handle: 'nellie.on.the.pier', name: 'Nellie Pierpoint-Ash' },
  { handle: 'lotte.stirs', name: 'Lotte Stirs' },
  { handle: 'sami.toasts', name: 'Sami Toivonniemi' },
  { handle: 'paloma.y.el.mar', name: 'Paloma Ribalta' },
  { handle: 'yasmin.alqamar', name: 'ياسمين القمر' },
  { handle: 'prize.desk.0417', name: 'Prize Desk' },
  { handle: 'beo.and.bikes', name: 'Beo Lindqvist-Amari' },
  { handle: 'thuy.ve.tranh', name: 'Thùy Vẽ Tranh' },
  { handle: 'zoe.drinks.slow', name: 'Zoe\u0308 Naquet' },
  { handle: 'mick.the.net', name: 'Mick the Net' },
  { handle: 'agnes.ola.knits', name: 'Agnes Ola' },
  { handle: 'rafi.under.sail', name: 'Rafi Under Sail' },
  { handle: 'hania.piecze', name: 'Hania Piecze' },
];
