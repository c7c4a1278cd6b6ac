import { PLATFORMS, type Platform } from '../facts/platforms.ts';
import type { PostBody } from '../facts/post-body.ts';
import { POST_LIMITS, type PostLimits } from '../facts/post-limits.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../facts/post-options.ts';
import { getMediaKind, type MediaKind } from './get-media-kind.ts';
import { getNetworkPost, type PostContent } from './get-network-post.ts';

/** What one network gets of a post, and where it stands there. */
export interface PostPart extends PostContent {
  readonly platform: Platform;
  /** The network's own name. */
  readonly name: string;
  readonly limits: PostLimits;
  /** Such as `post.bluesky`. */
  readonly textPath: string;
  /** Such as `mediaUrls.default`. */
  readonly mediaPath: string;
  /** Whether links will be shortened before it is sent. */
  readonly shortenLinks: boolean;
  /** Whether it is made into a thread. @see docs/service/posts.md#options */
  readonly isThread: boolean;
  /** What its media are, as far as their addresses and `isVideo` tell; null for more than the network ever takes. */
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

/** How many media a network takes, whatever they are. */
export function countMaxMedia({ media }: PostLimits): number {
  return Math.max(media.images, media.videos, media.together ?? 0);
}

function getFieldPath(name: string, value: unknown, platform: Platform): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return name;
  return `${name}.${Object.hasOwn(value, platform) ? platform : 'default'}`;
}

/** Where a member of a network's options stands, or would: in the later of two objects that have it. */
export function getOptionPath(body: PostBody, platform: Platform, member: string): string {
  return `${findOptionsName(body, platform, member)}.${member}`;
}

function findOptionsName(body: PostBody, platform: Platform, member: string): PostOptionsName | undefined {
  // Object.keys forgets the names of a constant's members.
  const names = (Object.keys(OPTIONS_PLATFORM) as PostOptionsName[]).filter(
    (name) => OPTIONS_PLATFORM[name] === platform,
  );
  return names.findLast((name) => Object.hasOwn(body[name] ?? {}, member)) ?? names[0];
}
