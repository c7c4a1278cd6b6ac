import { TRIGGER_RULES } from '../../domain/automations/triggers/rules-by-type.ts';
import { isOneEmoji } from '../../domain/text/unicode.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { AUTOMATION_PLATFORM, MessagePlatform } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Random } from '../generate-ids.ts';
import { createInputFailure } from '../http/service-failure.ts';
import {
  findCommentWithReplies,
  findNetworkUser,
  findPostOfComment,
  insertComment,
  insertNetworkUser,
} from '../store/comments.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import {
  findSocialPost,
  insertSocialPost,
  listAccountPosts,
  listCopies,
  PLAIN_COPY,
  type SocialPost,
} from '../store/social-posts.ts';
import type { NetworkUser } from './network-comment.ts';
import { deriveUserId } from './network-ids.ts';

export interface EngagementInput {
  kind: Engagement['kind'];
  /** Not needed for a comment that exists already. */
  username: string | undefined;
  text?: string | undefined;
  emoji?: string | undefined;
  postId?: string | undefined;
  storyId?: string | undefined;
  commentId?: string | undefined;
  /** Event id (default: generated). A comment's event id is its own id. */
  eventId?: string | undefined;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** The simulated Instagram, as seen by one account. */
export interface InstagramContext {
  store: Database;
  account: NetworkAccount;
  random: Random;
}

const RED_HEART = '❤️';
const platform = AUTOMATION_PLATFORM;

/**
 * Simulates an engagement, and returns it as the network reports it. A comment is stored under its post. The caller
 * holds the transaction.
 *
 * @throws ServiceFailure 101 when it is not possible
 */
export function engageOnInstagram(instagram: InstagramContext, doing: EngagementInput): Engagement {
  const { kind, at } = doing;
  const known = findKnownComment(instagram, doing);
  if (known !== null) return known;
  const { id, handle } = findOrAddUser(
    instagram.store,
    requireUsername(doing),
    MessagePlatform.parse(instagram.account.platform),
  );
  const from = { id, username: ENGAGEMENTS[kind].carriesUsername ? handle : null };
  switch (kind) {
    case 'comment':
      return addPostComment(instagram, doing, from);
    case 'story_comment': {
      const commentId = createCommentId(instagram, doing);
      const text = requireText(doing);
      const story = findOrPublishStory(instagram, doing);
      addComment(instagram, { id: commentId, post: story, author: handle, text, at });
      return { kind, eventId: commentId, from, at, commentId, text, storyId: story.id };
    }
    case 'story_reply': {
      const messageId = doing.eventId ?? createMessageId(instagram.random);
      const text = requireText(doing);
      return {
        kind,
        eventId: messageId,
        from,
        at,
        messageId,
        text,
        storyId: findOrPublishStory(instagram, doing).id,
      };
    }
    case 'dm': {
      const messageId = doing.eventId ?? createMessageId(instagram.random);
      return { kind, eventId: messageId, from, at, messageId, text: requireText(doing) };
    }
    case 'reaction': {
      const messageId = createMessageId(instagram.random);
      const emoji = doing.emoji ?? RED_HEART;
      if (!isOneEmoji(emoji)) throw createInputFailure('emoji: must be one emoji');
      return {
        kind,
        eventId: doing.eventId ?? createMessageId(instagram.random),
        from,
        at,
        messageId,
        emoji,
      };
    }
  }
}

function addPostComment(
  instagram: InstagramContext,
  doing: EngagementInput,
  from: Engagement['from'],
): Engagement {
  const { at } = doing;
  const commentId = createCommentId(instagram, doing);
  const text = requireText(doing);
  const post = findPost(instagram, doing.postId);
  addComment(instagram, { id: commentId, post, author: requireUsername(doing), text, at });
  const { id: postId, postId: servicePostId } = post;
  return { kind: 'comment', eventId: commentId, from, at, commentId, text, postId, servicePostId };
}

/** An existing comment under a post of the account, reported again. */
function findKnownComment({ store, account }: InstagramContext, doing: EngagementInput): Engagement | null {
  const { parts } = TRIGGER_RULES[ENGAGEMENTS[doing.kind].trigger];
  const id = parts.includes('commentId') ? getCommentId(doing) : undefined;
  if (id === undefined) return null;
  const socialPostId = findPostOfComment(store, platform, id);
  if (socialPostId === undefined) return null;
  const post = findSocialPost(store, platform, socialPostId);
  const found = findCommentWithReplies(store, { platform, id, until: Number.MAX_SAFE_INTEGER });
  if (post?.profile !== account.profile || found === undefined) {
    throw createInputFailure(`commentId: ${id} is not a comment on a post of the account`);
  }
  const { author, created: at, text } = found;
  if (doing.username !== undefined && doing.username.toLowerCase() !== author.handle.toLowerCase()) {
    throw createInputFailure(`from: must be ${author.handle}, the author of the existing comment ${id}`);
  }
  if (doing.text !== undefined && doing.text !== text) {
    throw createInputFailure(`text: must be the text of the existing comment ${id}: "${text}"`);
  }
  const from = { id: author.id, username: author.handle };
  const place = { eventId: id, from, at, commentId: id, text };
  return post.kind === 'story'
    ? { kind: 'story_comment', ...place, storyId: post.id }
    : { kind: 'comment', ...place, postId: post.id, servicePostId: post.postId };
}

const COMMENT_ID = /^\d{5,25}$/;

function createCommentId({ random }: InstagramContext, doing: EngagementInput): string {
  const { commentId, text } = doing;
  if (commentId !== undefined && !COMMENT_ID.test(commentId)) {
    throw createInputFailure('commentId: must be a number, as Instagram writes ids: 18054973922452013');
  }
  if (commentId !== undefined && text === undefined) {
    throw createInputFailure(
      `commentId: is ${commentId}, and no comment on a post of the account has that id`,
    );
  }
  return getCommentId(doing) ?? createNumericId(random);
}

function getCommentId({ commentId, eventId }: EngagementInput): string | undefined {
  return commentId ?? eventId;
}

export function findOrAddUser(
  store: Database,
  username: string,
  platform: MessagePlatform = AUTOMATION_PLATFORM,
): NetworkUser {
  const known = findNetworkUser(store, platform, username);
  if (known !== undefined) return known;
  const user: NetworkUser = { id: deriveUserId(platform, username), handle: username, name: username };
  insertNetworkUser(store, platform, user);
  return user;
}

function requireUsername({ username }: EngagementInput): string {
  if (username === undefined) throw createInputFailure('from: is required for a new engagement');
  return username;
}

function requireText({ kind, text }: EngagementInput): string {
  if (text === undefined) throw createInputFailure(`text: is required for ${kind}`);
  return text;
}

/** A post of the account, by social or service id (default: the newest). */
function findPost({ store, account }: InstagramContext, id: string | undefined): SocialPost {
  if (id === undefined) {
    const newest = listPosts({ store, account }).find(({ kind }) => kind !== 'story');
    if (newest === undefined) throw createInputFailure('postId: the account has no post');
    return newest;
  }
  const post =
    findSocialPost(store, platform, id) ?? listCopies(store, id).find((copy) => copy.platform === platform);
  if (post?.profile === account.profile && post.kind !== 'story') return post;
  const others = listPosts({ store, account }).filter(({ kind }) => kind !== 'story');
  const some = others.slice(0, MOST_NAMED).map((each) => each.postId ?? each.id);
  throw createInputFailure(
    `postId: is no post of this account on Instagram: ${id}; some that are: ${some.join(', ')}`,
  );
}

const MOST_NAMED = 3;

const MOST_LOOKED_AT = 100;

function listPosts({ store, account }: Pick<InstagramContext, 'store' | 'account'>): readonly SocialPost[] {
  const { profile } = account;
  const until = Number.MAX_SAFE_INTEGER;
  return listAccountPosts(store, { profile, platform, until, after: null, most: MOST_LOOKED_AT });
}

/** A story of the account that has not expired; an unknown one is published now. */
function findOrPublishStory(instagram: InstagramContext, { storyId, at }: EngagementInput): SocialPost {
  const { store, account, random } = instagram;
  const isOver = (story: SocialPost) => at - story.created >= ASSUMED.storyLifetimeMs;
  if (storyId === undefined) {
    const newest = listPosts(instagram).find((post) => post.kind === 'story' && !isOver(post));
    return newest ?? publishStory(instagram, createNumericId(random), at);
  }
  const known = findSocialPost(store, platform, storyId);
  if (known === undefined) return publishStory(instagram, storyId, at);
  if (known.profile !== account.profile || known.kind !== 'story') {
    throw createInputFailure(`storyId: the account has no story ${storyId}`);
  }
  if (isOver(known)) throw createInputFailure(`storyId: the story ${storyId} is over`);
  return known;
}

function publishStory({ store, account }: InstagramContext, id: string, created: number): SocialPost {
  const story: SocialPost = {
    platform,
    id,
    profile: account.profile,
    postId: null,
    kind: 'story',
    conversationId: id,
    subreddit: null,
    created,
    ...PLAIN_COPY,
  };
  insertSocialPost(store, story);
  return story;
}

function addComment(
  { store }: InstagramContext,
  { id, post, author, text, at }: { id: string; post: SocialPost; author: string; text: string; at: number },
): void {
  if (post.about.commentsDisabled === true) {
    throw createInputFailure(`postId: comments are disabled on ${post.postId ?? post.id}`);
  }
  insertComment(store, {
    platform,
    id,
    socialPostId: post.id,
    parentId: null,
    author,
    text,
    created: at,
    likes: 0,
    extra: {},
  });
}

const ID_DIGITS = 15;

/** An id as Instagram formats those of comments and stories. */
function createNumericId(random: Random): string {
  return `18${Array.from(random(ID_DIGITS), (byte) => byte % 10).join('')}`;
}

const MESSAGE_ID_BYTES = 12;

function createMessageId(random: Random): string {
  return `mid.${Buffer.from(random(MESSAGE_ID_BYTES)).toString('hex')}`;
}
