import { getNetworkPost } from '../../domain/posts/get-network-post.ts';
import { Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS, type PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../service/post-options.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/** Fields specific to the original post; the new post sets its own. */
const EXCLUDED_FIELDS: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'validateScheduled',
  'idempotencyKey',
]);

/**
 * Builds new posts for only the networks that failed: retrying the original post would publish it again on the
 * others. Networks with the same text and media share one post.
 *
 * @param body the original post
 * @returns an empty list if the failed networks are unknown
 * @see docs/service/general.md#HTTP-11
 */
export function buildRetryPosts(
  body: PostBody,
  outcome: Pick<PostOutcome, 'copies' | 'failures'>,
): readonly PostBody[] {
  const networks = listFailedNetworks(body, outcome);
  const parts = Map.groupBy(networks, (platform) => {
    const { text, mediaUrls } = getNetworkPost(body, platform);
    return JSON.stringify([text, mediaUrls]);
  });
  return [...parts.values()].map((platforms) => buildPost(body, platforms));
}

/** Returns the failed networks by name, or else the requested networks without a copy. */
function listFailedNetworks(
  { platforms }: PostBody,
  { copies, failures }: Pick<PostOutcome, 'copies' | 'failures'>,
): readonly Platform[] {
  const isOut = (platform: string) => copies.some((copy) => copy.platform === platform);
  const named = failures.flatMap(({ platform }) => {
    const known = Platform.safeParse(platform);
    return known.success && !isOut(known.data) ? [known.data] : [];
  });
  const isTold = failures.every(({ platform }) => platform !== null) || platforms.includes(ALL_NETWORKS);
  if (isTold) return [...new Set(named)];
  const asked = platforms.filter((platform) => platform !== ALL_NETWORKS);
  return copies.every(({ platform }) => platform !== null) ? asked.filter((each) => !isOut(each)) : [];
}

function buildPost(body: PostBody, platforms: readonly Platform[]): PostBody {
  const [platform] = platforms;
  const { text, mediaUrls } =
    platform === undefined ? { text: '', mediaUrls: [] } : getNetworkPost(body, platform);
  const others = Object.entries(body).filter(([name]) => {
    const owner = OPTIONS_PLATFORM[name as PostOptionsName]; // undefined for any other name
    return !EXCLUDED_FIELDS.has(name) && (owner === undefined || platforms.includes(owner));
  });
  return {
    post: text,
    platforms: [...platforms],
    ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...Object.fromEntries(others),
  };
}
