import { previewPost } from '../publish/preview-post.ts';
import { toCopyWarning } from '../publish/target-warnings.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import { getFirstTime } from './auto-repost.ts';
import { buildPost, readDraft } from './build-post.ts';
import { readPostProfiles } from './for-profiles.ts';
import type { Handler } from './handler.ts';
import { isSome } from './network-legs.ts';
import { createPostRefusal } from './post-answers.ts';

/** A network that is not linked does not make a post invalid, as long as there is another one. */
const NOT_LINKED = 156;

/**
 * Validates a post as publishing it would, without publishing. Of several profiles in the body, the first one counts.
 *
 * @see docs/service/errors.md#code-156
 * @see docs/service/posts.md#body
 * @see docs/service/endpoints.md#other-endpoints
 */
export const validatePost: Handler<'validatePost'> = ({ body: sent }, caller) => {
  const { post: body, profiles } = readPostProfiles(sent, caller);
  const [profile] = profiles;
  const context = { ...caller, profile };
  const draft = readDraft(body, context);
  const at = getFirstTime(body);
  const post = buildPost(draft, { at, autoRepostId: null }, context);
  const { errors, warnings } = previewPost(context.store, post, post.about.scheduleDate ?? context.now);
  const isNowhere = errors.length === draft.platforms.length;
  const wrong = isNowhere ? errors : errors.filter(({ code }) => code !== NOT_LINKED);
  if (isSome(wrong)) throw createPostRefusal(wrong);
  const known = [...errors, ...warnings, ...draft.warnings.map(toCopyWarning)];
  return {
    status: 'success',
    message: 'The post is valid.',
    warnings: known.map(toValidationWarning),
  };
};

function toValidationWarning(warning: CopyWarning) {
  return { action: 'validate', status: 'warning', ...warning };
}
