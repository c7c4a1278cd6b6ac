import {
  buildDeliveryBody,
  buildDeliveryRequest,
  type WebhookRequest,
} from '../../domain/webhooks/build-delivery-request.ts';
import { UNSENT_REASONS } from '../../domain/webhooks/decide-after-attempt.ts';
import type { SigningSecret } from '../../domain/webhooks/signature.ts';
import { CrierError } from '../../errors.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import { findSigningSecret } from '../find-webhook.ts';
import type { ClaimedDelivery } from '../store/delivery-queue.ts';
import { claimDeliveries, getNextDeliveryTime } from './claim-deliveries.ts';
import type { Engine } from './engine.ts';
import type { OutboundJobKind } from './outbound-queue.ts';
import { type DeliveryAnswer, recordDeliveries } from './record-deliveries.ts';
import { USER_AGENT } from './user-agent.ts';

/**
 * Sends deliveries to webhooks: at least once, by the retry schedule, with a limit per address so that a slow one
 * delays no other.
 *
 * @see docs/service/webhooks.md#deliveries, #HOOK-04 to #HOOK-10, #HOOK-22
 * @see docs/service/readings.md#U-01 to #U-07, #U-30
 */
export function createDeliveryJobs(
  engine: Engine,
  outbound: Outbound,
): OutboundJobKind<ClaimedDelivery, DeliveryAnswer> {
  const { deliveryQueue: queue } = engine.store;
  return {
    name: 'deliveries',
    nextDue: (capacity) => getNextDeliveryTime(engine, outbound, capacity),
    listInFlight: (target) => queue.listInFlight({ now: target, real: engine.real() }),
    claim: (capacity) => claimDeliveries(engine, outbound, capacity),
    run: (taken, signal) => deliver({ engine, outbound, signal }, taken),
    renewLeases: (taken) => queue.renewLeases(taken, engine.real()),
    record: (done) => recordDeliveries(engine, outbound, done),
  };
}

interface SendContext {
  readonly engine: Engine;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

/**
 * Makes one attempt. An internal error counts as a failed attempt, so that it is not retried forever.
 *
 * @throws CrierError what the user can fix, such as a full disk; this is not an attempt
 */
async function deliver(delivering: SendContext, taken: ClaimedDelivery): Promise<DeliveryAnswer> {
  try {
    return await sendAttempt(delivering, taken);
  } catch (fault) {
    if (fault instanceof CrierError) throw fault;
    delivering.engine.onFault(fault);
    return buildUnsentAnswer(UNSENT_REASONS.ownFault);
  }
}

const buildUnsentAnswer = (fault: DeliveryAnswer['fault']): DeliveryAnswer => ({
  status: null,
  fault,
  byAllowance: false,
  ms: 0,
});

/**
 * A delivery that must be signed is never sent unsigned.
 *
 * @see docs/service/readings.md#U-30
 * @see docs/safety.md#S10
 */
async function sendAttempt(
  { engine, outbound, signal }: SendContext,
  taken: ClaimedDelivery,
): Promise<DeliveryAnswer> {
  const { owner, url, at } = taken;
  const signing = findSigningSecret(engine.store, owner, at);
  if (signing.kind === 'unreadable') return buildUnsentAnswer(UNSENT_REASONS.unreadableSecret);
  const { headers, body } = buildRequest(engine, taken, signing);
  engine.crashPoint?.('before postDelivery');
  const answer = await outbound.post({
    url,
    body,
    headers: { ...headers, 'User-Agent': USER_AGENT },
    deadlineMs: LIMITS.webhookAnswerMs,
    answerBytes: ASSUMED.webhookAnswerBytes,
    answerIs: 'dropped',
    signal,
  });
  engine.crashPoint?.('after postDelivery');
  return answer;
}

/**
 * Builds a new request for each attempt, with its own time stamp and signature.
 *
 * @see docs/service/webhooks.md#HOOK-08 to #HOOK-10, #W-01, #W-06, #W-07
 */
function buildRequest(
  { store }: Engine,
  taken: ClaimedDelivery,
  signing: Exclude<SigningSecret, { readonly kind: 'unreadable' }>,
): WebhookRequest {
  const { profile, attempt, deliveryId, at } = taken;
  const about = store.profiles.findById(profile);
  if (about === undefined) throw new Error('a delivery without its profile');
  const timeStamp = Math.floor(at / SECOND_MS);
  const { refId, title } = about;
  const fields = buildDeliveryBody({ ...taken, refId, title }, timeStamp);
  return buildDeliveryRequest(fields, { attempt, deliveryId, timeStamp, signing });
}
