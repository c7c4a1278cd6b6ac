import { ASSUMED } from '../../../service/assumed.ts';

/** How many more jobs may be claimed. Each address is a lane with a limit of its own. */
export interface QueueCapacity {
  readonly max: number;
  /** Maximum number of requests in flight to one address. */
  readonly perAddress: number;
  /** What is left of `perAddress` for addresses with requests in flight; 0 for one at its limit. */
  readonly remaining: ReadonlyMap<string, number>;
  /**
   * How many of `max` may be further jobs of an address that has one already. The rest is reserved for idle
   * addresses, so that slow ones cannot use up all slots.
   */
  readonly spare: number;
}

/** Three renewals per lease duration. */
const RENEWAL_MS = ASSUMED.leaseMs / 3;
/** Wait before a renewal is repeated that another process kept from writing. */
const LOCKED_RENEWAL_MS = 50;

const { all, ofAddress, kept } = ASSUMED.maxOutgoing;

/**
 * Tracks the jobs of one kind that are in flight in this process. Their leases are renewed until they end.
 *
 * @param renew must not throw; false when another process holds the write lock, so that it is repeated soon
 */
export function trackInFlightJobs<Job extends { address: string }>(renew: (jobs: readonly Job[]) => boolean) {
  const inFlight = new Set<Job>();
  let waiting: (() => void)[] = [];
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const renewIn = (waitMs: number): void => {
    renewal = setTimeout(() => renewIn(renew([...inFlight]) ? RENEWAL_MS : LOCKED_RENEWAL_MS), waitMs);
  };
  return {
    get size() {
      return inFlight.size;
    },
    /** Null when no more jobs may be claimed. */
    getCapacity: () => (inFlight.size >= all ? null : computeCapacity(inFlight)),
    add(job: Job): void {
      inFlight.add(job);
      if (renewal === undefined) renewIn(RENEWAL_MS);
    },
    remove(those: readonly Job[]): void {
      for (const job of those) inFlight.delete(job);
      if (inFlight.size === 0) {
        clearTimeout(renewal);
        renewal = undefined;
      }
      const listeners = waiting;
      waiting = [];
      for (const notify of listeners) notify();
    },
    /** Resolves when a job has ended, or at once when none is in flight. */
    waitForChange: (): Promise<void> =>
      inFlight.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

function computeCapacity(inFlight: ReadonlySet<{ address: string }>): QueueCapacity {
  const spare = Math.max(0, all - kept - inFlight.size);
  const remaining = new Map<string, number>();
  for (const { address } of inFlight) {
    remaining.set(address, spare === 0 ? 0 : (remaining.get(address) ?? ofAddress) - 1);
  }
  return { max: all - inFlight.size, perAddress: ofAddress, remaining, spare };
}

/**
 * Shares the capacity among addresses: those with the fewest requests in flight come first, and what one does not use
 * is left to the next, so that a slow address delays no other.
 *
 * @param addresses with jobs to claim, in the order in which they are due
 * @param claim claims at most `max` jobs of an address
 */
export function shareCapacity<Job>(
  { max, perAddress, remaining, spare }: QueueCapacity,
  addresses: readonly string[],
  claim: (address: string, max: number) => readonly Job[],
): readonly Job[] {
  const getFree = (address: string) => remaining.get(address) ?? perAddress;
  const lanes = addresses.toSorted((one, other) => getFree(other) - getFree(one));
  const claimed: Job[] = [];
  for (const [index, address] of lanes.entries()) {
    const fair = Math.ceil((spare - claimed.length) / (lanes.length - index));
    const share = Math.max(remaining.has(address) ? 0 : 1, fair);
    const most = Math.min(share, getFree(address), max - claimed.length);
    if (most <= 0) break;
    claimed.push(...claim(address, most));
  }
  return claimed;
}
