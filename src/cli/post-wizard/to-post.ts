import type { PostBody } from '../../facts/post-body.ts';
import type { PostDraft } from './post-wizard-context.ts';

/** A draft as a post: what is not said yet is empty. */
export function toPost(draft: PostDraft): PostBody {
  const { platforms = [], post = '', ...others } = draft;
  return { platforms, post, ...others };
}
