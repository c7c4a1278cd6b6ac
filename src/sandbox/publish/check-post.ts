import type { Post, PostError } from '../store/posts.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { type Leg, legsOf } from './leg.ts';
import { legWarnings } from './leg-warnings.ts';
import { refusalOf } from './refusal.ts';

/** What would become of a post, as far as can be seen beforehand. */
export interface Foreseen {
  /** One a network that would not take it. */
  readonly errors: readonly PostError[];
  /** Of the others. */
  readonly warnings: readonly (CopyWarning & Pick<Leg, 'platform'>)[];
}

/**
 * Looks at a post as its networks will, without asking them: failures that somebody ordered come when it is published.
 *
 * @param at when it is to be published
 */
export function foresee(store: Store, post: Post, at: number): Foreseen {
  const legs = legsOf({ store }, post, at).map((leg) => ({ leg, refusal: refusalOf(leg) }));
  return {
    errors: legs.flatMap(({ leg: { platform }, refusal }) =>
      refusal === null ? [] : [{ ...refusal, platform }],
    ),
    warnings: legs
      .filter(({ refusal }) => refusal === null)
      .flatMap(({ leg }) => legWarnings(leg).map((warning) => ({ ...warning, platform: leg.platform }))),
  };
}
