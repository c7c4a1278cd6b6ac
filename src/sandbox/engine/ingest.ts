import { compileTriggers } from '../../domain/automations/compile-triggers.ts';
import type { Match } from '../../domain/automations/match-trigger.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import type { Trigger } from '../../service/triggers.ts';
import type { Database } from '../../storage/open-database.ts';
import { type CachedReads, createCachedReads } from '../cached-reads.ts';
import {
  type Automation,
  countTriggered,
  getAutomationRevision,
  listAutomationsByAccount,
} from '../store/automations/automations.ts';
import {
  insertDispatch,
  listDispatchesOfEngagement,
  type NewDispatch,
} from '../store/automations/dispatches.ts';
import { findEngagementRow, insertEngagement } from '../store/automations/engagements.ts';
import { type KnownAccount, listKnownAccounts, type NetworkAccount } from '../store/profiles.ts';
import type { SandboxSettings } from '../store/settings.ts';
import { answerAutomatically } from './auto-response.ts';
import { enqueueIncoming } from './events.ts';
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
  readonly dispatches: readonly Pick<
    NewDispatch,
    'id' | 'automation' | 'triggerType' | 'keyword' | 'dueAt'
  >[];
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
      const reads = createCachedReads(store);
      const revision = getAutomationRevision(store);
      const triggered = new Map<string, number>();
      const results = notices.map((notice): IngestResult => {
        const { accountId, engagement } = notice;
        const known = findEngagementRow(store, accountId, engagement.eventId);
        if (known !== undefined)
          return { notice, isDuplicate: true, dispatches: listDispatchesOfEngagement(store, known) };
        const account = accounts.get(accountId);
        const getMatcher = () => getTriggerMatcher(accountId, revision);
        const dispatches = recordEngagement(ports, notice, { account, reads, getMatcher });
        for (const { automation, created } of dispatches) triggered.set(automation, created);
        return { notice, isDuplicate: false, dispatches };
      });
      for (const [automation, at] of triggered) countTriggered(store, automation, at);
      return results;
    });
}

/** @returns its dispatches */
function recordEngagement(
  ports: EnginePorts,
  { accountId, engagement, like }: EngagementNotice,
  {
    account,
    reads,
    getMatcher,
  }: { account: KnownAccount | undefined; reads: CachedReads; getMatcher(): TriggerMatcher },
): readonly NewDispatch[] {
  const { store, random } = ports;
  const received = ports.now();
  const row = insertEngagement(store, { accountId, engagement, received, like: like ?? null });
  if (account !== undefined) {
    enqueueIncoming(ports, reads, { account, engagement, received });
    answerAutomatically(ports, reads, { account, engagement, received });
  }
  if (findSuppression(reads.settings(), { account, engagement }) !== null) return [];
  const { automations, match } = getMatcher();
  const matches = match(engagement);
  return automations.flatMap((automation, place) => {
    const fired = matches.get(place);
    const trigger = fired && automation.triggers[fired.index];
    if (trigger === undefined) return [];
    const dispatch: NewDispatch = {
      id: `${automation.id}:${trigger.id}:${engagement.eventId}`,
      automation: automation.id,
      triggerId: trigger.id,
      triggerType: trigger.type,
      keyword: fired?.keyword ?? null,
      engagement: row,
      recipientId: engagement.from.id,
      created: received,
      dueAt: computeDueAt(engagement.at ?? received, random),
      pauseCount: automation.pauseCount,
    };
    insertDispatch(store, dispatch);
    return [dispatch];
  });
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
  { plan }: SandboxSettings,
  { account, engagement }: { account: NetworkAccount | undefined; engagement: Engagement },
): { reason: string; relatedCode: 468 | 472 } | null {
  const { name, automations } = PLANS[plan];
  if (!automations) return { reason: `the plan ${name} has no automations`, relatedCode: 468 };
  if (account?.automations === 'off')
    return { reason: 'automations are off on this account', relatedCode: 472 };
  return account?.automations === 'documented' && engagement.kind === 'story_comment'
    ? { reason: 'automations of this account do not listen to comments on stories', relatedCode: 472 }
    : null;
}

/** Finds the account that people engage with, linked or not. */
export function findEngagedAccount(store: Database, id: string): KnownAccount | undefined {
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
function createTriggerMatchers(store: Database): (accountId: string, revision: number) => TriggerMatcher {
  const cache = new Map<string, TriggerMatcher>();
  return (accountId, revision) => {
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
