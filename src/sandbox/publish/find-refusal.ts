import { checkAccount } from '../networks/check-account.ts';
import { checkAbilities } from './check-abilities.ts';
import { checkDuplicate } from './check-duplicate.ts';
import { checkMedia } from './check-media.ts';
import { formatPostFault } from './format-post-fault.ts';
import type { PublishTarget, TargetRefusal } from './publish-target.ts';

/**
 * Finds why a network would reject its part of a post; null when it would not. Counts nothing, so that a post can be
 * previewed.
 *
 * @see docs/service/posts.md#POST-06, #POST-09, #POST-12 to #POST-16
 */
export function findRefusal(leg: PublishTarget): TargetRefusal | null {
  return (
    checkAccount(leg) ??
    findOfflineRefusal(leg) ??
    checkDuplicate(leg) ??
    checkAbilities(leg) ??
    checkMedia(leg)
  );
}

const NOT_LINKED = 156;

/**
 * Faults of the post itself, whatever the account. For a network where an account is linked, "not linked" does not
 * apply.
 */
function findOfflineRefusal({ faults, account }: PublishTarget): TargetRefusal | null {
  const fault = faults.find(
    ({ effect, code }) => effect === 'network' && !(code === NOT_LINKED && account !== undefined),
  );
  if (fault === undefined) return null;
  const { code, details } = fault;
  return { code, message: formatPostFault(fault), ...(details !== undefined && { details }) };
}
