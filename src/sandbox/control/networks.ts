import { joinWithAnd } from '../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { AccountChange, AccountState } from '../../service/control/control.ts';
import { ABILITY_PLATFORM, type ListedMedia } from '../../service/control/posting.ts';
import { AUTOMATION_PLATFORM, MessagePlatform, PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Random } from '../generate-ids.ts';
import { removeCopies } from '../handlers/posts/delete-post.ts';
import { toAccountFetch } from '../handlers/posts/get-platform-history.ts';
import { enqueueLinkChanges } from '../handlers/profiles.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { isRefreshDue } from '../networks/check-account.ts';
import { buildPostUrl, createSocialPostId } from '../networks/network-ids.ts';
import { buildAccount } from '../networks/new-account.ts';
import { getDeclaredFacts, type KnownMedia, listDeclaredMedia, setDeclaredFacts } from '../store/media.ts';
import {
  findKnownAccount,
  type KnownAccount,
  listKnownAccounts,
  type NetworkAccount,
  saveAccount,
} from '../store/profiles.ts';
import {
  findRefresh,
  findSocialPost,
  insertSocialPost,
  PLAIN_COPY,
  type SocialPost,
} from '../store/social-posts.ts';
import {
  type ControlHandler,
  getAlias,
  readPastTime,
  requireAccountOn,
  requireProfile,
} from './control-handler.ts';

type NativePostInput = Parameters<ControlHandler<'createNativePost'>>[0];

/** Creates a post made in the network's own app: the service only learns of it from the network. */
export const createNativePost: ControlHandler<'createNativePost'> = (input, { store, engine }) => {
  const { platform, text, mediaUrls, kind, subreddit = null } = input;
  const now = engine.now();
  const created = readPastTime(input.at, now);
  checkParts(input);
  return store.transaction(() => {
    const profile = requireProfile(input.profile, store);
    const account = requireAccountOn(platform, profile, store);
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
    insertSocialPost(store, post);
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
  if (kind !== 'post' && !PLATFORMS[platform].reelsAndStories) {
    throw createInputFailure(
      `kind: ${PLATFORMS[platform].name} has no ${kind}; only Instagram and Facebook have`,
    );
  }
  const { needsSubreddit } = PLATFORMS[platform].post;
  if (needsSubreddit && subreddit === undefined) throw createInputFailure('subreddit: is required on Reddit');
  if (!needsSubreddit && subreddit !== undefined) {
    throw createInputFailure(`subreddit: is for Reddit only, not for ${PLATFORMS[platform].name}`);
  }
}

/** Social Post IDs are unique on their network. */
function generateUnusedId(store: Database, account: NetworkAccount, random: Random): string {
  for (;;) {
    const id = createSocialPostId(account.platform, account, random);
    if (findSocialPost(store, account.platform, id) === undefined) return id;
  }
}

/** The service fetches an account at most every 10 minutes, and does not know of posts made in between. */
function computeListedFrom({ platform, profile, created }: SocialPost, store: Database, now: number): number {
  const { id } = toAccountFetch(platform, profile);
  const last = findRefresh(store, platform, id);
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
  media: listDeclaredMedia(store).map(toListedMedia),
});

/** Properties that are not named stay. */
const setMedia: ControlHandler<'setMedia'> = ({ url, ...reported }, { store }) => {
  if (Object.keys(reported).length === 0) throw createInputFailure('name at least one property of the file');
  return store.transaction(() => {
    const media: KnownMedia = { url, facts: { ...getDeclaredFacts(store, url), ...reported } };
    setDeclaredFacts(store, media);
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

const listAccounts: ControlHandler<'listAccounts'> = (_input, { store }) => ({
  accounts: listKnownAccounts(store).map((account) => toAccountState(account, store)),
});

const setAccount: ControlHandler<'setAccount'> = (change, { store, engine }) =>
  store.transaction(() => {
    checkLogin(change);
    checkNetwork(change);
    const profile = requireProfile(change.profile, store);
    const before = findKnownAccount(store, profile.id, change.platform);
    const account = applyChange(before ?? buildAccount(profile, change.platform), change);
    saveAccount(store, account);
    enqueueLinkChanges(engine, { before, after: account, change });
    return { account: toAccountState(account, store) };
  });

export const accountHandlers = { listAccounts, setAccount };

function checkLogin({ platform, login }: AccountChange): void {
  const { otherLogin: other } = PLATFORMS[platform];
  if (login === undefined || login === 'direct' || login === other) return;
  throw createInputFailure(
    `login: of an account on ${PLATFORMS[platform].name} must be ${other === undefined ? 'direct' : `direct or ${other}`}, not ${login}`,
  );
}

/** Properties that only accounts of one network have. */
const OF_ONE_NETWORK = {
  automations: AUTOMATION_PLATFORM,
  page: AUTOMATION_PLATFORM,
  ...ABILITY_PLATFORM,
} as const satisfies Partial<Record<keyof AccountChange, Platform>>;

function checkNetwork({ platform, ...change }: AccountChange): void {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(OF_ONE_NETWORK) as (keyof typeof OF_ONE_NETWORK)[];
  if (change.messaging !== undefined && !PLATFORMS[platform].messages)
    throw createInputFailure(
      `messaging: is for ${joinWithAnd(MessagePlatform.options.map((each) => PLATFORMS[each].name))} only, not for ${PLATFORMS[platform].name}`,
    );
  const foreign = names.find((name) => change[name] !== undefined && OF_ONE_NETWORK[name] !== platform);
  if (foreign === undefined) return;
  const [own, other] = [OF_ONE_NETWORK[foreign], platform].map((each) => PLATFORMS[each].name);
  throw createInputFailure(`${foreign}: is for ${own} only, not for ${other}`);
}

/** Applies a change; properties that it does not name stay. */
function applyChange(account: KnownAccount, { profile: _alias, ...change }: AccountChange): KnownAccount {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const { abilities = [], state = [] } = Object.groupBy(given, ([name]) =>
    Object.hasOwn(ABILITY_PLATFORM, name) ? 'abilities' : 'state',
  );
  return {
    ...account,
    ...Object.fromEntries(state),
    abilities: { ...account.abilities, ...Object.fromEntries(abilities) },
  };
}

function toAccountState({ profile, abilities, ...account }: KnownAccount, store: Database): AccountState {
  return { profile: getAlias(profile, store), ...account, ...abilities };
}
