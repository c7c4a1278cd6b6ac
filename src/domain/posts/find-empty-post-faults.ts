import type { PostBody } from '../../service/post-body.ts';
import type { PostFault } from './post-fault.ts';
import type { PostPart } from './post-part.ts';

/**
 * Finds networks that would receive neither text nor media; a text shared by all networks is reported once.
 *
 * @see docs/service/posts.md#body
 */
export function findEmptyPostFaults({ post }: PostBody, parts: readonly PostPart[]): readonly PostFault[] {
  const blank = parts.filter(({ text, mediaUrls }) => mediaUrls.length === 0 && text.trim() === '');
  if (blank.length === 0) return [];
  if (typeof post === 'string' && blank.length === parts.length) {
    const message = 'must contain text if there are no media';
    return [{ code: 101, platform: null, path: 'post', message, effect: 'request' }];
  }
  return blank.map(({ platform, textPath, name }) => ({
    code: 101,
    platform,
    path: textPath,
    message: `must contain text for ${name} if there are no media`,
    effect: 'network',
  }));
}
