import type { SeedUser } from '../../networks/seed.ts';

/** Makes the people of one network findable by handle. */
export function indexByHandle(people: readonly SeedUser[]): Readonly<Record<string, SeedUser>> {
  return Object.fromEntries(people.map((person) => [person.handle, person]));
}
