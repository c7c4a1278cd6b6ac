import type { Match } from '../../domain/automations/match-trigger.ts';
import type { Engagement } from '../../service/engagement.ts';
import type { Trigger } from '../../service/triggers.ts';
import type { Automation } from '../store/automations.ts';
import { compileTriggers } from './compile-triggers.ts';
import type { Engine } from './engine.ts';

/** Matches engagements of one account against its automations. */
export interface TriggerMatcher {
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
export function getTriggerMatcher({ store, matcherCache }: Engine, accountId: string): TriggerMatcher {
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
