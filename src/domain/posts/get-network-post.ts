import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS, type PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../service/post-options.ts';

/** What one network receives of a post. */
export interface PostContent {
  readonly text: string;
  readonly mediaUrls: readonly string[];
  /** Options of the network; if it has two option objects, the later one wins. */
  readonly options: Readonly<Record<string, unknown>>;
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
