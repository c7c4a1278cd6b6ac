import { MEDIA_EXTENSIONS } from '../../service/media-extensions.ts';

/** Kind of a file, as far as its URL tells. */
export type MediaKind = 'image' | 'video' | 'unknown';

/**
 * Returns the kind of a media file from its extension.
 *
 * @param isVideo set by the post; takes precedence
 * @see docs/service/posts.md#body
 */
export function getMediaKind(url: string, { isVideo }: { readonly isVideo: boolean }): MediaKind {
  if (isVideo) return 'video';
  const ending = getMediaExtension(url);
  if (has(MEDIA_EXTENSIONS.image, ending)) return 'image';
  return has(MEDIA_EXTENSIONS.video, ending) ? 'video' : 'unknown';
}

function has(endings: readonly string[], ending: string): boolean {
  return endings.includes(ending);
}

/** Returns the file extension of a URL in lower case, without the dot; empty if there is none. */
export function getMediaExtension(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
