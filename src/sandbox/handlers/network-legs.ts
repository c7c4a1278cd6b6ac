import type { Platform } from '../../service/platforms.ts';
import { type FailureFacts, ServiceFailure } from '../http/service-failure.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';

/** A network that failed. */
export interface FailedNetworkLeg {
  readonly platform: Platform;
  /** The network's id of the requested object. */
  readonly id: string;
  readonly failure: NetworkFailure;
}

/** One entry for each failed network. @see docs/service/comments.md#response, #COM-15 */
export function toLegError({ platform, id, failure }: FailedNetworkLeg) {
  return { platform, status: 'error', ...failure, id } as const;
}

/**
 * The failure of a call that failed on every network: the first failure decides its code.
 *
 * @see docs/service/readings.md#U-37
 * @see docs/service/comments.md#COM-15
 */
export function createOverallFailure(
  failed: readonly [FailedNetworkLeg, ...FailedNetworkLeg[]],
  facts: Pick<FailureFacts, 'id' | 'lastUpdated' | 'nextUpdate'>,
): ServiceFailure {
  const { code, ...first } = failed[0].failure;
  return new ServiceFailure(code, { ...first, errors: failed.map(toLegError), ...facts });
}

/** Whether a list has at least one item. */
export function isSome<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}
