import { ASSUMED } from '../../service/assumed.ts';

/** Whether a delivery may be processed: it may not while another one claims the same, and not after it completed. */
export type ClaimOutcome = 'claimed' | 'in progress' | 'completed';

/** What one delivery claims. */
export interface DeliveryClaim {
  /** One or two hashes of 64 hexadecimal digits, sorted. A later delivery that has any of them repeats this one. */
  readonly keys: readonly string[];
  /** Unique to this attempt to process it. */
  readonly owner: string;
  /** The receiver's clock, in milliseconds since 1970; so are the others. */
  readonly now: number;
  /** Unless it is completed or released before, the claim is free again after this time. */
  readonly leaseUntil: number;
  /** A completed claim must be kept until then, and can be removed later. */
  readonly expiresAt: number;
}

/**
 * Where claims are kept. All receivers of the same deliveries share one store, and what it promised is still there
 * after a crash. Rejections are answered with 503, so that the delivery comes again.
 */
export interface ClaimStore {
  /**
   * Claims all keys or none, in one atomic step: of any number of calls with a common key, at the same time and in any
   * number of processes, one gets `claimed`, and the others get the state of its claim.
   */
  claim(claim: DeliveryClaim): Promise<ClaimOutcome>;
  /** Keeps the claim until `expiresAt`, even if another owner has its keys by now: the work is done. */
  complete(claim: DeliveryClaim): Promise<void>;
  /** Frees the keys, unless another owner has them by now, or they are completed. */
  release(claim: DeliveryClaim): Promise<void>;
}

/** When the lease of another receiver ends at the latest: a later one was made before the clock was set back. */
export function getLatestLease({ leaseUntil }: DeliveryClaim): number {
  return leaseUntil + ASSUMED.maxClockSkewMs;
}
