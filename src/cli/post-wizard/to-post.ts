import type { PostBody } from '../../facts/post-body.ts';
import type { PostDraft } from './post-wizard-context.ts';

/** Completes a draft with empty values. */
export function toPost(draft: PostDraft): PostBody {
  const { platforms = [], post = '', ...others } = draft;
  return { platforms, post, ...others };
}
