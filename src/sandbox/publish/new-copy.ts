import { ASSUMED } from '../../facts/assumed.ts';
import { areCommentsDisabled } from '../../rules/are-comments-disabled.ts';
import type { Random } from '../generate-keys.ts';
import { generateRandomText } from '../generate-random-text.ts';
import { DIGITS } from '../networks/made-id.ts';
import { newSocialPostId } from '../networks/new-post-id.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { CopyAbout, SocialPost } from '../store/social-posts.ts';
import { instagramPosts } from './ability-refusal.ts';
import type { Leg } from './leg.ts';
import { legWarnings } from './leg-warnings.ts';
import { hasVideo } from './media-refusal.ts';
import { TIKTOK } from './told-post.ts';

interface Accepted {
  readonly account: NetworkAccount;
  /** What is sent there, with all that the service added. */
  readonly text: string;
  /** tiktok: it will not become public. */
  readonly fails: boolean;
  readonly random: Random;
}

/** What a network makes of its part of a post. @see docs/service/posts.md#response, #POST-02, #POST-08 */
export function newCopy(leg: Leg, accepted: Accepted): SocialPost {
  const { platform, postId, profile, at, part } = leg;
  const isTikTok = platform === 'tiktok';
  const id = isTikTok ? TIKTOK.pending : newId(leg, accepted);
  const subreddit = part.options['subreddit'];
  return {
    platform,
    id,
    profile,
    postId,
    kind: kindOf(leg),
    conversationId: id,
    subreddit: platform === 'reddit' && typeof subreddit === 'string' ? subreddit : null,
    created: at,
    resolvesAt: isTikTok ? at + ASSUMED.tiktokProcessingMs : null,
    about: { ...commonAbout(leg, accepted), ...ownAbout(leg, accepted) },
  };
}

/** One that no other post of the network has. */
function newId({ store, platform }: Leg, { account, random }: Accepted): string {
  for (;;) {
    const id = newSocialPostId(platform, account, random);
    if (store.posts.findSocial(platform, id) === undefined) return id;
  }
}

/** instagram makes a reel of a video that stands alone. */
function kindOf(leg: Leg): SocialPost['kind'] {
  const { platform, part } = leg;
  const { stories, reels } = part.options;
  if (stories === true) return 'story';
  const isLoneVideo = platform === 'instagram' && part.mediaUrls.length === 1 && hasVideo(leg);
  return reels === true || isLoneVideo ? 'reel' : 'post';
}

function commonAbout(leg: Leg, { text }: Accepted): CopyAbout {
  const { body, part } = leg;
  const warnings = legWarnings(leg);
  return {
    text,
    ...(text !== part.text && { written: part.text }),
    ...(warnings.length > 0 && { warnings }),
    ...(areCommentsDisabled(body, part) && { commentsDisabled: true }),
  };
}

/** What one network alone tells. */
function ownAbout(leg: Leg, { account, fails, random }: Accepted): CopyAbout {
  switch (leg.platform) {
    case 'instagram':
      return { usedQuota: instagramPosts(leg).length + 1 };
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
