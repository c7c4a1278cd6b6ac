import { PLATFORMS } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { PostPart } from './post-part.ts';

/** Whether comments are disabled on a network's copy of a post. @see docs/service/posts.md#options, #POST-08 */
export function areCommentsDisabled(
  { disableComments }: PostBody,
  { platform, options }: Pick<PostPart, 'platform' | 'options'>,
): boolean {
  const isAsked = disableComments === true || (platform === 'tiktok' && options['disableComments'] === true);
  return isAsked && PLATFORMS[platform].comments.disable;
}
