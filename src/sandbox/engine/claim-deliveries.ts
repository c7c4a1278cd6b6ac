import { checkPublicUrl, isAllowed } from '../../domain/addresses/public-url.ts';
import { getEventKind } from '../../domain/webhooks/build-delivery-request.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { describeAllowingRun } from '../delivery-progress.ts';
import { generateDeliveryId } from '../generate-ids.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { AddressFilter, ClaimedDelivery } from '../store/delivery-queue.ts';
import type { BlockedDelivery } from './attempt-report.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';
import type { QueueCapacity } from './in-flight-jobs.ts';

/** When the next delivery with free capacity falls due, in sandbox time; null when there is none. */
export function getNextDeliveryTime(
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
