import { PLATFORMS } from '../facts/platforms.ts';
import type { PostBody } from '../facts/post-body.ts';
import type { PostPart } from './build-post-part.ts';

/** Whether nobody may comment on a network's part of a post. @see docs/service/posts.md#options, #POST-08 */
export function areCommentsDisabled(
  { disableComments }: PostBody,
  { platform, options }: Pick<PostPart, 'platform' | 'options'>,
): boolean {
  const isAsked = disableComments === true || (platform === 'tiktok' && options['disableComments'] === true);
  return isAsked && PLATFORMS[platform].comments.disable;
}
