import { createUsageError } from '../../errors.ts';
import { ASSUMED } from '../../facts/assumed.ts';
import { DAY_MS } from '../../facts/durations.ts';
import type { WebhookEventName } from '../../facts/webhook-events.ts';
import type { SigningSecret } from '../../rules/signature.ts';
import { generateDeliveryId, generateHookId } from '../../sandbox/generate-ids.ts';
import { refuseUrl } from '../refuse-url.ts';
import { setFields } from '../set-fields.ts';
import {
  buildSyntheticRequest,
  type SendingDetails,
  type SyntheticDelivery,
  type SyntheticRequest,
} from './build-synthetic-request.ts';
import { createEventId } from './create-event-id.ts';
import { buildNoSecretError } from './read-signing-secrets.ts';
import type { WebhookSecret } from './read-webhook-secret.ts';
import type { Flaw } from './send-verdict.ts';

/** What `hooks send` was asked for. */
export interface SyntheticSendOptions {
  readonly url: string;
  readonly type: WebhookEventName;
  readonly set: readonly string[];
  readonly duplicate: number;
  readonly attempt: number;
  readonly tamper: boolean;
  readonly stale: boolean;
  readonly unsigned: boolean;
}

/** A delivery that is ready to be sent. */
export interface SendPlan {
  readonly delivery: SyntheticDelivery;
  readonly flaws: readonly Flaw[];
  /** Each to be built when it is sent: it tells the time. */
  readonly sendings: readonly Omit<SendingDetails, 'at'>[];
  request(sending: Omit<SendingDetails, 'at'>): SyntheticRequest;
}

/** So old that no claim of it is kept any more, with a day to spare. */
const STALE_MS = ASSUMED.receiverClaimMs + DAY_MS;

/**
 * Makes a delivery up.
 *
 * @throws CrierError of kind usage for an address that is none, flaws that contradict each other, and fields that cannot be set
 */
export function planSend(
  options: SyntheticSendOptions,
  { secrets, now }: { readonly secrets: readonly WebhookSecret[]; now(): number },
): SendPlan {
  const { url, type, set, stale, tamper } = options;
  refuseAddress(url);
  const flaws = listFlaws(options, secrets);
  const created = now() - (stale ? STALE_MS : 0);
  const delivery: SyntheticDelivery = {
    name: type,
    url,
    hookId: generateHookId(generateBytes),
    eventId: createEventId(),
    created,
    signing: chooseSigning(options, secrets),
    change: setFields(set),
    tamperedId: tamper ? generateHookId(generateBytes) : null,
  };
  const request = (sending: Omit<SendingDetails, 'at'>) =>
    buildSyntheticRequest(delivery, { ...sending, at: stale ? created : now() });
  const sendings = Array.from({ length: options.duplicate }, (_each, more) => ({
    attempt: options.attempt + more,
    deliveryId: generateDeliveryId(generateBytes),
  }));
  return { delivery, flaws, sendings, request };
}

function refuseAddress(url: string): void {
  const example = 'https://hooks.example.com/crier, or http://127.0.0.1:8080/hooks';
  refuseUrl(url, example);
  if (url.includes('#')) throw createUsageError('url must not hold a fragment', `it looks like ${example}`);
}

function listFlaws(
  { tamper, stale, unsigned }: SyntheticSendOptions,
  secrets: readonly WebhookSecret[],
): readonly Flaw[] {
  if (tamper && unsigned) {
    throw createUsageError(
      '--tamper and --unsigned contradict each other',
      'what is not signed cannot be changed after it',
    );
  }
  if (tamper && secrets.length === 0) throw buildNoSecretError('--tamper');
  if (stale && !unsigned && secrets.length === 0) throw buildNoSecretError('--stale');
  return [
    ...(tamper ? (['tamper'] as const) : []),
    ...(stale ? (['stale'] as const) : []),
    ...(unsigned ? (['unsigned'] as const) : []),
  ];
}

function chooseSigning(
  { unsigned }: SyntheticSendOptions,
  [current, next]: readonly WebhookSecret[],
): Exclude<SigningSecret, { readonly kind: 'unreadable' }> {
  if (unsigned || current === undefined) return { kind: 'none' };
  return { kind: 'secret', secret: current.secret, next: next?.secret ?? null };
}

function generateBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
