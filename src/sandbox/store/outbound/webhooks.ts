import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import type { WebhookAction } from '../../../service/webhooks.ts';
import type { Database } from '../../../storage/open-database.ts';
import { finishAttempt } from './attempts.ts';
import { type Delivery, refreshNextDue } from './deliveries.ts';

export interface Webhook {
  readonly profile: number;
  readonly action: WebhookAction;
  readonly url: string;
  /** Registered at a private address that the run allowed. @see docs/safety.md#S9 */
  readonly byAllowance: boolean;
}

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

const WEBHOOK = 'select profile, action, url, by_allowance as byAllowance from webhooks';

type WebhookRow = Omit<Webhook, 'byAllowance'> & { byAllowance: 0 | 1 };

interface ProfileRow {
  secret: string | null;
  previousSecret: string | null;
  previousUntil: number | null;
  isReadable: 0 | 1;
  updated: number;
}

/** Webhooks of the profile by action name. */
export function listProfileWebhooks(database: Database, profile: number): readonly Webhook[] {
  return database.all<WebhookRow>(`${WEBHOOK} where profile = ? order by action`, profile).map(readWebhook);
}

export function findOwnWebhook(
  database: Database,
  profile: number,
  action: WebhookAction,
): Webhook | undefined {
  const row = database.first<WebhookRow>(`${WEBHOOK} where profile = ? and action = ?`, profile, action);
  return row && readWebhook(row);
}

/** Undefined when the profile never had a webhook or a secret. */
export function findWebhookProfile(database: Database, profile: number): WebhookProfile | undefined {
  const row = database.first<ProfileRow>(
    `select secret, previous_secret as previousSecret, previous_until as previousUntil,
           is_readable as isReadable, updated from webhook_profiles where profile = ?`,
    profile,
  );
  return row && readProfile(row);
}

/** Registers a webhook, or moves it to another URL, with its waiting deliveries. The caller holds the transaction. */
export function saveWebhook(database: Database, { profile, action, url, byAllowance }: Webhook): void {
  const former = findOwnWebhook(database, profile, action);
  database.run(
    'replace into webhooks (profile, action, url, by_allowance) values (:profile, :action, :url, :byAllowance)',
    { profile, action, url, byAllowance: Number(byAllowance) },
  );
  if (former !== undefined && former.url !== url) {
    moveWaiting(database, { owner: profile, action, url: former.url }, url);
  }
}

/** The caller holds the transaction. */
export function saveWebhookProfile(
  database: Database,
  profile: number,
  { secret, previous, isReadable, updated }: WebhookProfile,
): void {
  database.run(
    `replace into webhook_profiles (profile, secret, previous_secret, previous_until, is_readable, updated)
         values (:profile, :secret, :previousSecret, :previousUntil, :isReadable, :updated)`,
    {
      profile,
      secret,
      previousSecret: previous?.secret ?? null,
      previousUntil: previous?.until ?? null,
      isReadable: Number(isReadable),
      updated,
    },
  );
}

/**
 * Removes a webhook, and fails its waiting deliveries. @returns whether there was one; the caller holds the
 * transaction
 */
export function removeWebhook(database: Database, profile: number, action: WebhookAction): boolean {
  const found = findOwnWebhook(database, profile, action);
  if (found === undefined) return false;
  database.run('delete from webhooks where profile = ? and action = ?', profile, action);
  failWaiting(database, { owner: profile, action, url: found.url });
  return true;
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

type WebhookTarget = Pick<Delivery, 'owner' | 'action' | 'url'>;

/** Error of deliveries that waited when their webhook was removed. */
const TAKEN_AWAY = 'webhook taken away';

/** By address first: its index holds waiting deliveries only, however many have ended. */
const WAITS_FOR = `state = 'waiting' and address = ?1 and owner = ?2 and action = ?3 and url = ?4`;

const toValues = ({ owner, action, url }: WebhookTarget) => [getHostPort(url), owner, action, url] as const;

/**
 * Fails all waiting deliveries of a removed webhook, and invalidates the claims of those in flight. Not described by
 * the service; our choice. The caller holds the transaction.
 */
function failWaiting(database: Database, hook: WebhookTarget): void {
  const inFlight = database.all<Pick<Delivery, 'row' | 'attemptsStarted'>>(
    `select row, attempts_started as attemptsStarted from deliveries where ${WAITS_FOR} and lease_until is not null`,
    ...toValues(hook),
  );
  for (const { row, attemptsStarted } of inFlight) {
    finishAttempt(database, row, attemptsStarted - 1, {
      ms: null,
      status: null,
      error: TAKEN_AWAY,
      byAllowance: false,
    });
  }
  database.run(
    `update deliveries set state = 'failed', due_at = null, is_blocked = 0, end_error = ?5, fencing_token = fencing_token + 1,
       redeliver_at = null, lease_until = null where ${WAITS_FOR}`,
    ...toValues(hook),
    TAKEN_AWAY,
  );
  refreshNextDue(database, getHostPort(hook.url));
}

/**
 * Moves the waiting deliveries of a webhook to its new URL; attempts and schedule continue. An attempt in flight ends
 * at the former URL. Not described by the service; our choice. The caller holds the transaction.
 */
function moveWaiting(database: Database, hook: WebhookTarget, url: string): void {
  const address = getHostPort(url);
  database.run(
    `update deliveries set url = ?5, address = ?6, is_blocked = 0 where ${WAITS_FOR}`,
    ...toValues(hook),
    url,
    address,
  );
  for (const each of new Set([getHostPort(hook.url), address])) refreshNextDue(database, each);
}
