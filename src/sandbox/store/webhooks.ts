import type { WebhookAction } from '../../service/webhooks.ts';
import type { Database } from '../../storage/open-database.ts';
import { failWaiting, moveWaiting } from './waiting-deliveries.ts';

/** The webhook of a profile for one action. */
export interface Webhook {
  readonly profile: number;
  readonly action: WebhookAction;
  readonly url: string;
  /** Registered at a private address that the run allowed. @see docs/safety.md#S9 */
  readonly byAllowance: boolean;
}

/** What all webhooks of a profile share. */
export interface WebhookProfile {
  /** Signs every delivery of the profile; null for no signature. */
  readonly secret: string | null;
  /** The previous secret, during the overlap in which both sign. */
  readonly previous: { readonly secret: string; readonly until: number } | null;
  /** Whether the service can decrypt the secret. */
  readonly isReadable: boolean;
  /** When a webhook or the secret last changed. */
  readonly updated: number;
}

export interface WebhookStore {
  /** Webhooks of the profile by action name. */
  list(profile: number): readonly Webhook[];
  /** The profile's webhook for this action. */
  find(profile: number, action: WebhookAction): Webhook | undefined;
  /** Undefined when the profile never had a webhook or a secret. */
  profile(profile: number): WebhookProfile | undefined;
  /** Registers a webhook, or moves it to another URL, with its waiting deliveries. The caller holds the transaction. */
  save(webhook: Webhook): void;
  /** The caller holds the transaction. */
  saveProfile(profile: number, values: WebhookProfile): void;
  /**
   * Removes a webhook, and fails its waiting deliveries. @returns whether there was one; the caller holds the
   * transaction
   */
  remove(profile: number, action: WebhookAction): boolean;
}

const WEBHOOK = 'select profile, action, url, by_allowance as byAllowance from webhooks';

type WebhookRow = Omit<Webhook, 'byAllowance'> & { readonly byAllowance: 0 | 1 };

interface ProfileRow {
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly isReadable: 0 | 1;
  readonly updated: number;
}

export function createWebhookStore(database: Database): WebhookStore {
  const find: WebhookStore['find'] = (profile, action) => {
    const row = database.first<WebhookRow>(`${WEBHOOK} where profile = ? and action = ?`, profile, action);
    return row && readWebhook(row);
  };
  return {
    list: (profile) =>
      database.all<WebhookRow>(`${WEBHOOK} where profile = ? order by action`, profile).map(readWebhook),
    find,
    profile(profile) {
      const row = database.first<ProfileRow>(
        `select secret, previous_secret as previousSecret, previous_until as previousUntil,
           is_readable as isReadable, updated from webhook_profiles where profile = ?`,
        profile,
      );
      return row && readProfile(row);
    },
    save({ profile, action, url, byAllowance }) {
      const former = find(profile, action);
      database.run(
        'replace into webhooks (profile, action, url, by_allowance) values (?, ?, ?, ?)',
        profile,
        action,
        url,
        Number(byAllowance),
      );
      if (former !== undefined && former.url !== url) {
        moveWaiting(database, { owner: profile, action, url: former.url }, url);
      }
    },
    saveProfile: (profile, { secret, previous, isReadable, updated }) =>
      database.run(
        `replace into webhook_profiles (profile, secret, previous_secret, previous_until, is_readable, updated)
         values (?, ?, ?, ?, ?, ?)`,
        profile,
        secret,
        previous?.secret ?? null,
        previous?.until ?? null,
        Number(isReadable),
        updated,
      ),
    remove(profile, action) {
      const found = find(profile, action);
      if (found === undefined) return false;
      database.run('delete from webhooks where profile = ? and action = ?', profile, action);
      failWaiting(database, { owner: profile, action, url: found.url });
      return true;
    },
  };
}

function readWebhook({ byAllowance, ...webhook }: WebhookRow): Webhook {
  return { ...webhook, byAllowance: byAllowance === 1 };
}

function readProfile({ previousSecret, previousUntil, isReadable, ...row }: ProfileRow): WebhookProfile {
  const isFormer = previousSecret !== null && previousUntil !== null;
  return {
    ...row,
    previous: isFormer ? { secret: previousSecret, until: previousUntil } : null,
    isReadable: isReadable === 1,
  };
}
