import { vi } from 'vitest';

/** Far longer than anything takes, however busy the machine: only what never comes waits for so long. */
const LONGEST_MS = 120_000;

/** Looks until it no longer throws. @throws what the last look threw */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, { timeout: LONGEST_MS, interval: 5 });
}
