import type { Engagement } from '../../facts/engagement.ts';
import type { Trigger } from '../../facts/triggers.ts';
import { compileTriggers } from '../../rules/compile-triggers.ts';
import type { Match } from '../../rules/match-trigger.ts';
import type { Automation } from '../store/automations.ts';
import type { Engine } from './engine.ts';

/** What listens to one account. */
export interface TriggerMatcher {
  /** In the order in which they were made. */
  readonly automations: readonly Automation[];
  /** Which of them an engagement fires, by their place. */
  match(engagement: Engagement): ReadonlyMap<number, Match>;
}

/** Listeners, as they were at a revision of all automations. */
export interface CachedMatcher extends TriggerMatcher {
  readonly revision: number;
}

/** The active automations of an account, prepared once, and again when any was changed, by whatever process. */
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
  // What is stored was checked by the schema of triggers when it came.
  return triggers.map(({ type, config }) => ({ type, ...config }) as Trigger);
}
