import { type ClaimStore, getLatestLease } from './claim-store.ts';

/** How many claims are made between two removals of old ones. */
const PRUNE_EVERY = 1_000;

/** Creates a claim store for tests: a restart forgets its claims, and other processes do not see them. */
export function createMemoryClaims(): ClaimStore {
  /** The lease is null when it is completed. */
  const held = new Map<string, { owner: string; expiresAt: number; leaseUntil: number | null }>();
  let claims = 0;

  function removeExpired(now: number): void {
    for (const [key, { expiresAt }] of held) if (expiresAt < now) held.delete(key);
  }

  return {
    async claim(claim) {
      const { keys, owner, now, leaseUntil, expiresAt } = claim;
      claims += 1;
      if (claims % PRUNE_EVERY === 0) removeExpired(now);
      const others = keys.flatMap((key) => held.get(key) ?? []);
      if (others.some((each) => each.leaseUntil === null)) return 'completed';
      const isActive = (until: number) => until > now && until <= getLatestLease(claim);
      if (others.some((each) => isActive(each.leaseUntil ?? 0))) return 'in progress';
      for (const key of keys) held.set(key, { owner, leaseUntil, expiresAt });
      return 'claimed';
    },
    async complete({ keys, owner, expiresAt }) {
      for (const key of keys) held.set(key, { owner, leaseUntil: null, expiresAt });
    },
    async release({ keys, owner }) {
      for (const key of keys) {
        const claim = held.get(key);
        if (claim?.owner === owner && claim.leaseUntil !== null) held.delete(key);
      }
    },
  };
}
