import type { PostBody } from '../../../service/post-body.ts';
import type { PostDraft } from './post-draft.ts';

/** Completes a draft with empty values. */
export function toPost(draft: PostDraft): PostBody {
  const { platforms = [], post = '', ...others } = draft;
  return { platforms, post, ...others };
}
