import type { ClientAnswer } from '../../../client/transport.ts';
import { PLATFORMS, Platform } from '../../../service/platforms.ts';
import type { UserAnswer } from '../../../service/profiles.ts';

/** Linked networks with the names of their accounts; empty if unknown. */
export type LinkedAccounts = ReadonlyMap<Platform, string>;

export function listLinkedAccounts(user: ClientAnswer<UserAnswer>['body']): LinkedAccounts {
  const names = new Map(
    (user.displayNames ?? []).map((each) => [each.platform, each.username ?? each.displayName ?? '']),
  );
  return new Map(
    POSTING.filter((platform) => isLinked(user, platform)).map((each) => [each, names.get(each) ?? '']),
  );
}

/** Networks that support posts. */
export const POSTING: readonly Platform[] = Platform.options.filter((each) => PLATFORMS[each].posts);

/** Whether a profile has a linked account on a network, according to the service. */
export function isLinked({ activeSocialAccounts, displayNames }: UserAnswer, platform: Platform): boolean {
  const named = (displayNames ?? []).map((each) => each.platform);
  return [...(activeSocialAccounts ?? []), ...named].includes(platform);
}
