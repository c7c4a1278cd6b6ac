import type { Platform } from '../../service/platforms.ts';
import type { UserAnswer } from '../../service/profiles.ts';

/** Whether a profile has a linked account on a network, according to the service. */
export function isLinked({ activeSocialAccounts, displayNames }: UserAnswer, platform: Platform): boolean {
  const named = (displayNames ?? []).map((each) => each.platform);
  return [...(activeSocialAccounts ?? []), ...named].includes(platform);
}
