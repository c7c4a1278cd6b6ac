import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { ListedMedia } from '../../service/control/posting.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import type { Random } from '../generate-keys.ts';
import { toAccountFetch } from '../handlers/get-platform-history.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { isRefreshDue } from '../networks/fetch-limits.ts';
import { buildPostUrl, createSocialPostId } from '../networks/network-ids.ts';
import { removeCopies } from '../publish/take-down.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { KnownMedia } from '../store/media.ts';
import { PLAIN_COPY, type SocialPost } from '../store/social-posts.ts';
import type { Store } from '../store/store.ts';
import { type ControlHandler, requireProfile } from './control-handler.ts';

type NativePostInput = Parameters<ControlHandler<'createNativePost'>>[0];

/** Creates a post made in the network's own app: the service only learns of it from the network. */
export const createNativePost: ControlHandler<'createNativePost'> = (input, { store, engine }) => {
  const { platform, text, mediaUrls, kind, subreddit = null } = input;
  const now = engine.now();
  const created = input.at === undefined ? now : Date.parse(input.at);
  if (created > now) throw createInputFailure('at: is in the future');
  checkParts(input);
  return store.transaction(() => {
    const profile = requireProfile(input.profile, store);
    const account = store.accounts.findLinked(profile.id, platform);
    if (account === undefined) {
      throw createInputFailure(
        `platform: the profile ${profile.alias} has no account on ${PLATFORMS[platform].name}`,
      );
    }
    const id = generateUnusedId(store, account, engine.random);
    const post: SocialPost = {
      platform,
      id,
      profile: profile.id,
      postId: null,
      kind,
      conversationId: id,
      subreddit,
      created,
      ...PLAIN_COPY,
      about: { text, ...(mediaUrls.length > 0 && { mediaUrls }) },
    };
    store.posts.addSocial(post);
    return {
      post: {
        platform,
        id,
        profile: profile.alias,
        kind,
        text,
        mediaUrls,
        created: formatIsoSeconds(created),
        postUrl: buildPostUrl(platform, id),
        listedFrom: formatIsoSeconds(computeListedFrom(post, store, now)),
      },
    };
  });
};

function checkParts({ platform, text, mediaUrls, kind, subreddit }: NativePostInput): void {
  if (text.trim() === '' && mediaUrls.length === 0) {
    throw createInputFailure('text: must not be blank when the post has no media');
  }
  if (kind !== 'post' && platform !== 'instagram' && platform !== 'facebook') {
    throw createInputFailure(
      `kind: ${PLATFORMS[platform].name} has no ${kind}; only instagram and facebook have`,
    );
  }
  if (platform === 'reddit' && subreddit === undefined)
    throw createInputFailure('subreddit: is required on reddit');
  if (platform !== 'reddit' && subreddit !== undefined) {
    throw createInputFailure(`subreddit: is for reddit only, not for ${platform}`);
  }
}

/** Social Post IDs are unique on their network. */
function generateUnusedId(store: Store, account: NetworkAccount, random: Random): string {
  for (;;) {
    const id = createSocialPostId(account.platform, account, random);
    if (store.posts.findSocial(account.platform, id) === undefined) return id;
  }
}

/** The service fetches an account at most every 10 minutes, and does not know of posts made in between. */
function computeListedFrom({ platform, profile, created }: SocialPost, store: Store, now: number): number {
  const { id } = toAccountFetch(platform, profile);
  const last = store.refreshes.find(platform, id);
  if (last === undefined || isRefreshDue(last, now) || created <= last.refreshed) return created;
  return last.next;
}

/**
 * Deletes a copy as a person does at the network, whether or not the service can.
 *
 * @see docs/service/posts.md#update
 */
export const deleteCopy: ControlHandler<'deleteCopy'> = ({ postId, network }, { store }) =>
  store.transaction(() => {
    if (!removeCopies(store, postId, network)) {
      throw new ServiceFailure(1404, {
        message: `The post ${postId} is not on ${PLATFORMS[network].name}.`,
      });
    }
    return { deleted: postId, network };
  });

const listMedia: ControlHandler<'listMedia'> = (_input, { store }) => ({
  media: store.media.list().map(toListedMedia),
});

/** Properties that are not named stay. */
const setMedia: ControlHandler<'setMedia'> = ({ url, ...told }, { store }) => {
  if (Object.keys(told).length === 0) throw createInputFailure('name at least one property of the file');
  return store.transaction(() => {
    const media: KnownMedia = { url, facts: { ...store.media.getFacts(url), ...told } };
    store.media.set(media);
    return { media: toListedMedia(media) };
  });
};

export const mediaHandlers = { listMedia, setMedia };

function toListedMedia({ url, facts }: KnownMedia): ListedMedia {
  const { seconds, bytes, reachable } = ASSUMED.media;
  return {
    url,
    seconds: facts.seconds ?? seconds,
    bytes: facts.bytes ?? bytes,
    type: facts.type ?? null,
    reachable: facts.reachable ?? reachable,
  };
}
