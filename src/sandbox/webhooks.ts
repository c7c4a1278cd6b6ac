import type { PrivateAllowlist } from '../domain/addresses/public-url.ts';
import type { SigningSecret } from '../domain/webhooks/delivery.ts';
import { PLANS } from '../service/plans.ts';
import type { WebhookAction } from '../service/webhooks.ts';
import type { Database } from '../storage/open-database.ts';
import type { Delivery } from './store/outbound/deliveries.ts';
import { findOwnWebhook, findWebhookProfile, type Webhook } from './store/outbound/webhooks.ts';
import { getPrimaryProfile } from './store/profiles.ts';
import { readSettings } from './store/settings.ts';

/**
 * Finds the webhook that receives an event of a profile. A plan without webhooks has no receiver, even where one was
 * registered before; deliveries that were enqueued by then are still sent, which is an assumption. They are signed
 * with the secret of the profile that owns the webhook.
 *
 * @returns null when there is no receiver
 * @see docs/service/webhooks.md#HOOK-02, #HOOK-03
 * @see docs/service/readings.md#U-29, #U-40
 */
export function findWebhook(
  store: Database,
  { profile, action }: { profile: number; action: WebhookAction },
): Webhook | null {
  const { plan, addOns } = readSettings(store);
  if (!PLANS[plan].registersWebhooks || (action === 'messages' && !addOns.messages)) return null;
  const primary = getPrimaryProfile(store).id;
  const registered = [...new Set([profile, primary])].flatMap(
    (owner) => findOwnWebhook(store, owner, action) ?? [],
  );
  return chooseWebhook(registered, { profile, action, primary });
}

interface WebhookOwner {
  profile: number;
  action: string;
}

/**
 * Chooses the webhook for an event: the profile's own for that action, or else the Primary Profile's for the same
 * action; never one of another action. It is signed with the secret of the profile that owns the webhook (U-29).
 *
 * @see docs/service/webhooks.md#automation-events, #registration, #HOOK-02, #W-08, #W-09
 */
export function chooseWebhook<W extends WebhookOwner>(
  webhooks: readonly W[],
  { profile, action, primary }: WebhookOwner & { primary: number },
): W | null {
  const fitting = webhooks.filter((webhook) => webhook.action === action);
  const of = (owner: number) => fitting.find((webhook) => webhook.profile === owner);
  return of(profile) ?? of(primary) ?? null;
}

/**
 * The secret that signs a profile's webhooks and callbacks. For a while after a change, the previous secret still
 * signs, and the new one beside it.
 *
 * @param now the sandbox's time, in milliseconds since 1970
 * @see docs/service/webhooks.md#signature, #HOOK-03
 * @see docs/service/readings.md#U-29, #U-30
 * @see docs/safety.md#S10
 */
export function findSigningSecret(store: Database, profile: number, now: number): SigningSecret {
  const { secret = null, previous = null, isReadable = true } = findWebhookProfile(store, profile) ?? {};
  if (secret === null) return { kind: 'none' };
  if (!isReadable) return { kind: 'unreadable' };
  const isOver = previous === null || previous.until <= now;
  return isOver
    ? { kind: 'secret', secret, next: null }
    : { kind: 'secret', secret: previous.secret, next: secret };
}

/** Result of an attempt; all null while it is in flight. */
interface AttemptProgress {
  ms: number | null;
  status: number | null;
  error: string | null;
}

const isFinished = ({ ms, error }: AttemptProgress): boolean => ms !== null || error !== null;

/** Whether an attempt is in flight: until it ends, the next due time is not known. @param attempts in order */
export function isInFlight(attempts: readonly AttemptProgress[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && !isFinished(last);
}

/**
 * Returns the result of the last finished attempt, null if there is none; an error that ended the delivery without an
 * attempt takes precedence.
 */
export function getLastResult({
  attempts,
  endError,
}: {
  /** In order. */
  attempts: readonly AttemptProgress[];
  /** Why it ended, if no attempt ended it; otherwise null. */
  endError: string | null;
}) {
  const last = attempts.findLast(isFinished);
  return { lastStatus: last?.status ?? null, lastError: endError ?? last?.error ?? null };
}

/**
 * Describes the requirement of a delivery that this run may not make, because its address is private and not allowed
 * here.
 *
 * @returns null when there is none
 * @see docs/safety.md#S9
 * @see docs/service/readings.md#U-07
 */
export function describeRequirement(
  { isBlocked, address }: Pick<Delivery, 'isBlocked' | 'address'>,
  allowance: PrivateAllowlist,
): string | null {
  return isBlocked && !allowance.includes(address) ? describeAllowingRun(address) : null;
}

/** The requirement for a host and port: a flag to copy, if a shell takes the address literally. */
export function describeAllowingRun(address: string): string {
  return PLAIN.test(address) ? `a run with --allow-private ${address}` : `a run that may reach ${address}`;
}

/** A host may contain `$(…)` and other shell syntax. */
const PLAIN = /^[\w.:[\]-]+$/;
