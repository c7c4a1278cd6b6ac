import * as z from 'zod';

/** A plan of the service. @see docs/service/general.md#overview; docs/service/access.md#plans */
export const Plan = z.enum(['premium', 'launch', 'business', 'enterprise']);
export type Plan = z.infer<typeof Plan>;

/** What a plan brings. */
interface PlanFact {
  readonly name: string;
  /** User Profiles beside the Primary Profile, and with them `Profile-Key`. */
  readonly userProfiles: boolean;
  readonly registersWebhooks: boolean;
  readonly directMessages: boolean;
  readonly automations: boolean;
  /** Active automations that each profile may have. */
  readonly activeAutomations: number;
  /** DMs that automations may send a day, over all profiles of the account. */
  readonly dmsPerDay: number;
}

const WITH_PROFILES = {
  userProfiles: true,
  registersWebhooks: true,
  directMessages: true,
  automations: true,
} as const;

/**
 * The plans and what they bring. Comments, audio and the history of webhooks come with each of them.
 *
 * @see docs/service/automations.md#endpoints
 * @see docs/service/access.md#plans, #AUTH-10, #AUTH-12
 * @see docs/service/limits.md#limits
 * @see docs/service/readings.md#U-40
 */
export const PLANS: Readonly<Record<Plan, PlanFact>> = {
  premium: {
    name: 'Premium',
    userProfiles: false,
    registersWebhooks: false,
    directMessages: false,
    automations: false,
    activeAutomations: 0,
    dmsPerDay: 0,
  },
  launch: { name: 'Launch', ...WITH_PROFILES, activeAutomations: 10, dmsPerDay: 1_000 },
  business: { name: 'Business', ...WITH_PROFILES, activeAutomations: 10, dmsPerDay: 1_000 },
  enterprise: { name: 'Enterprise', ...WITH_PROFILES, activeAutomations: 50, dmsPerDay: 5_000 },
};

/** The plans that have User Profiles. @see docs/service/access.md#AUTH-12 */
export const PLANS_WITH_PROFILES: readonly Plan[] = Plan.options.filter((plan) => PLANS[plan].userProfiles);

/** The plans that have automations. @see docs/service/access.md#AUTH-10 */
export const PLANS_WITH_AUTOMATIONS: readonly Plan[] = Plan.options.filter((plan) => PLANS[plan].automations);

/** The plans that register webhooks. @see docs/service/access.md#AUTH-12; docs/service/readings.md#U-40 */
export const PLANS_WITH_WEBHOOKS: readonly Plan[] = Plan.options.filter(
  (plan) => PLANS[plan].registersWebhooks,
);
