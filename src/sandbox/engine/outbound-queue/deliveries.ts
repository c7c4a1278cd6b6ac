import { checkPublicUrl, isAllowed } from '../../../domain/addresses/public-url.ts';
import {
  buildDeliveryBody,
  buildDeliveryRequest,
  getEventKind,
  type WebhookRequest,
} from '../../../domain/webhooks/build-delivery-request.ts';
import { UNSENT_REASONS } from '../../../domain/webhooks/decide-after-attempt.ts';
import type { SigningSecret } from '../../../domain/webhooks/signature.ts';
import { CrierError } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { describeAllowingRun } from '../../delivery-progress.ts';
import { findSigningSecret } from '../../find-webhook.ts';
import { generateDeliveryId } from '../../generate-ids.ts';
import type { Delivery } from '../../store/deliveries.ts';
import type { AddressFilter, ClaimedDelivery } from '../../store/delivery-queue.ts';
import { commit } from '../crash-points.ts';
import type { Engine } from '../engine.ts';
import type { BlockedDelivery } from '../ports.ts';
import { type OutboundJobKind, type QueueCapacity, USER_AGENT } from './queue.ts';
import { type DeliveryAnswer, recordDeliveries } from './record-deliveries.ts';

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

/** When the next delivery with free capacity falls due, in sandbox time; null when there is none. */
function getNextDeliveryTime(
  { store, real }: Engine,
  { allowed }: Outbound,
  capacity: QueueCapacity,
): number | null {
  return store.deliveryQueue.nextDue(toAddressFilter(capacity, allowed), real());
}

/**
 * Claims due deliveries. Reads no more rows per address than there is capacity for, however many wait. Addresses
 * share the capacity; those with the fewest requests in flight come first.
 */
export function claimDeliveries(
  engine: Engine,
  outbound: Outbound,
  capacity: QueueCapacity,
): readonly ClaimedDelivery[] {
  const next = getNextDeliveryTime(engine, outbound, capacity);
  if (next === null || next > engine.now()) return [];
  const blocked: Delivery[] = [];
  const claimed = commit(engine, 'claimDeliveries', () =>
    claimDue(engine, outbound, { ...capacity, blocked: blocked }),
  );
  for (const each of blocked) engine.onBlocked?.(toBlockedDelivery(engine, each));
  return claimed;
}

function toBlockedDelivery({ now }: Engine, { hookId, action, address, event }: Delivery): BlockedDelivery {
  return { hookId, action, type: getEventKind(event), at: now(), requirement: describeAllowingRun(address) };
}

interface ClaimOptions extends QueueCapacity {
  /** Collects deliveries whose address this run does not allow. */
  readonly blocked: Delivery[];
}

function claimDue(engine: Engine, outbound: Outbound, room: ClaimOptions): readonly ClaimedDelivery[] {
  const { deliveryQueue: queue } = engine.store;
  const now = engine.now();
  queue.releaseExpired(engine.real());
  const freeAt = (address: string) => room.remaining.get(address) ?? room.perAddress;
  const addresses = queue
    .listDueAddresses(toAddressFilter(room, outbound.allowed), { now, most: room.max })
    .toSorted((one, other) => freeAt(other) - freeAt(one));
  const claimed: ClaimedDelivery[] = [];
  for (const [index, address] of addresses.entries()) {
    const spare = room.spare - claimed.length;
    const share = Math.max(
      room.remaining.has(address) ? 0 : 1,
      Math.ceil(spare / (addresses.length - index)),
    );
    const most = Math.min(share, freeAt(address), room.max - claimed.length);
    if (most <= 0) break;
    claimed.push(...claimForAddress(engine, outbound, { address, most, now, blocked: room.blocked }));
    queue.refreshAddress(address);
  }
  return claimed;
}

interface AddressClaim extends Pick<ClaimOptions, 'blocked'> {
  readonly address: string;
  readonly most: number;
  readonly now: number;
}

function claimForAddress(
  { store, random, real }: Engine,
  { allowed }: Outbound,
  { address, most, now, blocked }: AddressClaim,
): readonly ClaimedDelivery[] {
  const { deliveryQueue: queue } = store;
  const due = queue.listDue(address, { now, max: most, withBlocked: allowed.includes(address) });
  return due.flatMap((delivery) => {
    if (isReachable(delivery.url, allowed)) {
      return [queue.claim(delivery, { deliveryId: generateDeliveryId(random), at: now, real: real() })];
    }
    queue.block(delivery);
    blocked.push(delivery);
    return [];
  });
}

/**
 * A URL that is private by its spelling is not attempted: the delivery waits for a run that allows it.
 *
 * @see docs/safety.md#S9
 * @see docs/service/readings.md#U-07
 */
function isReachable(url: string, allowed: Outbound['allowed']): boolean {
  return checkPublicUrl(url) === null || isAllowed(url, allowed);
}

function toAddressFilter({ remaining }: QueueCapacity, allowed: Outbound['allowed']): AddressFilter {
  const those = (isFull: boolean) =>
    [...remaining].filter(([, free]) => free <= 0 === isFull).map(([address]) => address);
  return { full: those(true), busy: those(false), allowed };
}
