import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import {
  ALL_NETWORKS,
  OPTIONS_PLATFORM,
  type PostBody,
  type PostOptionsName,
} from '../../service/post-body.ts';
import { MEDIA_EXTENSIONS, type PostLimits } from '../../service/post-limits.ts';

/** What one network receives of a post, and where that is in the post. */
export interface PostPart extends PostContent {
  readonly platform: Platform;
  readonly name: string;
  readonly limits: PostLimits;
  /** Such as `post.bluesky`. */
  readonly textPath: string;
  /** Such as `mediaUrls.default`. */
  readonly mediaPath: string;
  /** Whether links are shortened before it is sent. */
  readonly shortenLinks: boolean;
  /** Whether it is split into a thread. @see docs/service/posts.md#options */
  readonly isThread: boolean;
  /** Kind of a file that the post may have. */
  readonly kindOf: FindMediaKind;
  /** Media kinds as far as known, or as URLs and `isVideo` tell; null if there are more media than the network ever accepts. */
  readonly kinds: readonly MediaKind[] | null;
}

/** Finds the kind of a media file of a post. */
export type FindMediaKind = (url: string) => MediaKind;

/** @param kindOf default: by the URL and `isVideo` */
export function buildPostPart(
  body: PostBody,
  platform: Platform,
  kindOf: FindMediaKind = (url) => getMediaKind(url, { isVideo: body.isVideo === true }),
): PostPart {
  const part = getNetworkPost(body, platform);
  const limits = PLATFORMS[platform].post;
  const { mediaUrls, options } = part;
  return {
    ...part,
    platform,
    name: PLATFORMS[platform].name,
    limits,
    textPath: getFieldPath('post', body.post, platform),
    mediaPath: getFieldPath('mediaUrls', body.mediaUrls, platform),
    shortenLinks: body.shortenLinks === true,
    isThread: limits.threadOptions !== undefined && options['thread'] === true,
    kindOf,
    kinds: listMediaKinds(mediaUrls, { limits, kindOf }),
  };
}

/** Kinds of the media of one post; null if there are more than the network ever accepts. */
export function listMediaKinds(
  mediaUrls: readonly string[],
  { limits, kindOf }: Pick<PostPart, 'limits' | 'kindOf'>,
): PostPart['kinds'] {
  if (mediaUrls.length > countMaxMedia(limits)) return null;
  return mediaUrls.map(kindOf);
}

/** Returns the maximum number of media of any kind. */
export function countMaxMedia({ media }: PostLimits): number {
  return Math.max(media.images, media.videos, media.together ?? 0);
}

function getFieldPath(name: string, value: unknown, platform: Platform): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return name;
  return `${name}.${Object.hasOwn(value, platform) ? platform : 'default'}`;
}

/** Returns the path of an option: in the last option object of the network that has it, or would have it. */
export function getOptionPath(body: PostBody, platform: Platform, member: string): string {
  return `${findOptionsName(body, platform, member)}.${member}`;
}

function findOptionsName(body: PostBody, platform: Platform, member: string): PostOptionsName | undefined {
  // Object.keys loses the literal key types.
  const names = (Object.keys(OPTIONS_PLATFORM) as PostOptionsName[]).filter(
    (name) => OPTIONS_PLATFORM[name] === platform,
  );
  return names.findLast((name) => Object.hasOwn(body[name] ?? {}, member)) ?? names[0];
}

interface PostContent {
  text: string;
  mediaUrls: readonly string[];
  /** Options of the network; if it has two option objects, the later one wins. */
  options: Readonly<Record<string, unknown>>;
}

/** @see docs/service/posts.md#body, #options */
export function getNetworkPost(body: PostBody, platform: Platform): PostContent {
  const { post, mediaUrls = [] } = body;
  return {
    text: typeof post === 'string' ? post : (post[platform] ?? post.default ?? ''),
    mediaUrls: Array.isArray(mediaUrls) ? mediaUrls : (mediaUrls[platform] ?? mediaUrls.default ?? []),
    options: mergeOptions(body, platform),
  };
}

function mergeOptions(body: PostBody, platform: Platform): PostContent['options'] {
  // Object.keys loses the literal key types.
  const names = Object.keys(OPTIONS_PLATFORM) as PostOptionsName[];
  const own = names.filter((name) => OPTIONS_PLATFORM[name] === platform).map((name) => body[name] ?? {});
  return Object.assign({}, ...own);
}

/** Returns the networks a post is sent to, each once, in order. @param linked what `all` resolves to */
export function listPostNetworks({ platforms }: PostBody, linked: readonly Platform[]): readonly Platform[] {
  const meant = platforms.flatMap((name) =>
    name === ALL_NETWORKS ? linked.filter((each) => PLATFORMS[each].posts) : [name],
  );
  return [...new Set(meant)];
}

/** Whether comments are disabled on a network's copy of a post. @see docs/service/posts.md#options, #POST-08 */
export function areCommentsDisabled({ disableComments }: PostBody, { platform, options }: PostPart): boolean {
  const { comments } = PLATFORMS[platform];
  const isAsked =
    disableComments === true || (comments?.disableByOption && options['disableComments'] === true);
  return isAsked === true && comments?.disable === true;
}

/** Kind of a file, as far as its URL tells. */
export type MediaKind = 'image' | 'video' | 'unknown';

/**
 * Returns the kind of a media file from its extension.
 *
 * @param isVideo set by the post; takes precedence
 * @see docs/service/posts.md#body
 */
export function getMediaKind(url: string, { isVideo }: { isVideo: boolean }): MediaKind {
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

/** An error that prevents a post, or one network's part of it, from being published; or a warning. */
export interface PostFault {
  /** Code in the catalogue. */
  readonly code: number;
  /** The network concerned; null for the whole post. */
  readonly platform: Platform | null;
  /** Path in the post, such as `instagramOptions.trialParams.graduationStrategy`. */
  readonly path: string;
  /** What is wrong, including the limit if there is one. */
  readonly message: string;
  /** Content of the answer's `details`, where the service documents one. */
  readonly details?: string;
  /** `request`: nothing is published; `network`: the network rejects its part; `warning`: it is published. */
  readonly effect: 'request' | 'network' | 'warning';
  /** Of a warning, the feature concerned. */
  readonly feature?: string;
}

/** A fault because of which nothing is published. */
export function createRequestFault(path: string, message: string, code = 101): PostFault {
  return { code, platform: null, path, message, effect: 'request' };
}
