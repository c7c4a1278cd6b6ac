import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the part of the heap in which things are made as large as it is now. By itself it grows with all that was ever
 * made, up to 32 MiB, which a stream of pages that are thrown away has no use for: 100,000 rows of activity take 89 MiB
 * with this and 111 without, in the same time.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
