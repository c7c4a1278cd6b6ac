import type { Engagement } from '../../facts/engagement.ts';
import type { Trigger } from '../../facts/triggers.ts';
import { compileTriggers } from '../../rules/compile-triggers.ts';
import type { Match } from '../../rules/match-trigger.ts';
import type { Automation } from '../store/automations.ts';
import type { Engine } from './engine.ts';

/** What listens to one account. */
export interface Listeners {
  /** In the order in which they were made. */
  readonly automations: readonly Automation[];
  /** Which of them an engagement fires, by their place. */
  match(engagement: Engagement): ReadonlyMap<number, Match>;
}

/** Listeners, as they were at a revision of all automations. */
export interface Prepared extends Listeners {
  readonly revision: number;
}

/** The active automations of an account, prepared once, and again when any was changed, by whatever process. */
export function listenersTo({ store, prepared }: Engine, accountId: string): Listeners {
  const revision = store.automations.revision();
  const known = prepared.get(accountId);
  if (known?.revision === revision) return known;
  const automations = store.automations.onAccount(accountId).filter(({ active }) => active);
  const listeners = { revision, automations, match: compileTriggers(automations.map(flatTriggers)) };
  prepared.set(accountId, listeners);
  return listeners;
}

/** The triggers with their fields beside their type. */
export function flatTriggers({ triggers }: Pick<Automation, 'triggers'>): readonly Trigger[] {
  // What is stored was checked by the schema of triggers when it came.
  return triggers.map(({ type, config }) => ({ type, ...config }) as Trigger);
}
