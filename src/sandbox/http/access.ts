import { MINUTE_MS } from '../../service/durations.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { LIMITS } from '../../service/limits.ts';
import {
  ADD_ONS,
  type AddOn,
  type AddOnStates,
  PLANS,
  PLANS_WITH_PROFILES,
  Plan,
} from '../../service/plans.ts';
import type { Database } from '../../storage/open-database.ts';
import {
  countRequestOf,
  type RequestCount,
  recordRefusal,
  type SandboxKeys,
  suspendProfile,
} from '../store/access.ts';
import { findProfileByKey, getPrimaryProfile, type Profile } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import { UNCOUNTED_HEADER } from './sandbox-request.ts';
import { ServiceFailure } from './service-failure.ts';

const BEARER = /^bearer +(\S+)$/i;

/**
 * Authenticates a request and returns the profile that it acts for.
 *
 * @throws ServiceFailure 102 when the API key or the profile key is unknown
 * @see docs/service/access.md#authentication, #access-errors, #AUTH-04
 */
export function authenticateProfile(
  headers: Readonly<Record<string, string>>,
  { keys, store }: { keys: SandboxKeys; store: Database },
): Profile {
  const apiKey = readBearer(headers, 'API key');
  if (!isSameSecret(apiKey, keys.apiKey)) throw createAccessFailure(explainUnknownKey(apiKey, keys, store));
  const profileKey = headers['profile-key'];
  if (profileKey === undefined) return getPrimaryProfile(store);
  const profile = findProfileByKey(store, profileKey);
  if (profile === undefined)
    throw createAccessFailure('Profile-Key: no profile of this account has this key');
  return profile;
}

/**
 * Checks that a request may use the control interface.
 *
 * @throws ServiceFailure 102 for any key but the admin token, including the API key
 * @see docs/safety.md#D7
 */
export function checkAdmin(headers: Readonly<Record<string, string>>, keys: SandboxKeys): void {
  if (isSameSecret(readBearer(headers, 'admin token'), keys.adminToken)) return;
  throw new ServiceFailure(102, {
    message: 'The admin token is missing or not valid.',
    details: 'Authorization: the control interface requires the admin token of this sandbox, not an API key',
  });
}

function readBearer(headers: Readonly<Record<string, string>>, what: string): string {
  const authorization = headers['authorization'];
  if (authorization === undefined) throw createAccessFailure('Authorization: the header is missing');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw createAccessFailure(`Authorization: must be "Bearer <${what}>"`);
  return token;
}

/** Creates the failure for a refused key. @param details which key, and why */
export function createAccessFailure(details: string): ServiceFailure {
  return new ServiceFailure(102, {
    message: 'The API key is missing or not valid.',
    details,
  });
}

function explainUnknownKey(given: string, keys: SandboxKeys, store: Database): string {
  if (isSameSecret(given, keys.adminToken))
    return 'Authorization: this is the admin token, which is only for the control interface';
  return findProfileByKey(store, given) === undefined
    ? 'Authorization: no account has this API key'
    : "Authorization: this is a profile's key, which belongs in the header Profile-Key, beside the API key";
}

/** Compares in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at++) difference |= given.charCodeAt(at) ^ secret.charCodeAt(at);
  return difference === 0;
}

/** What an account has bought. */
interface Subscription {
  plan: Plan;
  addOns: AddOnStates;
}

type PlanNeeds = Pick<Endpoint, 'plans' | 'withoutPlan' | 'addOn'>;

/**
 * Checks that a plan with its add-ons includes a call, and the profile that it is made for.
 *
 * @throws ServiceFailure when it does not: 1403, or the endpoint's own code
 * @see docs/service/access.md#access-errors, #AUTH-10, #AUTH-12, #AUTH-13
 */
export function checkPlan(
  { plan, addOns }: Subscription,
  { plans, withoutPlan, addOn }: PlanNeeds,
  { profileKey }: Pick<Profile, 'profileKey'>,
): void {
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
  if (!plans.includes(plan)) {
    throw new ServiceFailure(1403, {
      message: `The plan ${name} does not include this call.`,
      details: formatPlans(plans),
    });
  }
  if (addOn !== undefined) requireAddOn(addOns, addOn, 'This call');
}

/** @param what needs the add-on, at the beginning of a sentence @throws ServiceFailure 1403 without it */
export function requireAddOn(addOns: AddOnStates, addOn: AddOn, what: string): void {
  if (addOns[addOn]) return;
  const { name } = ADD_ONS[addOn];
  throw new ServiceFailure(1403, {
    message: `${what} needs the add-on ${name}.`,
    details: `add-on: the account does not have the ${name}`,
  });
}

/** Parts of the service that are named without any shape. */
const UNDESCRIBED: readonly {
  path: RegExp;
  name: string;
  action: string;
  code: number;
  needs: PlanNeeds;
}[] = [
  {
    path: /^\/ads(?:\/|$)/,
    name: ADD_ONS.ads.name,
    action: 'ads',
    code: 1403,
    needs: { plans: PLANS_WITH_PROFILES, addOn: 'ads' },
  },
  {
    path: /^\/graphql(?:\/|$)/i,
    name: 'GraphQL API',
    action: 'graphql',
    code: 1404,
    needs: { plans: Plan.options },
  },
];

/**
 * Refuses a call of a part of the service whose routes and fields are not documented.
 *
 * @throws ServiceFailure 1403 for such a path, 1404 for GraphQL
 * @see docs/service/access.md#AUTH-14
 */
export function refuseUndescribed(
  pathname: string,
  subscription: Subscription,
  profile: Pick<Profile, 'profileKey'>,
): void {
  const part = UNDESCRIBED.find(({ path }) => path.test(pathname));
  if (part === undefined) return;
  const { name, action, code, needs } = part;
  checkPlan(subscription, needs, profile);
  throw new ServiceFailure(code, {
    action,
    message: `The sandbox does not serve the ${name}.`,
    details: `${action}: the service names the ${name}, but neither its routes nor its fields are documented`,
  });
}

function formatPlans(plans: readonly Plan[]): string {
  return `plan: one of ${plans.map((each) => PLANS[each].name).join(', ')}`;
}

/** A profile's use of its request limit. */
interface RequestUsage extends RequestCount {
  /** Maximum in a window; null for no limit. */
  max: number | null;
}

/** Counts a request of a profile, which is identified by the API key and an optional profile key. */
export function countRequest(
  store: Database,
  profile: Profile,
  { now, isCounted }: { now: number; isCounted: boolean },
): RequestUsage {
  const count = countRequestOf(store, profile.id, now, isCounted);
  return { ...count, max: isCounted ? readSettings(store).requestRateMax : null };
}

/**
 * Whether a request counts against the limit: not one that only reads, of a program of this machine that shows the
 * sandbox and has its admin token.
 */
export function isCountedRequest(
  method: string,
  headers: Readonly<Record<string, string>>,
  { adminToken }: SandboxKeys,
): boolean {
  return method !== 'GET' || !isSameSecret(headers[UNCOUNTED_HEADER] ?? '', adminToken);
}

/**
 * Enforces the request limit of a profile.
 *
 * @throws ServiceFailure 1429 above the limit; 1403 after too many of these
 * @see docs/service/access.md#access-errors, #request-limit
 */
export function checkRate(store: Database, profile: Profile, usage: RequestUsage & { now: number }): void {
  if (usage.isSuspended) {
    throw new ServiceFailure(1403, {
      message: 'The profile is suspended: it exceeded the request limit too often.',
      details: 'only a reset of the sandbox ends the suspension',
    });
  }
  if (usage.max === null || usage.used <= usage.max) return;
  // A refusal does not wait for the write lock either: while another process holds it, refusals are not counted.
  store.tryTransaction(() => {
    const refusals = recordRefusal(store, profile.id, usage.now);
    if (refusals >= readSettings(store).suspendAfter) suspendProfile(store, profile.id, usage.now);
  });
  throw new ServiceFailure(1429, {
    message: `At most ${usage.max} requests are allowed in ${LIMITS.requestRate.windowMs / MINUTE_MS} minutes.`,
  });
}

/** @see docs/service/access.md#request-limit */
export function buildRateHeaders({
  max,
  used,
}: Pick<RequestUsage, 'max' | 'used'>): Readonly<Record<string, string>> {
  return max === null ? {} : { 'x-ratelimit-max': String(max), 'x-ratelimit-count': String(used) };
}
