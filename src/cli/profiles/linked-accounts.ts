import type { ClientAnswer } from '../../client/client-answer.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { UserAnswer } from '../../service/profiles.ts';
import { isLinked } from './is-linked.ts';

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
