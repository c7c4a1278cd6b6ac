import { THUMBNAIL_EXTENSIONS } from '../../service/media-extensions.ts';
import { isPublicHost } from '../addresses/public-host.ts';
import { parseUrlShape } from '../addresses/url-shape.ts';
import { getMediaExtension } from './get-media-kind.ts';
import type { PostFault } from './post-fault.ts';
import type { PostPart } from './post-part.ts';

/**
 * Warns about a thumbnail that YouTube will not apply, as far as its URL tells. The video is published anyway.
 *
 * @see docs/service/errors.md#code-307
 * @see docs/service/posts.md#POST-11
 */
export function findThumbnailWarnings({ platform, options }: PostPart): readonly PostFault[] {
  const { thumbNail } = options;
  const message =
    platform === 'youtube' && typeof thumbNail === 'string' ? explainThumbnailFault(thumbNail) : null;
  if (message === null) return [];
  const path = 'youTubeOptions.thumbNail';
  return [{ code: 307, platform, path, message, effect: 'warning', feature: 'thumbnail' }];
}

function explainThumbnailFault(url: string): string | null {
  if (parseUrlShape(url) === null) return 'is not applied: it must be an http or https URL without spaces';
  if (!isPublicHost(new URL(url).hostname)) return 'is not applied: its host must be public';
  const ending = getMediaExtension(url);
  if (ending === '' || THUMBNAIL_EXTENSIONS.includes(ending)) return null;
  return `is not applied: it must be an image with the extension ${THUMBNAIL_EXTENSIONS.join(', ')}`;
}
