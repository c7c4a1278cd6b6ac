import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { areCommentsDisabled } from './are-comments-disabled.ts';
import type { PostFault } from './post-fault.ts';
import { getOptionPath, type PostPart } from './post-part.ts';

/**
 * Finds options without effect on this network or this post.
 *
 * @see docs/service/posts.md#POST-08, #POST-13, #POST-14
 */
export function findOptionWarnings(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  const ways = [checkLongPost, checkLongVideo, checkDisabledComments, checkFirstComment];
  return ways.flatMap((way): readonly PostFault[] => {
    const found = way(body, part);
    if (found === null) return [];
    return [{ code: 101, platform, ...found, effect: 'warning' }];
  });
}

type OptionWarning = Pick<PostFault, 'path' | 'message' | 'feature'>;

/** @see docs/service/posts.md#threads */
function checkLongPost(body: PostBody, { platform, options, isThread }: PostPart): OptionWarning | null {
  const feature = 'longPost';
  if (options[feature] !== true || !isThread) return null;
  return { path: getOptionPath(body, platform, feature), message: 'is ignored on a thread', feature };
}

/** @see docs/service/errors.md#code-182 */
function checkLongVideo(body: PostBody, { platform, options, kinds }: PostPart): OptionWarning | null {
  const feature = 'longVideo';
  if (platform !== 'twitter' || options[feature] !== true || mayBeVideo(kinds)) return null;
  return { path: getOptionPath(body, platform, feature), message: 'has no effect without a video', feature };
}

function mayBeVideo(kinds: PostPart['kinds']): boolean {
  return kinds === null || kinds.some((kind) => kind !== 'image');
}

/** @see docs/service/comments.md#disable */
function checkDisabledComments(
  { disableComments }: PostBody,
  { platform, name }: PostPart,
): OptionWarning | null {
  const feature = 'disableComments';
  if (disableComments !== true || PLATFORMS[platform].comments.disable) return null;
  return { path: feature, message: `has no effect on ${name}: only on ${DISABLING}`, feature };
}

const DISABLING = Platform.options
  .filter((platform) => PLATFORMS[platform].comments.disable)
  .map((platform) => PLATFORMS[platform].name)
  .join(', ');

/** @see docs/service/comments.md#create; docs/service/posts.md#body */
function checkFirstComment(body: PostBody, part: PostPart): OptionWarning | null {
  const feature = 'firstComment';
  const { platform, name } = part;
  const why = !PLATFORMS[platform].comments.create
    ? 'comments cannot be created there'
    : areCommentsDisabled(body, part)
      ? 'comments are disabled there'
      : null;
  if (body.firstComment === undefined || why === null) return null;
  return { path: feature, message: `has no effect on ${name}: ${why}`, feature };
}
