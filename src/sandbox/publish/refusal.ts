import { accountFailure } from '../networks/account-failure.ts';
import { abilityRefusal } from './ability-refusal.ts';
import { duplicateRefusal } from './duplicate-refusal.ts';
import { faultWords } from './fault-words.ts';
import type { Leg, Refusal } from './leg.ts';
import { mediaRefusal } from './media-refusal.ts';

/**
 * Says why a network would not take its part of a post, if it would not. Nothing is counted, so that a post can be
 * looked at beforehand.
 *
 * @see docs/service/posts.md#POST-06, #POST-09, #POST-12 to #POST-16
 */
export function refusalOf(leg: Leg): Refusal | null {
  return (
    accountFailure(leg) ??
    offlineRefusal(leg) ??
    duplicateRefusal(leg) ??
    abilityRefusal(leg) ??
    mediaRefusal(leg)
  );
}

const NOT_LINKED = 156;

/** What the network refuses whatever its account; that nothing can be linked there is said by the account. */
function offlineRefusal({ faults, account }: Leg): Refusal | null {
  const fault = faults.find(
    ({ effect, code }) => effect === 'network' && !(code === NOT_LINKED && account !== undefined),
  );
  if (fault === undefined) return null;
  const { code, details } = fault;
  return { code, message: faultWords(fault), ...(details !== undefined && { details }) };
}
