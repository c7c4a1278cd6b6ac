import type { SeedUser } from '../seed.ts';

const FIRST_NAMES = [
  'Mirela',
  'Jory',
  'Tamsin',
  'Eluned',
  'Kasimir',
  'Bente',
  'Oisin',
  'Fenna',
  'Lazlo',
  'Ailsa',
  'Benoit',
  'Chidi',
  'Dagny',
  'Emeka',
  'Florian',
  'Ginevra',
  'Hedda',
  'Isandro',
  'Jowan',
  'Kerensa',
  'Lumi',
  'Marit',
  'Nerys',
  'Ottoline',
];
const ENDINGS = [
  'brews',
  'by.the.lock',
  'bakes.rye',
  'on.wheels',
  'mends.boats',
  'reads.late',
  'and.the.dog',
  'paints.doors',
  'grows.beans',
  'swims.cold',
  'at.pier.four',
  'in.wool',
  'counts.gulls',
  'takes.the.stairs',
  'plays.tuba',
  'up.early',
];

/** The few hundred people who commented on the giveaway. */
export const GIVEAWAY_CROWD: readonly SeedUser[] = FIRST_NAMES.flatMap((first) =>
  ENDINGS.map((ending) => ({
    handle: `${first.toLowerCase()}.${ending}`,
    name: `${first} ${toTitleCase(ending)}`,
  })),
);

function toTitleCase(ending: string): string {
  return ending.replace(
    /(^|\.)(\w)/g,
    (_all, dot: string, letter: string) => (dot ? ' ' : '') + letter.toUpperCase(),
  );
}
