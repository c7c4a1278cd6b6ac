import type { Endpoint } from '../facts/endpoint.ts';
import { PLANS, type Plan } from '../facts/plans.ts';
import { ServiceFailure } from './service-failure.ts';
import type { Profile } from './store/profiles.ts';

/**
 * Makes sure that a plan includes a call, and the profile that it is made for.
 *
 * @throws ServiceFailure 1403 when it does not
 * @see undescribed.md 1.2; rules AUTH-10, AUTH-12
 */
export function checkPlan(plan: Plan, { plans }: Endpoint, { profileKey }: Profile): void {
  const { name, userProfiles } = PLANS[plan];
  if (profileKey !== null && !userProfiles) {
    throw new ServiceFailure(1403, {
      message: `The plan ${name} has no User Profiles.`,
      details: 'Profile-Key: send the API key alone, or change the plan',
    });
  }
  if (plans.includes(plan)) return;
  throw new ServiceFailure(1403, {
    message: `The plan ${name} does not include this call.`,
    details: `plan: one of ${plans.map((each) => PLANS[each].name).join(', ')}`,
  });
}
