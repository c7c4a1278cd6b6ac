import { Platform } from '../facts/platforms.ts';
import { ALL_NETWORKS, type PostBody } from '../facts/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../facts/post-options.ts';
import { getNetworkPost } from './get-network-post.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/** Members that say where, when, and which post it was: a new one has its own. */
const EXCLUDED_FIELDS: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'validateScheduled',
  'idempotencyKey',
]);

/**
 * New posts to the networks that refused this one, and to no other: to retry it would publish it once more where it
 * is out. Networks that get the same text and media share one.
 *
 * @param body what was sent
 * @returns none when it is not known which networks failed
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

/** Those that are named, else those that were asked for and have no copy. */
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
    const owner = OPTIONS_PLATFORM[name as PostOptionsName]; // undefined for every other name
    return !EXCLUDED_FIELDS.has(name) && (owner === undefined || platforms.includes(owner));
  });
  return {
    post: text,
    platforms: [...platforms],
    ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...Object.fromEntries(others),
  };
}
