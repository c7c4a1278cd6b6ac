import { lookup } from 'node:dns/promises';

/** Gives all addresses of a name, in the order in which they are to be tried. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves names as the system does, each time anew: nothing is kept. Who asks while the same name is being looked up
 * gets that answer, for a look-up holds one of few threads, and a slow name would hold them all.
 */
export function resolveNames(): Resolve {
  const underway = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const joined = underway.get(name);
    if (joined !== undefined) return joined;
    const found = lookUpAddresses(name).finally(() => underway.delete(name));
    underway.set(name, found);
    return found;
  };
}

async function lookUpAddresses(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
