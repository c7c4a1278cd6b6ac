import type { SeedUser } from '../seed.ts';

/** Indexes the people of one network by handle. */
export function indexByHandle(people: readonly SeedUser[]): Readonly<Record<string, SeedUser>> {
  return Object.fromEntries(people.map((person) => [person.handle, person]));
}
