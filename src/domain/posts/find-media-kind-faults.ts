import type { MediaKind } from './get-media-kind.ts';
import type { PostFault } from './post-fault.ts';
import type { PostPart } from './post-part.ts';

/**
 * Finds the first problem with the kinds of media, as far as URLs tell.
 *
 * @see docs/service/posts.md#body, #options
 * @see docs/service/errors.md#code-139
 */
export function findMediaKindFaults(part: PostPart, kinds: readonly MediaKind[]): readonly PostFault[] {
  const [first] = CHECKS.flatMap((way) => way(part, kinds) ?? []);
  if (first === undefined) return [];
  const { platform, mediaPath } = part;
  return [{ platform, code: 139, effect: 'network', ...first, path: `${mediaPath}${first.path}` }];
}

/** `path` is relative to the media's path. */
type MediaKindFault = Pick<PostFault, 'path' | 'message'> & Partial<PostFault>;
type MediaKindCheck = (part: PostPart, kinds: readonly MediaKind[]) => MediaKindFault | null;

const CHECKS: readonly MediaKindCheck[] = [
  checkReelCount,
  checkImageForVideo,
  checkVideoCount,
  checkMixedKinds,
  checkUnknownKind,
];

function checkReelCount({ options }: PostPart, kinds: readonly MediaKind[]): MediaKindFault | null {
  if (!isReel(options) || kinds.length < 2) return null;
  return { path: '', message: 'must be a single video for a reel' };
}

function checkImageForVideo(part: PostPart, kinds: readonly MediaKind[]): MediaKindFault | null {
  const at = mustBeVideo(part) ? kinds.indexOf('image') : -1;
  if (at === -1) return null;
  const what = isReel(part.options) ? 'a reel' : part.name;
  return { path: `[${at}]`, message: `must be a video for ${what}` };
}

function checkVideoCount(
  { name, limits: { media } }: PostPart,
  kinds: readonly MediaKind[],
): MediaKindFault | null {
  const count = kinds.filter((kind) => kind === 'video').length;
  if (count <= media.videos) return null;
  const videos = media.videos === 1 ? 'video' : 'videos';
  return {
    path: '',
    code: 101,
    message: `must have at most ${media.videos} ${videos} for ${name}, but has ${count}`,
  };
}

function checkMixedKinds(
  { name, limits: { media } }: PostPart,
  kinds: readonly MediaKind[],
): MediaKindFault | null {
  const isMixed = kinds.includes('image') && kinds.includes('video');
  if (!isMixed || media.together !== undefined) return null;
  return { path: '', message: `must be images or a video: ${name} does not accept both in one post` };
}

/** A file without a known extension is a video only if the post says so. */
function checkUnknownKind(part: PostPart, kinds: readonly MediaKind[]): MediaKindFault | null {
  const at = mustBeVideo(part) ? kinds.indexOf('unknown') : -1;
  if (at === -1) return null;
  const message = 'may not be a video, judging by its extension: if it is one, set isVideo: true';
  return { path: `[${at}]`, message, effect: 'warning', feature: 'isVideo' };
}

function mustBeVideo({ limits: { media }, options }: PostPart): boolean {
  return media.images === 0 || isReel(options);
}

/** @see docs/service/posts.md#options */
function isReel(options: PostPart['options']): boolean {
  return options['reels'] === true;
}
