import type { TextComparer } from '../../rules/compare-content.ts';
import type { Random } from '../generate-keys.ts';
import type { Store } from '../store/store.ts';

/** What publishing needs; the engine is one. */
export interface Publisher {
  readonly store: Store;
  readonly random: Random;
  /** The sandbox's time. */
  now(): number;
  /** Keeps what it knows of texts from one post to the next; left out, only within one. */
  readonly compare?: TextComparer;
}
