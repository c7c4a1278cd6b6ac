import type { Match } from '../../domain/automations/match-trigger.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { Engagement } from '../../service/engagement.ts';
import { PLANS } from '../../service/plans.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Automation } from '../store/automations.ts';
import type { DispatchStore } from '../store/dispatches.ts';
import type { Store } from '../store/store.ts';
import type { Commit } from './crash-points.ts';
import { computeDueAt } from './due-times.ts';
import { createWebhookLookup, type WebhookLookup } from './enqueue-event.ts';
import { enqueueIncoming } from './message-events.ts';
import type { EnginePorts } from './ports.ts';
import { createTriggerMatchers } from './trigger-matcher.ts';

/** An engagement that the network reports on an account. */
export interface EngagementNotice {
  readonly accountId: string;
  readonly engagement: Engagement;
}

export interface IngestResult {
  readonly notice: EngagementNotice;
  readonly isDuplicate: boolean;
  /** The dispatches of the event, also of a duplicate. */
  readonly dispatches: ReturnType<DispatchStore['listByEngagement']>;
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

interface IngestParts extends Pick<EnginePorts, 'store' | 'now' | 'random'> {
  readonly commit: Commit;
}

export function createIngest({ store, now, random, commit }: IngestParts): Ingest {
  const getTriggerMatcher = createTriggerMatchers(store);

  /** @returns the row of the engagement */
  function recordEngagement(
    { accountId, engagement }: EngagementNotice,
    account: NetworkAccount | undefined,
    findWebhook: WebhookLookup,
  ): number {
    const received = now();
    const row = store.engagements.add({ accountId, engagement, received });
    if (account !== undefined)
      enqueueIncoming({ store, random }, findWebhook, { account, engagement, received });
    if (findSuppression(store, { account, engagement }) !== null) return row;
    const { automations, match } = getTriggerMatcher(accountId);
    const matches = match(engagement);
    for (const [place, automation] of automations.entries()) {
      const fired = matches.get(place);
      if (fired !== undefined) createDispatch({ automation, fired, engagement, row, received });
    }
    return row;
  }

  function createDispatch({ automation, fired, engagement, row, received }: DispatchInput): void {
    const trigger = automation.triggers[fired.index];
    if (trigger === undefined) return;
    store.dispatches.add({
      id: `${automation.id}:${trigger.id}:${engagement.eventId}`,
      automation: automation.id,
      triggerId: trigger.id,
      triggerType: trigger.type,
      keyword: fired.keyword,
      engagement: row,
      recipientId: engagement.from.id,
      created: received,
      dueAt: computeDueAt(engagement.at ?? received, random),
      pauseCount: automation.pauseCount,
    });
    store.automations.countTriggered(automation.id, received);
  }

  return (produceNotices) =>
    commit('ingest', () => {
      const notices = produceNotices();
      const ids = new Set(notices.map(({ accountId }) => accountId));
      const accounts = new Map([...ids].map((id) => [id, findInstagramAccount(store, id)]));
      const findWebhook = createWebhookLookup(store);
      return notices.map((notice) => {
        const { accountId, engagement } = notice;
        const known = store.engagements.find(accountId, engagement.eventId);
        const row = known?.row ?? recordEngagement(notice, accounts.get(accountId), findWebhook);
        const dispatches = store.dispatches.listByEngagement(row);
        return { notice, isDuplicate: known !== undefined, dispatches };
      });
    });
}

interface DispatchInput {
  readonly automation: Automation;
  readonly fired: Match;
  readonly engagement: Engagement;
  /** Row of the engagement. */
  readonly row: number;
  readonly received: number;
}

interface AccountEngagement {
  /** Undefined when the account is not linked any more. */
  readonly account: Pick<NetworkAccount, 'automations'> | undefined;
  readonly engagement: Engagement;
}

/** Why no automation of the account gets the engagement. */
interface Suppression {
  readonly reason: string;
  /** Error code of the service with the same fix. */
  readonly relatedCode: 468 | 472;
}

/**
 * Assumed: no automation fires on a plan without automations, or on an account with automations off. An account
 * limited to the documented triggers does not get comments on stories.
 *
 * @returns null when automations may fire
 */
export function findSuppression(
  { settings }: Pick<Store, 'settings'>,
  { account, engagement }: AccountEngagement,
): Suppression | null {
  const { name, automations } = PLANS[settings.read().plan];
  if (!automations) return { reason: `the plan ${name} has no automations`, relatedCode: 468 };
  if (account?.automations === 'off')
    return { reason: 'automations are off on this account', relatedCode: 472 };
  return account?.automations === 'documented' && engagement.kind === 'story_comment'
    ? { reason: 'automations of this account do not listen to comments on stories', relatedCode: 472 }
    : null;
}

/** Finds the account, linked or not. */
export function findInstagramAccount(
  { accounts }: Pick<Store, 'accounts'>,
  id: string,
): NetworkAccount | undefined {
  return accounts.listKnown().find((each) => each.platform === AUTOMATION_PLATFORM && each.id === id);
}
