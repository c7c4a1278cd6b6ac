import type { Random } from '../new-keys.ts';
import type { Store } from '../store/store.ts';

/** What publishing needs; the engine is one. */
export interface Publisher {
  readonly store: Store;
  readonly random: Random;
  /** The sandbox's time. */
  now(): number;
}
