import type { Post, PostError } from '../store/posts.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { findRefusal } from './find-refusal.ts';
import { listTargetWarnings } from './list-target-warnings.ts';
import { listPublishTargets, type PublishTarget } from './publish-target.ts';

/** What would become of a post, as far as can be seen beforehand. */
export interface PostPreview {
  /** One a network that would not take it. */
  readonly errors: readonly PostError[];
  /** Of the others. */
  readonly warnings: readonly (CopyWarning & Pick<PublishTarget, 'platform'>)[];
}

/**
 * Looks at a post as its networks will, without asking them: failures that somebody ordered come when it is published.
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
