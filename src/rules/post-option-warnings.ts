import { PLATFORMS, Platform } from '../facts/platforms.ts';
import type { PostBody } from '../facts/post-body.ts';
import { areCommentsDisabled } from './closes-comments.ts';
import type { PostFault } from './post-fault.ts';
import { optionPath, type PostPart } from './post-part.ts';

/** Options that have no effect on this network, or not on this post. @see rules POST-08, POST-13, POST-14 */
export function optionWarnings(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  const ways = [longPost, longVideo, commentsDisabled, firstComment];
  return ways.flatMap((way): readonly PostFault[] => {
    const found = way(body, part);
    if (found === null) return [];
    return [{ code: 101, platform, ...found, effect: 'warning' }];
  });
}

type Found = Pick<PostFault, 'path' | 'message' | 'feature'>;

/** @see service.md, thread rule */
function longPost(body: PostBody, { platform, options, isThread }: PostPart): Found | null {
  const feature = 'longPost';
  if (options[feature] !== true || !isThread) return null;
  return { path: optionPath(body, platform, feature), message: 'is ignored on a thread', feature };
}

/** @see service.md, code 182 */
function longVideo(body: PostBody, { platform, options, kinds }: PostPart): Found | null {
  const feature = 'longVideo';
  if (platform !== 'twitter' || options[feature] !== true || mayBeVideo(kinds)) return null;
  return { path: optionPath(body, platform, feature), message: 'has no effect without a video', feature };
}

function mayBeVideo(kinds: PostPart['kinds']): boolean {
  return kinds === null || kinds.some((kind) => kind !== 'image');
}

/** @see service.md, "Disabling comments" */
function commentsDisabled({ disableComments }: PostBody, { platform, name }: PostPart): Found | null {
  const feature = 'disableComments';
  if (disableComments !== true || PLATFORMS[platform].comments.disable) return null;
  return { path: feature, message: `has no effect on ${name}: only on ${DISABLING}`, feature };
}

const DISABLING = Platform.options
  .filter((platform) => PLATFORMS[platform].comments.disable)
  .map((platform) => PLATFORMS[platform].name)
  .join(', ');

/** @see undescribed.md 3.2, 6.1 */
function firstComment(body: PostBody, part: PostPart): Found | null {
  const feature = 'firstComment';
  const { platform, name } = part;
  const why = !PLATFORMS[platform].comments.create
    ? 'no comment can be made there'
    : areCommentsDisabled(body, part)
      ? 'comments are disabled there'
      : null;
  if (body.firstComment === undefined || why === null) return null;
  return { path: feature, message: `has no effect on ${name}: ${why}`, feature };
}
