import { areCommentsDisabled } from '../../domain/posts/are-comments-disabled.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { Random } from '../generate-keys.ts';
import { generateRandomText } from '../generate-random-text.ts';
import { DIGITS } from '../networks/derived-ids.ts';
import { createSocialPostId } from '../networks/network-ids.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { CopyAbout, SocialPost } from '../store/social-posts.ts';
import { listInstagramPosts } from './check-abilities.ts';
import { hasVideo } from './check-media.ts';
import { TIKTOK } from './post-result.ts';
import type { PublishTarget } from './publish-target.ts';
import { listTargetWarnings } from './target-warnings.ts';

interface CopyInput {
  readonly account: NetworkAccount;
  /** The text to publish, with additions of the service. */
  readonly text: string;
  /** TikTok: processing will fail. */
  readonly fails: boolean;
  readonly random: Random;
}

/** Builds a network's copy of a post. @see docs/service/posts.md#response, #POST-02, #POST-08 */
export function createCopy(leg: PublishTarget, accepted: CopyInput): SocialPost {
  const { platform, postId, profile, at, part } = leg;
  const isTikTok = platform === 'tiktok';
  const id = isTikTok ? TIKTOK.pending : createUnusedId(leg, accepted);
  const subreddit = part.options['subreddit'];
  return {
    platform,
    id,
    profile,
    postId,
    kind: getCopyKind(leg),
    conversationId: id,
    subreddit: platform === 'reddit' && typeof subreddit === 'string' ? subreddit : null,
    created: at,
    resolvesAt: isTikTok ? at + ASSUMED.tiktokProcessingMs : null,
    about: { ...buildCommonDetails(leg, accepted), ...buildNetworkDetails(leg, accepted) },
  };
}

/** An id that no other post of the network has. */
function createUnusedId({ store, platform }: PublishTarget, { account, random }: CopyInput): string {
  for (;;) {
    const id = createSocialPostId(platform, account, random);
    if (store.posts.findSocial(platform, id) === undefined) return id;
  }
}

/** Instagram publishes a single video as a reel. */
function getCopyKind(leg: PublishTarget): SocialPost['kind'] {
  const { platform, part } = leg;
  const { stories, reels } = part.options;
  if (stories === true) return 'story';
  const isLoneVideo = platform === 'instagram' && part.mediaUrls.length === 1 && hasVideo(leg);
  return reels === true || isLoneVideo ? 'reel' : 'post';
}

function buildCommonDetails(leg: PublishTarget, { text }: CopyInput): CopyAbout {
  const { body, part } = leg;
  const warnings = listTargetWarnings(leg);
  return {
    text,
    ...(text !== part.text && { written: part.text }),
    ...(warnings.length > 0 && { warnings }),
    ...(areCommentsDisabled(body, part) && { commentsDisabled: true }),
  };
}

/** Details that only one network has. */
function buildNetworkDetails(leg: PublishTarget, { account, fails, random }: CopyInput): CopyAbout {
  switch (leg.platform) {
    case 'instagram':
      return { usedQuota: listInstagramPosts(leg).length + 1 };
    case 'tiktok':
      return {
        idShare: `share~v2.${generateRandomText(random, DIGITS, 12)}`,
        isVideo: hasVideo(leg),
        ...(fails && { fails }),
      };
    case 'linkedin':
      return { owner: account.id };
    case 'gmb':
      return { type: leg.part.options['isPhotoVideo'] === true ? 'photoVideo' : 'localPost' };
    default:
      return {};
  }
}
