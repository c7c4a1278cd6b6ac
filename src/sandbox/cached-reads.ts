import { AUTOMATION_PLATFORM } from '../service/platforms.ts';
import type { WebhookAction } from '../service/webhooks.ts';
import type { Database } from '../storage/open-database.ts';
import { requireAutomation } from './store/automations/automations.ts';
import { findAutoResponse } from './store/conversations.ts';
import { listDmsByDay } from './store/messages.ts';
import { findKnownAccount } from './store/profiles.ts';
import { listInjectedFaults, readSettings } from './store/settings.ts';
import { findWebhook } from './webhooks.ts';

/** Selects the webhook of an event: a profile and an action. */
export interface EventSubject {
  profile: number;
  action: WebhookAction;
}

export type CachedReads = ReturnType<typeof createCachedReads>;

/**
 * Reads what people set, and the engine does not change: each row once. For one transaction only, in which no other
 * process can change it.
 */
export function createCachedReads(store: Database) {
  const webhooks = cacheByKey((action: WebhookAction) =>
    cacheByKey((profile: number) => findWebhook(store, { profile, action })),
  );
  return {
    settings: cacheOnce(() => readSettings(store)),
    hasFaults: cacheOnce(() => listInjectedFaults(store).length > 0),
    automation: cacheByKey((id: string) => requireAutomation(store, id)),
    autoResponse: cacheByKey((profile: number) => findAutoResponse(store, profile)),
    /** The Instagram account of a profile, linked or not. */
    account: cacheByKey((profile: number) => findKnownAccount(store, profile, AUTOMATION_PLATFORM)),
    /** Without those that the engine has counted and not written yet. */
    dmsOfDay: cacheByKey((day: number) => listDmsByDay(store, day)),
    webhook: ({ profile, action }: EventSubject) => webhooks(action)(profile),
  };
}

function cacheOnce<Value>(read: () => Value): () => Value {
  const cached = cacheByKey(read);
  return () => cached(null);
}

function cacheByKey<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: read(key) };
    known.set(key, found);
    return found.value;
  };
}
