import { createUsageError, markDiscovery } from '../../../errors.ts';
import type { ServicePort } from '../command/service.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';

/** A profile that something is done for; null is the Primary Profile. */
export interface ProfileTarget {
  readonly profile: string | null;
  readonly service: ServicePort;
}

/** The Primary Profile, as `--profile` names it. */
const PRIMARY = 'none';

/** The Primary Profile and those with saved keys, by alias, or null. */
export async function listProfiles(service: ServicePort): Promise<readonly ProfileTarget[]> {
  return Promise.all(
    (await service.allProfiles()).map(async (each) => ({
      profile: (await each.choose()).choice.profile,
      service: each,
    })),
  );
}

/**
 * Those of the profiles that `--profile a,b` names, in its order.
 *
 * @throws CrierError of kind usage for an unknown alias
 */
export function pickProfiles(
  known: readonly ProfileTarget[],
  aliases: readonly string[],
): readonly ProfileTarget[] {
  const names = known.map(({ profile }) => profile ?? PRIMARY);
  return [...new Set(aliases)].map((alias) => {
    const target = known[names.indexOf(alias)];
    if (target !== undefined) return target;
    const fault = alias === '' ? '--profile has an extra comma' : `there is no saved profile "${alias}"`;
    const advice = `${suggestNearest(alias, names)}nothing was sent; the profiles are ${names.join(', ')}`;
    throw markDiscovery(createUsageError(fault, advice));
  });
}
