import type { PostBody } from '../../service/post-body.ts';
import { THUMBNAIL_EXTENSIONS } from '../../service/post-limits.ts';
import { isPublicHost } from '../addresses/public-url.ts';
import { parseSandboxFileId, parseUrlShape } from '../addresses/url-shape.ts';
import { getField, isRecord } from '../json/loose-record.ts';
import { formatCount } from '../text/lists-and-counts.ts';
import {
  countMaxMedia,
  createRequestFault,
  getMediaExtension,
  getOptionPath,
  listMediaKinds,
  type MediaKind,
  type PostFault,
  type PostPart,
} from './post-part.ts';
import { buildThreadPosts, hasTooManyPosts, listThreadMedia } from './thread-posts.ts';

/**
 * Finds problems with the media of a network's part: missing, too many, or unsupported kinds. In a thread, the limits
 * apply to each of its posts.
 *
 * @see docs/service/errors.md#code-139
 */
export function findMediaFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  if (part.isThread) return findThreadMediaFaults(body, part);
  if (part.mediaUrls.length === 0) return part.limits.media.isRequired ? [reportMissingMedia(part)] : [];
  return part.kinds === null ? [reportTooManyMedia(part)] : findMediaKindFaults(part, part.kinds);
}

/** Judges each post of a thread, and warns of media beyond the last one. */
function findThreadMediaFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const path = getOptionPath(body, part.platform, 'mediaUrls');
  const all = listThreadMedia(part);
  const faults = all.flatMap((mediaUrls, at) => {
    if (mediaUrls.length === 0) return [];
    const isOfPost = at === 0 && part.mediaUrls.length > 0;
    const mediaPath = isOfPost ? part.mediaPath : `${path}[${at}]`;
    const kinds = listMediaKinds(mediaUrls, part);
    const post: PostPart = { ...part, mediaUrls, mediaPath, kinds, isThread: false };
    return findMediaFaults(body, post);
  });
  if (all.length === 1 || hasTooManyPosts(part)) return faults;
  const count = buildThreadPosts(part, part.text).length;
  if (all.length <= count) return faults;
  const message = `has ${all.length} entries, but the thread has ${formatCount(count, 'post')}: the others are ignored`;
  return [
    ...faults,
    { code: 101, platform: part.platform, path, message, effect: 'warning', feature: 'thread' },
  ];
}

function reportMissingMedia({ platform, name, mediaPath, limits: { media } }: PostPart): PostFault {
  const message = `is required: ${name} does not accept posts without ${media.images === 0 ? 'a video' : 'media'}`;
  return { code: 139, platform, path: mediaPath, message, effect: 'network' };
}

function reportTooManyMedia({ platform, name, mediaPath, limits, mediaUrls }: PostPart): PostFault {
  const message = `must have at most ${countMaxMedia(limits)} entries for ${name}, but has ${mediaUrls.length}`;
  return { code: 101, platform, path: mediaPath, message, effect: 'network' };
}

/**
 * Finds the first problem with the kinds of media, as far as URLs tell.
 *
 * @see docs/service/posts.md#body, #options
 * @see docs/service/errors.md#code-139
 */
function findMediaKindFaults(part: PostPart, kinds: readonly MediaKind[]): readonly PostFault[] {
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
  return {
    path: '',
    code: 101,
    message: `must have at most ${formatCount(media.videos, 'video')} for ${name}, but has ${count}`,
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

/**
 * Finds every media URL that the service cannot fetch.
 *
 * @see docs/service/errors.md#code-136
 * @see docs/service/posts.md#body
 */
export function findMediaUrlFaults(body: PostBody): readonly PostFault[] {
  return listMediaUrls(body).flatMap(([path, urls]) =>
    listAddresses(path, urls).flatMap(([place, url]): readonly PostFault[] => {
      if (isMediaUrl(url)) return [];
      return [createRequestFault(place, NOT_MEDIA_URL, 136)];
    }),
  );
}

/** The addresses of a list, each with its path. A post of a thread may have several, or none. */
function listAddresses(path: string, urls: readonly unknown[]): readonly (readonly [string, unknown])[] {
  const isOfThread = !path.startsWith('mediaUrls') && !path.startsWith('firstComment');
  return urls.flatMap((url, at): readonly (readonly [string, unknown])[] => {
    const place = `${path}[${at}]`;
    if (!isOfThread) return [[place, url]];
    if (Array.isArray(url)) return url.map((each, index) => [`${place}[${index}]`, each]);
    return url === null ? [] : [[place, url]];
  });
}

const NOT_MEDIA_URL = 'must be a public https address without spaces';

function isMediaUrl(url: unknown): boolean {
  if (typeof url !== 'string') return false;
  // a file that was uploaded to a sandbox, which says whether it has it
  if (parseSandboxFileId(url) !== null) return true;
  return parseUrlShape(url)?.scheme === 'https' && isPublicHost(new URL(url).hostname);
}

type MediaUrlList = readonly [path: string, urls: readonly unknown[]];

/** Option objects with media of their own, for the posts of a thread. */
const WITH_MEDIA = ['twitterOptions', 'xOptions', 'threadsOptions', 'firstComment'] as const;

function listMediaUrls(body: PostBody): readonly MediaUrlList[] {
  const ofNetworks = isRecord(body.mediaUrls) ? Object.entries(body.mediaUrls) : [];
  const places: readonly (readonly [string, unknown])[] = [
    ['mediaUrls', body.mediaUrls],
    ...ofNetworks.map(([network, urls]) => [`mediaUrls.${network}`, urls] as const),
    ...WITH_MEDIA.map((name) => [`${name}.mediaUrls`, getField(body[name], 'mediaUrls')] as const),
  ];
  return places.flatMap(([path, urls]): readonly MediaUrlList[] =>
    Array.isArray(urls) ? [[path, urls]] : [],
  );
}

/**
 * Warns about a thumbnail that YouTube will not apply, as far as its URL tells. The video is published anyway.
 *
 * @see docs/service/errors.md#code-307
 * @see docs/service/posts.md#POST-11
 */
export function findThumbnailWarnings({ platform, options, limits }: PostPart): readonly PostFault[] {
  const { thumbNail } = options;
  const message =
    limits.checksThumbnail && typeof thumbNail === 'string' ? explainThumbnailFault(thumbNail) : null;
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
