import { MINUTE_MS } from '../service/durations.ts';
import { AUTOMATION_PLATFORM } from '../service/endpoints/automation.ts';
import type { Seed } from './seed.ts';
import type { ProfileIds } from './seed-posts.ts';
import type { EntryRecord } from './store/automations.ts';
import type { Store } from './store/store.ts';

interface AutomationSeeding {
  readonly store: Store;
  readonly seed: Seed;
  readonly anchor: number;
  readonly profileIds: ProfileIds;
}

/** Stores the automations of the seed, with the ids it gives them. */
export function seedAutomations({ store, seed, anchor, profileIds }: AutomationSeeding): void {
  for (const {
    minutesAgo,
    description = '',
    paused = false,
    triggers,
    actions,
    ...rest
  } of seed.automations ?? []) {
    const profile = profileIds(rest.profile);
    const account = store.accounts.findLinked(profile, AUTOMATION_PLATFORM);
    if (account === undefined) {
      throw new Error(`the seed has the automation ${rest.id} of ${rest.profile}, without an account there`);
    }
    store.automations.add({
      id: rest.id,
      name: rest.name,
      profile,
      accountId: account.id,
      description,
      active: !paused,
      created: anchor - minutesAgo * MINUTE_MS,
      triggers: triggers.map(toEntry),
      actions: actions.map(toEntry),
    });
  }
}

function toEntry<Type extends string>({
  id,
  type,
  ...config
}: {
  readonly id: string;
  readonly type: Type;
}): EntryRecord<Type> {
  return { id, type, config };
}
