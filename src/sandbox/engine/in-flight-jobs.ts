import { ASSUMED } from '../../service/assumed.ts';

/** How many more jobs may be claimed. */
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

/** Jobs of one queue in flight in this process. Their leases are renewed until they end. */
export interface InFlightJobs<Taken> {
  readonly size: number;
  /** Null when no more jobs may be claimed. */
  getCapacity(): QueueCapacity | null;
  add(taken: Taken): void;
  remove(those: readonly Taken[]): void;
  /** Resolves when a job has ended, or at once when none is in flight. */
  waitForChange(): Promise<void>;
}

/** Renewals per lease duration. */
const RENEWALS = 3;

const { all, ofAddress, kept } = ASSUMED.maxOutgoing;

/** @param renew renews leases; must not throw */
export function trackInFlightJobs<Taken extends { readonly address: string }>(
  renew: (taken: readonly Taken[]) => void,
): InFlightJobs<Taken> {
  const inFlight = new Set<Taken>();
  let waiting: (() => void)[] = [];
  let renewal: ReturnType<typeof setInterval> | undefined;
  return {
    get size() {
      return inFlight.size;
    },
    getCapacity: () => (inFlight.size >= all ? null : computeCapacity(inFlight)),
    add(taken) {
      inFlight.add(taken);
      renewal ??= setInterval(() => renew([...inFlight]), ASSUMED.leaseMs / RENEWALS);
    },
    remove(those) {
      for (const taken of those) inFlight.delete(taken);
      if (inFlight.size === 0) {
        clearInterval(renewal);
        renewal = undefined;
      }
      const listeners = waiting;
      waiting = [];
      for (const notify of listeners) notify();
    },
    waitForChange: () =>
      inFlight.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

function computeCapacity(inFlight: ReadonlySet<{ readonly address: string }>): QueueCapacity {
  const spare = Math.max(0, all - kept - inFlight.size);
  const remaining = new Map<string, number>();
  for (const { address } of inFlight) {
    remaining.set(address, spare === 0 ? 0 : (remaining.get(address) ?? ofAddress) - 1);
  }
  return { max: all - inFlight.size, perAddress: ofAddress, remaining: remaining, spare };
}
