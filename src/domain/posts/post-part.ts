import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { POST_LIMITS, type PostLimits } from '../../service/post-limits.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../service/post-options.ts';
import { getMediaKind, type MediaKind } from './get-media-kind.ts';
import { getNetworkPost, type PostContent } from './get-network-post.ts';

/** What one network receives of a post, and where that is in the post. */
export interface PostPart extends PostContent {
  readonly platform: Platform;
  /** The network's own name. */
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
  /** Media kinds as far as URLs and `isVideo` tell; null if there are more media than the network ever accepts. */
  readonly kinds: readonly MediaKind[] | null;
}

export function buildPostPart(body: PostBody, platform: Platform): PostPart {
  const part = getNetworkPost(body, platform);
  const limits = POST_LIMITS[platform];
  const { mediaUrls, options } = part;
  return {
    ...part,
    platform,
    name: PLATFORMS[platform].name,
    limits,
    textPath: getFieldPath('post', body.post, platform),
    mediaPath: getFieldPath('mediaUrls', body.mediaUrls, platform),
    shortenLinks: body.shortenLinks === true,
    isThread: limits.makesThreads === true && options['thread'] === true,
    kinds:
      mediaUrls.length > countMaxMedia(limits)
        ? null
        : mediaUrls.map((url) => getMediaKind(url, { isVideo: body.isVideo === true })),
  };
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
