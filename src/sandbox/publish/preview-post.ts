import type { Post, PostError } from '../store/posts.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { findRefusal } from './find-refusal.ts';
import { listPublishTargets, type PublishTarget } from './publish-target.ts';
import { listTargetWarnings } from './target-warnings.ts';

/** The expected result of publishing a post. */
export interface PostPreview {
  /** One per network that would reject the post. */
  readonly errors: readonly PostError[];
  /** Warnings of the other networks. */
  readonly warnings: readonly (CopyWarning & Pick<PublishTarget, 'platform'>)[];
}

/**
 * Predicts the result without publishing; injected faults apply only when it is published.
 *
 * @param at when it is to be published
 */
export function previewPost(store: Store, post: Post, at: number): PostPreview {
  const legs = listPublishTargets({ store }, post, at).map((leg) => ({ leg, refusal: findRefusal(leg) }));
  return {
    errors: legs.flatMap(({ leg: { platform }, refusal }) =>
      refusal === null ? [] : [{ ...refusal, platform }],
    ),
    warnings: legs
      .filter(({ refusal }) => refusal === null)
      .flatMap(({ leg }) =>
        listTargetWarnings(leg).map((warning) => ({ ...warning, platform: leg.platform })),
      ),
  };
}
