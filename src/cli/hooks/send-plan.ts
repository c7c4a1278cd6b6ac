import type { SigningSecret } from '../../domain/webhooks/signature.ts';
import { createUsageError } from '../../errors.ts';
import { generateDeliveryId, generateHookId } from '../../sandbox/generate-ids.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { DAY_MS } from '../../service/durations.ts';
import type { WebhookEventName } from '../../service/webhook-events.ts';
import { setFields } from '../shell/flags/set-fields.ts';
import { refuseUrl } from './private-addresses.ts';
import {
  buildSyntheticRequest,
  type SendingDetails,
  type SyntheticDelivery,
  type SyntheticRequest,
} from './send-attempt.ts';
import type { Flaw } from './send-verdict.ts';
import { buildNoSecretError, type WebhookSecret } from './signing-secrets.ts';
import { createEventId } from './webhook-events.ts';

/** Input of `hooks send`. */
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
  /** Built when sent, because a request contains the time. */
  readonly sendings: readonly Omit<SendingDetails, 'at'>[];
  request(sending: Omit<SendingDetails, 'at'>): SyntheticRequest;
}

/** Older than receivers keep claims, with a day to spare. */
const STALE_MS = ASSUMED.receiverClaimMs + DAY_MS;

/**
 * Creates a synthetic delivery.
 *
 * @throws CrierError of kind usage for an invalid URL, conflicting flaws, and fields that cannot be set
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
  if (url.includes('#'))
    throw createUsageError('url must not contain a fragment', `write a URL such as ${example}`);
}

function listFlaws(
  { tamper, stale, unsigned }: SyntheticSendOptions,
  secrets: readonly WebhookSecret[],
): readonly Flaw[] {
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
