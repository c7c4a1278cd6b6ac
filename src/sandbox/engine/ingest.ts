import type { Match } from '../../domain/automations/match-trigger.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { Engagement } from '../../service/engagement.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import type { Trigger } from '../../service/triggers.ts';
import type { Random } from '../generate-keys.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Automation } from '../store/automations.ts';
import type { Store } from '../store/store.ts';
import { compileTriggers } from './compile-triggers.ts';
import { commit } from './crash-points.ts';
import type { Engine } from './engine.ts';
import { createWebhookLookup, type WebhookLookup } from './enqueue-event.ts';
import { enqueueIncoming } from './message-events.ts';

/** An engagement that the network reports on an account. */
export interface EngagementNotice {
  readonly accountId: string;
  readonly engagement: Engagement;
}

type EngagementDispatch = ReturnType<Engine['store']['dispatches']['listByEngagement']>[number];

/**
 * Ingests one engagement: the event and one dispatch for each matching automation are written in one transaction. A
 * duplicate changes nothing.
 *
 * @returns the dispatches of the event, also of a duplicate
 * @see docs/decisions/0007-effects-once.md
 * @see docs/service/engine.md#ENG-04, #ENG-05
 * @see docs/service/readings.md#U-11, #U-12, #U-22, #U-39
 */
export function ingest(engine: Engine, notice: EngagementNotice): readonly EngagementDispatch[] {
  return ingestAll(engine, () => [notice])[0]?.dispatches ?? [];
}

export interface IngestResult {
  readonly notice: EngagementNotice;
  readonly isDuplicate: boolean;
  readonly dispatches: readonly EngagementDispatch[];
}

/**
 * Ingests several engagements in one transaction.
 *
 * @param produceNotices yields the engagements; runs inside the transaction
 */
export function ingestAll(
  engine: Engine,
  produceNotices: () => readonly EngagementNotice[],
): readonly IngestResult[] {
  return commit(engine, 'ingest', () => {
    const notices = produceNotices();
    const accounts = new Map(
      [...new Set(notices.map(({ accountId }) => accountId))].map((id) => [
        id,
        findInstagramAccount(engine.store, id),
      ]),
    );
    const findWebhook = createWebhookLookup(engine.store);
    return notices.map((notice) => {
      const { accountId, engagement } = notice;
      const known = engine.store.engagements.find(accountId, engagement.eventId);
      const row =
        known?.row ?? recordEngagement(engine, { notice, account: accounts.get(accountId), findWebhook });
      const dispatches = engine.store.dispatches.listByEngagement(row);
      return { notice, isDuplicate: known !== undefined, dispatches };
    });
  });
}

interface NewEngagement {
  readonly notice: EngagementNotice;
  readonly account: NetworkAccount | undefined;
  readonly findWebhook: WebhookLookup;
}

/** @returns the row of the engagement */
function recordEngagement(
  engine: Engine,
  { notice: { accountId, engagement }, account, findWebhook }: NewEngagement,
): number {
  const { store } = engine;
  const received = engine.now();
  const row = store.engagements.add({ accountId, engagement, received });
  if (account !== undefined) enqueueIncoming(engine, findWebhook, { account, engagement, received });
  if (findSuppression(store, { account, engagement }) !== null) return row;
  const { automations, match } = getTriggerMatcher(engine, accountId);
  const matches = match(engagement);
  for (const [place, automation] of automations.entries()) {
    const fired = matches.get(place);
    if (fired !== undefined) createDispatch(engine, { automation, fired, engagement, row, received });
  }
  return row;
}

interface DispatchInput {
  readonly automation: Automation;
  readonly fired: Match;
  readonly engagement: Engagement;
  /** Row of the engagement. */
  readonly row: number;
  readonly received: number;
}

function createDispatch(
  { store, random }: Engine,
  { automation, fired, engagement, row, received }: DispatchInput,
): void {
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

const BYTES = 4;
const TWO_TO_32 = 2 ** 32;

/**
 * Computes when a dispatch falls due: 20 to 60 seconds after the engagement (jitter), whenever it was reported
 * (U-22), rounded to a whole second, so that the time shown is exact.
 *
 * @see docs/service/engine.md#ENG-04, #J-01
 */
export function computeDueAt(moment: number, random: Random): number {
  const { min, max } = LIMITS.dispatchJitterMs;
  const first = Math.ceil((moment + min) / SECOND_MS);
  const last = Math.floor((moment + max) / SECOND_MS);
  const bytes = random(BYTES);
  const share = new DataView(bytes.buffer, bytes.byteOffset, BYTES).getUint32(0) / TWO_TO_32;
  return (first + Math.floor(share * (last - first + 1))) * SECOND_MS;
}

/** Matches engagements of one account against its automations. */
interface TriggerMatcher {
  /** In order of creation. */
  readonly automations: readonly Automation[];
  /** Which automations an engagement fires, by index. */
  match(engagement: Engagement): ReadonlyMap<number, Match>;
}

/** Valid for one revision of the automations. */
export interface CachedMatcher extends TriggerMatcher {
  readonly revision: number;
}

/** The matcher of an account's active automations, compiled again when any automation was changed by any process. */
function getTriggerMatcher({ store, matcherCache }: Engine, accountId: string): TriggerMatcher {
  const revision = store.automations.getRevision();
  const known = matcherCache.get(accountId);
  if (known?.revision === revision) return known;
  const automations = store.automations.listByAccount(accountId).filter(({ active }) => active);
  const listeners = { revision, automations, match: compileTriggers(automations.map(flattenTriggers)) };
  matcherCache.set(accountId, listeners);
  return listeners;
}

/** The triggers with their fields beside their type. */
export function flattenTriggers({ triggers }: Pick<Automation, 'triggers'>): readonly Trigger[] {
  // validated by the schema of triggers when it was stored
  return triggers.map(({ type, config }) => ({ type, ...config }) as Trigger);
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
