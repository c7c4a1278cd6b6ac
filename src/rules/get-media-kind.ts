import { MEDIA_EXTENSIONS } from '../facts/media-extensions.ts';

/** What a file is, as far as can be known of it unseen. */
export type MediaKind = 'image' | 'video' | 'unknown';

/**
 * What stands behind an address, by its ending.
 *
 * @param isVideo the post's own word for it, which wins
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

/** The ending of what an address leads to, in small letters and without its dot; empty where there is none. */
export function getMediaExtension(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
