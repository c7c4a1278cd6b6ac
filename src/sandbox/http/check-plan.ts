import type { Endpoint } from '../../service/endpoint.ts';
import { PLANS, type Plan } from '../../service/plans.ts';
import type { Profile } from '../store/profiles.ts';
import { ServiceFailure } from './service-failure.ts';

/**
 * Checks that a plan includes a call, and the profile that it is made for.
 *
 * @throws ServiceFailure when it does not: 1403, or the endpoint's own code
 * @see docs/service/access.md#access-errors, #AUTH-10, #AUTH-12
 */
export function checkPlan(plan: Plan, endpoint: Endpoint, { profileKey }: Profile): void {
  const { plans, withoutPlan } = endpoint;
  const { name, userProfiles } = PLANS[plan];
  if (withoutPlan !== undefined && !plans.includes(plan)) {
    throw new ServiceFailure(withoutPlan, { details: formatPlans(plans) });
  }
  if (profileKey !== null && !userProfiles) {
    throw new ServiceFailure(1403, {
      message: `The plan ${name} has no User Profiles.`,
      details: 'Profile-Key: send only the API key, or change the plan',
    });
  }
  if (plans.includes(plan)) return;
  throw new ServiceFailure(1403, {
    message: `The plan ${name} does not include this call.`,
    details: formatPlans(plans),
  });
}

function formatPlans(plans: readonly Plan[]): string {
  return `plan: one of ${plans.map((each) => PLANS[each].name).join(', ')}`;
}
