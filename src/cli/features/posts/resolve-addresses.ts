import type { Client } from '../../../client/client.ts';
import { isAddressOf, type PostAddress, parsePostAddress } from '../../../domain/posts/post-address.ts';
import { CrierError, createUsageError, ignoreErrors } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import {
  PLATFORMS,
  type Platform,
  SOCIAL_COMMENT_PLATFORMS,
  SOCIAL_POST_PLATFORMS,
} from '../../../service/platforms.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { AddressResolver, AddressUse } from '../../framework/command/registrations.ts';
import { getNetworkName } from '../../framework/output/cell.ts';
import type { ReferenceTarget } from '../../framework/output/reference.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { crier, formatFlags } from '../../framework/output/text/shell-command.ts';
import { type PostEntry, type PostsResult, readAccountPosts, readHistory } from './read-posts.ts';

/**
 * Resolves addresses of posts and comments to what a command takes. The address of a copy of a post is that copy where the
 * command takes ids of its network, and the post elsewhere. The posts of the service are read once, and those of
 * the account only for a post that is not among them.
 *
 * @throws CrierError of kind usage for an address that names nothing of the kind, of kind not-found for an unknown post
 */
export function createAddressResolver(
  { kinds, takesNetworks, changes }: AddressUse,
  { service, io }: CommandContext,
): AddressResolver {
  let history: Promise<PostsResult> | undefined;
  const takesNetwork = (platform: string): platform is Platform =>
    kinds.includes('networkPost') && SOCIAL_POST_PLATFORMS.some((each) => each === platform) && takesNetworks;
  const toTarget = async (address: PostAddress, shown: string): Promise<ReferenceTarget> => {
    const { platform, commentId, postId } = address;
    if (kinds.includes('comment')) {
      const isOnly = !kinds.includes('post');
      const reply =
        isOnly && platform !== null && PLATFORMS[platform].comments?.areReplyPosts ? postId : null;
      const id = commentId ?? reply;
      const canRead = isOnly || SOCIAL_COMMENT_PLATFORMS.some((each) => each === platform);
      if (id !== null && platform !== null && canRead) return { kind: 'comment', id, platform };
      if (isOnly) throw createNoCommentError(shown);
    }
    const client = await service.client();
    history ??= readHistory(client, { limit: LIMITS.historyLimit.max, lastDays: 0 });
    const { posts, hasMore } = await history;
    const found = findPost(address, posts);
    if (found !== null) {
      const { copy, post } = found;
      if (copy.id != null && copy.platform != null && hasOwnId(copy.id) && takesNetwork(copy.platform))
        return { kind: 'networkPost', id: copy.id, platform: copy.platform };
      if (changes && kinds.includes('networkPost'))
        throw createUsageError(
          `${shown} is on ${getNetworkName(copy.platform ?? '')}, where posts have to be named by their Service Post ID`,
          `use ${formatFlags`${post.id ?? ''} --only ${copy.platform ?? ''}`}`,
        );
      await io.note(`${shown} is the post ${post.id}`);
      return { kind: 'post', id: post.id ?? '' };
    }
    const id =
      platform !== null && takesNetwork(platform)
        ? ((await findAccountPost(client, platform, address)) ?? postId)
        : null;
    if (id !== null && platform !== null) return { kind: 'networkPost', id, platform };
    throw createUnknownError(shown, hasMore ? posts.length : null);
  };
  return (text, place) => {
    const address = parsePostAddress(text);
    const shown = `${place === undefined ? '' : `${place}: `}${maskLikelySecret(text)}`;
    if (address === null) throw createUsageError(`${shown} is no address of a post`);
    return toTarget(address, shown);
  };
}

/** A video that TikTok still processes, or rejected, has none. */
const hasOwnId = (id: string) => id !== 'pending' && id !== 'failed';

type Copy = NonNullable<PostEntry['postIds']>[number];

/** The post of the service with a copy at the address; of a thread, any of its posts. */
function findPost(address: PostAddress, posts: readonly PostEntry[]): { copy: Copy; post: PostEntry } | null {
  for (const post of posts) {
    const copy = (post.postIds ?? []).find(({ thread, ...each }) =>
      [each, ...(thread ?? []).map((part) => ({ ...part, platform: each.platform }))].some((place) =>
        isAddressOf(address, place),
      ),
    );
    if (copy !== undefined) return { copy, post };
  }
  return null;
}

/** The own id of a post that was not made through the service; null if the account's newest posts do not have it. */
async function findAccountPost(
  client: Client,
  platform: Platform,
  address: PostAddress,
): Promise<string | null> {
  const most = LIMITS.platformHistoryLimit.max;
  const read = await ignoreErrors(readAccountPosts(client, { platform, most, cursor: undefined }));
  const found = read?.posts.find((post) => {
    const { postUrl } = post as { readonly postUrl?: unknown }; // a member of a JSON document
    return isAddressOf(address, {
      platform,
      id: post.id,
      postUrl: typeof postUrl === 'string' ? postUrl : null,
    });
  });
  return found?.id ?? null;
}

function createNoCommentError(shown: string): CrierError {
  return createUsageError(
    `${shown} does not have the id of a comment`,
    `"${crier`comments inbox`}" and "${crier`comments get <post>`}" print the ids of comments`,
  );
}

/** @param searched number of posts that were searched, when there are more */
function createUnknownError(shown: string, searched: number | null): CrierError {
  const where = searched === null ? 'none of your posts' : `none of your newest ${searched} posts`;
  return new CrierError('not-found', `${shown} is the address of ${where}`, {
    http: null,
    advice: `check --profile; "${crier`posts list`}" prints the ids of posts, and "${crier`posts get <id>`}" their addresses`,
  });
}
