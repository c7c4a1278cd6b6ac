import type { Database } from '../../disk/open-database.ts';
import type { WebhookAction } from '../../facts/webhooks.ts';

/** Where a profile wants to be told of one action. */
export interface Webhook {
  readonly profile: number;
  readonly action: WebhookAction;
  readonly url: string;
}

/** What a profile has for all its webhooks. */
export interface WebhookProfile {
  /** Signs every delivery of the profile; null: none is signed. */
  readonly secret: string | null;
  /** When one of its webhooks, or the secret, last changed. */
  readonly updated: number;
}

export interface Webhooks {
  /** The profile's own, by the name of their action. */
  of(profile: number): readonly Webhook[];
  /** Undefined when it never registered one. */
  profile(profile: number): WebhookProfile | undefined;
  /** Registers it, or gives it another address. The caller holds the transaction. */
  save(webhook: Webhook): void;
  /** The caller holds the transaction. */
  saveProfile(profile: number, values: WebhookProfile): void;
  /** @returns whether there was one; the caller holds the transaction */
  remove(profile: number, action: WebhookAction): boolean;
}

const WEBHOOK = 'select profile, action, url from webhooks';

export function webhooksOf(database: Database): Webhooks {
  return {
    of: (profile) => database.all<Webhook>(`${WEBHOOK} where profile = ? order by action`, profile),
    profile: (profile) =>
      database.first<WebhookProfile>(
        'select secret, updated from webhook_profiles where profile = ?',
        profile,
      ),
    save: ({ profile, action, url }) =>
      database.run('replace into webhooks (profile, action, url) values (?, ?, ?)', profile, action, url),
    saveProfile: (profile, { secret, updated }) =>
      database.run(
        'replace into webhook_profiles (profile, secret, updated) values (?, ?, ?)',
        profile,
        secret,
        updated,
      ),
    remove(profile, action) {
      const found = database.first(`${WEBHOOK} where profile = ? and action = ?`, profile, action);
      database.run('delete from webhooks where profile = ? and action = ?', profile, action);
      return found !== undefined;
    },
  };
}
