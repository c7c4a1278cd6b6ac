import { compileTriggers } from '../../domain/automations/compile-triggers.ts';
import type { Match } from '../../domain/automations/match-trigger.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import type { Trigger } from '../../service/triggers.ts';
import type { Database } from '../../storage/open-database.ts';
import {
  type Automation,
  countTriggered,
  getAutomationRevision,
  listAutomationsByAccount,
} from '../store/automations/automations.ts';
import { insertDispatch, listDispatchesOfEngagement } from '../store/automations/dispatches.ts';
import { findEngagement, insertEngagement } from '../store/automations/engagements.ts';
import { listKnownAccounts, type NetworkAccount } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import { answerAutomatically } from './auto-response.ts';
import { createWebhookLookup, enqueueIncoming, type WebhookLookup } from './events.ts';
import { commit, computeDueAt, type EnginePorts } from './ports.ts';

/** An engagement that the network reports on an account. */
export interface EngagementNotice {
  readonly accountId: string;
  readonly engagement: Engagement;
  /** The event that a person took as its pattern. */
  readonly like?: string | undefined;
}

export interface IngestResult {
  readonly notice: EngagementNotice;
  readonly isDuplicate: boolean;
  /** The dispatches of the event, also of a duplicate. */
  readonly dispatches: ReturnType<typeof listDispatchesOfEngagement>;
}

/**
 * Ingests engagements in one transaction: each event is written with one dispatch for each matching automation. A
 * duplicate changes nothing.
 *
 * @param produceNotices yields the engagements; runs inside the transaction
 * @see docs/decisions/0007-effects-once.md
 * @see docs/service/engine.md#ENG-04, #ENG-05
 * @see docs/service/readings.md#U-11, #U-12, #U-22, #U-39
 */
export type Ingest = (produceNotices: () => readonly EngagementNotice[]) => readonly IngestResult[];

export function createIngest(ports: EnginePorts): Ingest {
  const { store } = ports;
  const getTriggerMatcher = createTriggerMatchers(store);
  return (produceNotices) =>
    commit(ports, 'ingest', () => {
      const notices = produceNotices();
      const ids = new Set(notices.map(({ accountId }) => accountId));
      const accounts = new Map([...ids].map((id) => [id, findEngagedAccount(store, id)]));
      const findWebhook = createWebhookLookup(store);
      return notices.map((notice) => {
        const { accountId, engagement } = notice;
        const known = findEngagement(store, accountId, engagement.eventId);
        const account = accounts.get(accountId);
        const row =
          known?.row ?? recordEngagement(ports, notice, { account, findWebhook, getTriggerMatcher });
        const dispatches = listDispatchesOfEngagement(store, row);
        return { notice, isDuplicate: known !== undefined, dispatches };
      });
    });
}

/** @returns the row of the engagement */
function recordEngagement(
  ports: EnginePorts,
  { accountId, engagement, like }: EngagementNotice,
  {
    account,
    findWebhook,
    getTriggerMatcher,
  }: {
    account: NetworkAccount | undefined;
    findWebhook: WebhookLookup;
    getTriggerMatcher(accountId: string): TriggerMatcher;
  },
): number {
  const { store, random } = ports;
  const received = ports.now();
  const row = insertEngagement(store, { accountId, engagement, received, like: like ?? null });
  if (account !== undefined) {
    enqueueIncoming(ports, findWebhook, { account, engagement, received });
    answerAutomatically(ports, { account, engagement, received });
  }
  if (findSuppression(store, { account, engagement }) !== null) return row;
  const { automations, match } = getTriggerMatcher(accountId);
  const matches = match(engagement);
  const dueAt = () => computeDueAt(engagement.at ?? received, random);
  for (const [place, automation] of automations.entries()) {
    const fired = matches.get(place);
    if (fired !== undefined) addDispatch(store, automation, fired, { engagement, row, received, dueAt });
  }
  return row;
}

function addDispatch(
  store: Database,
  automation: Automation,
  fired: Match,
  // `row` of the engagement
  {
    engagement,
    row,
    received,
    dueAt,
  }: { engagement: Engagement; row: number; received: number; dueAt(): number },
): void {
  const trigger = automation.triggers[fired.index];
  if (trigger === undefined) return;
  insertDispatch(store, {
    id: `${automation.id}:${trigger.id}:${engagement.eventId}`,
    automation: automation.id,
    triggerId: trigger.id,
    triggerType: trigger.type,
    keyword: fired.keyword,
    engagement: row,
    recipientId: engagement.from.id,
    created: received,
    dueAt: dueAt(),
    pauseCount: automation.pauseCount,
  });
  countTriggered(store, automation.id, received);
}

/**
 * Assumed: no automation fires on a plan without automations, or on an account with automations off. An account
 * limited to the documented triggers does not get comments on stories.
 *
 * @param account undefined when it is not linked any more
 * @returns why no automation gets the engagement, with the error code of the service that has the same fix; null when
 * automations may fire
 */
export function findSuppression(
  store: Database,
  { account, engagement }: { account: NetworkAccount | undefined; engagement: Engagement },
): { reason: string; relatedCode: 468 | 472 } | null {
  const { name, automations } = PLANS[readSettings(store).plan];
  if (!automations) return { reason: `the plan ${name} has no automations`, relatedCode: 468 };
  if (account?.automations === 'off')
    return { reason: 'automations are off on this account', relatedCode: 472 };
  return account?.automations === 'documented' && engagement.kind === 'story_comment'
    ? { reason: 'automations of this account do not listen to comments on stories', relatedCode: 472 }
    : null;
}

/** Finds the account that people engage with, linked or not. */
export function findEngagedAccount(store: Database, id: string): NetworkAccount | undefined {
  return listKnownAccounts(store).find((each) => PLATFORMS[each.platform].messages && each.id === id);
}

/** Matches engagements of one account against its automations. */
interface TriggerMatcher {
  /** The automations change with each revision. */
  revision: number;
  /** In order of creation. */
  automations: readonly Automation[];
  /** Which automations an engagement fires, by index. */
  match(engagement: Engagement): ReadonlyMap<number, Match>;
}

/** Caches the matchers of accounts; compiled again when any automation was changed by any process. */
function createTriggerMatchers(store: Database): (accountId: string) => TriggerMatcher {
  const cache = new Map<string, TriggerMatcher>();
  return (accountId) => {
    const revision = getAutomationRevision(store);
    const known = cache.get(accountId);
    if (known?.revision === revision) return known;
    const automations = listAutomationsByAccount(store, accountId).filter(({ active }) => active);
    const matcher = { revision, automations, match: compileTriggers(automations.map(flattenTriggers)) };
    cache.set(accountId, matcher);
    return matcher;
  };
}

/** The triggers with their fields beside their type. */
export function flattenTriggers({ triggers }: Automation): readonly Trigger[] {
  // validated by the schema of triggers when it was stored
  return triggers.map(({ type, config }) => ({ type, ...config }) as Trigger);
}
