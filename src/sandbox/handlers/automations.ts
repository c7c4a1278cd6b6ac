import { isDeepStrictEqual } from 'node:util';
import {
  type AutomationFaultOptions,
  createAutomationName,
  findAutomationFaults,
  keepIds,
} from '../../domain/automations/automation-entries.ts';
import { type BodyFault, buildFaultDetails, findBodyFaults } from '../../domain/requests/find-body-faults.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { type AutomationUpdate, NewAutomation } from '../../service/endpoints/automations.ts';
import { PLANS } from '../../service/plans.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { formatTimeOrNull } from '../clock.ts';
import { generateActionId, generateAutomationId, generateTriggerId } from '../generate-ids.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import {
  type Automation,
  type AutomationContent,
  changeAutomation,
  countActiveOfProfile,
  type EntryRecord,
  findAutomation,
  insertAutomation,
  listProfileAutomations,
  markAutomationDeleted,
} from '../store/automations/automations.ts';
import { findKnownAccount, findLinkedAccount, type NetworkAccount, type Profile } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import type { Handler, HandlerContext } from './handler.ts';

/**
 * Creates an automation, active at once, and returns it.
 *
 * @see docs/service/automations.md#create, #AUT-15, #AUT-18, #AUT-20
 */
export const createAutomation: Handler<'createAutomation'> = ({ body }, context) => {
  const { store, profile, now, random } = context;
  const id = generateAutomationId(random);
  // The cap is checked in the transaction that adds the automation: of two at once, the second sees the first.
  store.transaction(() => {
    checkFeature(context);
    const { name, description = '', triggers, actions } = readNewAutomation(body, context);
    const account = requireLinkedAccount(context.store, context.profile);
    checkActiveCap(context);
    insertAutomation(store, {
      id,
      profile: profile.id,
      accountId: account.id,
      name: name ?? createAutomationName(triggers),
      description,
      active: true,
      created: now,
      triggers: assignEntryIds({ before: [], sent: triggers, newId: () => generateTriggerId(random) }),
      actions: assignEntryIds({ before: [], sent: actions, newId: () => generateActionId(random) }),
    });
  });
  return { status: 'success', ...toAutomationRecord(requireAutomation(id, context)) };
};

/** Changes what the body names, atomically. @see docs/service/automations.md#update, #AUT-16 */
export const updateAutomation: Handler<'updateAutomation'> = ({ params: { id }, body }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    const before = requireAutomation(id, context);
    const update = readAutomationUpdate(body, context);
    if (update.active === true && !before.active) {
      requireLinkedAccount(context.store, context.profile);
      checkActiveCap(context);
    }
    const after = applyUpdate(before, update, context);
    if (!isDeepStrictEqual({ ...before, ...after }, before)) changeAutomation(store, id, after, now);
  });
  return { status: 'success', id };
};

function applyUpdate(
  before: Automation,
  { triggers, actions, ...update }: AutomationUpdate,
  { random }: HandlerContext,
): AutomationContent {
  return {
    name: update.name ?? before.name,
    description: update.description ?? before.description,
    active: update.active ?? before.active,
    triggers:
      triggers === undefined
        ? before.triggers
        : assignEntryIds({ before: before.triggers, sent: triggers, newId: () => generateTriggerId(random) }),
    actions:
      actions === undefined
        ? before.actions
        : assignEntryIds({ before: before.actions, sent: actions, newId: () => generateActionId(random) }),
  };
}

/** @see docs/service/automations.md#get */
export const getAutomation: Handler<'getAutomation'> = ({ params }, context) => {
  checkFeature(context);
  return { status: 'success', ...toAutomationRecord(requireAutomation(params.id, context)) };
};

/** Another platform is refused as in a new automation. @see docs/service/automations.md#list */
const Filter = NewAutomation.pick({ platform: true });

/** All automations of the profile, active and paused, newest first. */
export const listAutomations: Handler<'listAutomations'> = ({ query }, context) => {
  checkFeature(context);
  refuseFaults(findBodyFaults(Filter, query));
  const { store, profile } = context;
  return {
    status: 'success',
    automations: listProfileAutomations(store, profile.id).map(toAutomationRecord),
  };
};

/**
 * Deletes only the automation itself: its activity stays.
 *
 * @see docs/service/automations.md#update, #AUT-16
 * @see docs/service/readings.md#U-25
 */
export const deleteAutomation: Handler<'deleteAutomation'> = ({ params: { id } }, context) => {
  const { store, now } = context;
  store.transaction(() => {
    checkFeature(context);
    markAutomationDeleted(store, requireAutomation(id, context).id, now);
  });
  return { status: 'success', id };
};

/** The members of an automation without its triggers and actions. @see docs/service/automations.md#list */
function toAutomationSummary(automation: Automation) {
  const { id, accountId, name, description, active, totalSent, totalFailed, created, updated } = automation;
  return {
    id,
    platform: AUTOMATION_PLATFORM,
    accountId,
    name,
    description,
    active,
    stats: {
      totalSent,
      totalFailed,
      lastTriggeredAt: formatTimeOrNull(automation.lastTriggered),
      lastSentAt: formatTimeOrNull(automation.lastSent),
    },
    created: formatIsoSeconds(created),
    updated: formatIsoSeconds(updated),
  };
}

/**
 * A complete automation, as returned by create, list and get.
 *
 * @see docs/service/automations.md#automation, #get
 */
function toAutomationRecord(automation: Automation) {
  return {
    ...toAutomationSummary(automation),
    triggers: automation.triggers.map(toEntryRecord),
    actions: automation.actions.map(toEntryRecord),
  };
}

/**
 * The fields of an entry are both under `config` and beside it: the contract shows either form, and clients read one
 * of them.
 */
function toEntryRecord({ id, type, config }: EntryRecord) {
  return { ...config, id, type, active: true, config };
}

/**
 * Converts triggers or actions to their stored form: an id each, with their fields under `config`. Unchanged entries
 * keep their ids.
 *
 * @see docs/service/automations.md#get, #update
 * @see docs/service/readings.md#U-14
 */
export function assignEntryIds<Type extends string>({
  before,
  sent,
  newId,
}: {
  /** The previous entries; empty for a new automation. */
  before: readonly EntryRecord<Type>[];
  /** The new entries as sent, with their fields beside `type`. */
  sent: readonly { type: Type }[];
  newId(): string;
}): readonly EntryRecord<Type>[] {
  const kept = keepIds(
    before.map(({ id, type, config }) => ({ id, entry: { type, ...config } })),
    sent,
  );
  const taken = new Set(before.map(({ id }) => id));
  const unusedId = (): string => {
    const id = newId();
    if (taken.has(id)) return unusedId();
    taken.add(id);
    return id;
  };
  return sent.map(({ type, ...config }, place) => ({ id: kept[place] ?? unusedId(), type, config }));
}

const platform = AUTOMATION_PLATFORM;

/**
 * The first of the checks. Their order is 472, 469, 473, 471, 470; the plan (468) was checked before.
 *
 * @throws ServiceFailure 472, even when the account is no longer linked: that is checked later
 * @see docs/service/readings.md#U-26
 */
export function checkFeature({ store, profile }: HandlerContext): void {
  if (findKnownAccount(store, profile.id, platform)?.automations === 'off') {
    throw new ServiceFailure(472, { platform });
  }
}

/**
 * @throws ServiceFailure 469 when it does not exist, is deleted, or belongs to another profile; rules AUT-16, AUT-17,
 * reading U-25
 */
function requireAutomation(id: string, { store, profile }: HandlerContext): Automation {
  const automation = findAutomation(store, profile.id, id);
  if (automation === undefined) throw new ServiceFailure(469, { id });
  return automation;
}

/** @throws ServiceFailure 473; rule AUT-13 */
function readNewAutomation(body: unknown, context: HandlerContext): NewAutomation {
  refuseFaults(findAutomationFaults(body, { kind: 'new', ...getBodyRules(context) }));
  // A body without faults is one.
  return body as NewAutomation;
}

/** @throws ServiceFailure 473; rule AUT-13 */
function readAutomationUpdate(body: unknown, context: HandlerContext): AutomationUpdate {
  refuseFaults(findAutomationFaults(body, { kind: 'update', ...getBodyRules(context) }));
  // A body without faults is one.
  return body as AutomationUpdate;
}

/** @throws ServiceFailure 473 when there are faults */
function refuseFaults(faults: readonly BodyFault[]): void {
  if (faults.length > 0) throw new ServiceFailure(473, { details: buildFaultDetails(faults) });
}

/** What decides about a body besides its schema. */
function getBodyRules(context: HandlerContext): Omit<AutomationFaultOptions, 'kind'> {
  return { unsupportedTriggers: listUnsupportedTriggers(context), allowlist: context.allowance };
}

/** @see docs/service/audio.md#publish */
function listUnsupportedTriggers({ store, profile }: HandlerContext) {
  const state = findKnownAccount(store, profile.id, platform)?.automations;
  return state === 'documented' ? (['story_comment'] as const) : [];
}

/** @throws ServiceFailure 471; rule AUT-18 */
export function requireLinkedAccount(store: Database, profile: Profile): NetworkAccount {
  const account = findLinkedAccount(store, profile.id, platform);
  if (account === undefined) throw new ServiceFailure(471, { platform });
  return account;
}

/** @throws ServiceFailure 470 when the plan's maximum is reached; rule AUT-15, case C-04 */
function checkActiveCap({ store, profile }: HandlerContext): void {
  const { name, activeAutomations: max } = PLANS[readSettings(store).plan];
  const active = countActiveOfProfile(store, profile.id);
  if (active < max) return;
  throw new ServiceFailure(470, { details: `active: ${active} of the ${max} that the plan ${name} allows` });
}
