import type { Platform } from '../facts/platforms.ts';
import type { UserAnswer } from '../facts/profiles.ts';

/** Whether a profile has an account on a network, as far as the service tells. */
export function isLinked({ activeSocialAccounts, displayNames }: UserAnswer, platform: Platform): boolean {
  const named = (displayNames ?? []).map((each) => each.platform);
  return [...(activeSocialAccounts ?? []), ...named].includes(platform);
}
