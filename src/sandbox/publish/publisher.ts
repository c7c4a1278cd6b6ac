import type { Random } from '../generate-keys.ts';
import type { Store } from '../store/store.ts';
import type { TextComparer } from './compare-content.ts';

/** What publishing needs; the engine implements it. */
export interface Publisher {
  readonly store: Store;
  readonly random: Random;
  /** Sandbox time. */
  now(): number;
  /** Caches compared texts between posts (default: within one post only). */
  readonly compare?: TextComparer;
}
