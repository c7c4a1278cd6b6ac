import * as z from 'zod';

/** A plan of the service. @see docs/service/general.md#overview; docs/service/access.md#plans */
export const Plan = z.enum(['premium', 'launch', 'business', 'enterprise']);
export type Plan = z.infer<typeof Plan>;

interface PlanFact {
  name: string;
  /** User Profiles besides the Primary Profile, and with them `Profile-Key`. */
  userProfiles: boolean;
  registersWebhooks: boolean;
  directMessages: boolean;
  automations: boolean;
  /** Maximum number of active automations per profile. */
  activeAutomations: number;
  /** Daily cap of automation DMs over all profiles of the account. */
  dmsPerDay: number;
}

const WITH_PROFILES = {
  userProfiles: true,
  registersWebhooks: true,
  directMessages: true,
  automations: true,
} as const;

/**
 * The plans and what they include. Comments, audio and the webhook history are part of every plan.
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

/** The plans with User Profiles. @see docs/service/access.md#AUTH-12 */
export const PLANS_WITH_PROFILES: readonly Plan[] = Plan.options.filter((plan) => PLANS[plan].userProfiles);

/** The plans with automations. @see docs/service/access.md#AUTH-10 */
export const PLANS_WITH_AUTOMATIONS: readonly Plan[] = Plan.options.filter((plan) => PLANS[plan].automations);

/** The plans that can register webhooks. @see docs/service/access.md#AUTH-12; docs/service/readings.md#U-40 */
export const PLANS_WITH_WEBHOOKS: readonly Plan[] = Plan.options.filter(
  (plan) => PLANS[plan].registersWebhooks,
);

/** The plans with direct messages. @see docs/service/access.md#AUTH-12 */
export const PLANS_WITH_MESSAGES: readonly Plan[] = Plan.options.filter((plan) => PLANS[plan].directMessages);

/** An API that is added to a plan. @see docs/service/general.md#add-ons */
export const AddOn = z.enum(['ads', 'messages', 'maxPack']);
export type AddOn = z.infer<typeof AddOn>;

/**
 * The add-ons by name. Of GraphQL, a variant of the whole API, no schema is documented.
 *
 * @see docs/service/access.md#AUTH-13
 */
export const ADD_ONS: Readonly<Record<AddOn, { name: string }>> = {
  ads: { name: 'Ads API' },
  messages: { name: 'Messages API' },
  maxPack: { name: 'Max Pack' },
};

export const AddOnStates = z.object({
  ads: z.boolean().describe('ads from existing posts; the sandbox serves none'),
  messages: z.boolean().describe('direct messages: their routes, events and automation DMs'),
  maxPack: z.boolean().describe('generated texts, short links and resized images'),
});
export type AddOnStates = z.infer<typeof AddOnStates>;
