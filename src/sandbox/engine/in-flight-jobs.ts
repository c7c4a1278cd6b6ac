import { ASSUMED } from '../../facts/assumed.ts';

/** How many may be taken up besides what is underway. */
export interface QueueCapacity {
  readonly max: number;
  /** To one address. */
  readonly perAddress: number;
  /** The same, to those to which some are underway; 0 for one that may have no more. */
  readonly remaining: ReadonlyMap<string, number>;
  /** Of `most`, how many may be other than the first of their address: none that is slow leaves no place for another. */
  readonly spare: number;
}

/** The errands of one kind that are underway here: while there are any, their leases are renewed. */
export interface InFlightJobs<Taken> {
  readonly size: number;
  /** Null when no more may be taken up. */
  getCapacity(): QueueCapacity | null;
  add(taken: Taken): void;
  remove(those: readonly Taken[]): void;
  /** Resolves when something has ended; at once when nothing is underway. */
  waitForChange(): Promise<void>;
}

/** A lease is renewed so often in its time. */
const RENEWALS = 3;

const { all, ofAddress, kept } = ASSUMED.maxOutgoing;

/** @param renew lets leases begin anew; it does not throw */
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
      const told = waiting;
      waiting = [];
      for (const tell of told) tell();
    },
    waitForChange: () =>
      inFlight.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

function computeCapacity(underway: ReadonlySet<{ readonly address: string }>): QueueCapacity {
  const spare = Math.max(0, all - kept - underway.size);
  const left = new Map<string, number>();
  for (const { address } of underway) {
    left.set(address, spare === 0 ? 0 : (left.get(address) ?? ofAddress) - 1);
  }
  return { max: all - underway.size, perAddress: ofAddress, remaining: left, spare };
}
