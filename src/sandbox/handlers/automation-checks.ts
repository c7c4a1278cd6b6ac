import {
  type AutomationFaultOptions,
  findAutomationFaults,
} from '../../domain/automations/automation-entries.ts';
import { type BodyFault, buildFaultDetails } from '../../domain/requests/find-body-faults.ts';
import {
  AUTOMATION_PLATFORM,
  type AutomationUpdate,
  type NewAutomation,
} from '../../service/endpoints/automations.ts';
import { PLANS } from '../../service/plans.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Automation } from '../store/automations.ts';
import type { HandlerContext } from './handler.ts';

const platform = AUTOMATION_PLATFORM;

/**
 * The first of the checks. Their order is 472, 469, 473, 471, 470; the plan (468) was checked before.
 *
 * @throws ServiceFailure 472, even when the account is no longer linked: that is checked later
 * @see docs/service/readings.md#U-26
 */
export function checkFeature({ store, profile }: HandlerContext): void {
  if (store.accounts.findKnown(profile.id, platform)?.automations === 'off') {
    throw new ServiceFailure(472, { platform });
  }
}

/**
 * @throws ServiceFailure 469 when it does not exist, is deleted, or belongs to another profile; rules AUT-16, AUT-17,
 * reading U-25
 */
export function requireAutomation(id: string, { store, profile }: HandlerContext): Automation {
  const automation = store.automations.find(profile.id, id);
  if (automation === undefined) throw new ServiceFailure(469, { id });
  return automation;
}

/** @throws ServiceFailure 473; rule AUT-13 */
export function readNewAutomation(body: unknown, context: HandlerContext): NewAutomation {
  refuseFaults(findAutomationFaults(body, { kind: 'new', ...getBodyRules(context) }));
  // A body without faults is one.
  return body as NewAutomation;
}

/** @throws ServiceFailure 473; rule AUT-13 */
export function readAutomationUpdate(body: unknown, context: HandlerContext): AutomationUpdate {
  refuseFaults(findAutomationFaults(body, { kind: 'update', ...getBodyRules(context) }));
  // A body without faults is one.
  return body as AutomationUpdate;
}

/** @throws ServiceFailure 473 when there are faults */
export function refuseFaults(faults: readonly BodyFault[]): void {
  if (faults.length > 0) throw new ServiceFailure(473, { details: buildFaultDetails(faults) });
}

/** What decides about a body besides its schema. */
function getBodyRules(context: HandlerContext): Omit<AutomationFaultOptions, 'kind'> {
  return { unsupportedTriggers: listUnsupportedTriggers(context), allowlist: context.allowance };
}

/** @see docs/service/audio.md#publish */
function listUnsupportedTriggers({ store, profile }: HandlerContext) {
  const state = store.accounts.findKnown(profile.id, platform)?.automations;
  return state === 'documented' ? (['story_comment'] as const) : [];
}

/** @throws ServiceFailure 471; rule AUT-18 */
export function requireLinkedAccount({
  store,
  profile,
}: Pick<HandlerContext, 'store' | 'profile'>): NetworkAccount {
  const account = store.accounts.findLinked(profile.id, platform);
  if (account === undefined) throw new ServiceFailure(471, { platform });
  return account;
}

/** @throws ServiceFailure 470 when the plan's maximum is reached; rule AUT-15, case C-04 */
export function checkActiveCap({ store, profile }: HandlerContext): void {
  const { name, activeAutomations: max } = PLANS[store.settings.read().plan];
  const active = store.automations.countActive(profile.id);
  if (active < max) return;
  throw new ServiceFailure(470, { details: `active: ${active} of the ${max} that the plan ${name} allows` });
}
