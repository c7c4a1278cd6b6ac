import { lookup } from 'node:dns/promises';

/** Resolves a name to all its addresses, in the order in which they are tried. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves names by the system, without a cache. Concurrent lookups of one name share a result, because a lookup
 * occupies one of few threads, and a slow name would occupy them all.
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
