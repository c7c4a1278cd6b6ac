import type { PostBody } from '../../facts/post-body.ts';
import type { PostDraft } from './post-talk.ts';

/** A draft as a post: what is not said yet is empty. */
export function wholeDraft(draft: PostDraft): PostBody {
  const { platforms = [], post = '', ...others } = draft;
  return { platforms, post, ...others };
}
