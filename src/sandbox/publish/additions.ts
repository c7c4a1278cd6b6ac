import type { PostFault, PostPart } from '../../domain/posts/post-part.ts';
import { findTextFaults } from '../../domain/posts/text-faults.ts';
import { maskLinks, replaceLinks } from '../../domain/text/links.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { CommentPlatform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Random } from '../generate-ids.ts';
import { SIMULATED_NETWORKS } from '../networks/behavior/simulated-networks.ts';
import { createSocialCommentId } from '../networks/network-ids.ts';
import { findNetworkUser, insertComment, insertNetworkUser } from '../store/comments.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { SocialPost } from '../store/social-posts.ts';

const HASHTAGS = { max: 2, position: 'auto' } as const;

/**
 * Shortens links and adds hashtags where the post asks for it. A link gets the same short link on every network; what
 * only looks like one stays as it is.
 *
 * @param shorten stores a short link, and returns its address
 * @see docs/service/posts.md#body
 */
export function createAdditions(
  { shortenLinks, autoHashtag = false }: PostBody,
  shorten: (url: string) => string,
) {
  const short = new Map<string, string>();
  const shortened = (link: string) => {
    if (!URL.canParse(link) || link.length > ASSUMED.urlCharacters) return link;
    const known = short.get(link) ?? shorten(link);
    short.set(link, known);
    return known;
  };
  return {
    /** The short links created so far. */
    urls: (): readonly string[] => [...short.values()],
    /** @param part limits the hashtags to what the network's text limits allow */
    apply(text: string, part?: PostPart): string {
      const whole = text.toWellFormed();
      const linked = shortenLinks === true ? replaceLinks(whole, shortened) : whole;
      if (autoHashtag === false) return linked;
      const { max = HASHTAGS.max, position = HASHTAGS.position } = autoHashtag === true ? {} : autoHashtag;
      return addFittingHashtags(linked, { max, position }, part);
    },
  };
}

function addFittingHashtags(
  text: string,
  { max, position }: HashtagOptions,
  part: PostPart | undefined,
): string {
  for (let most = max; most > 0; most -= 1) {
    const tagged = insertHashtags(text, { max: most, position });
    if (part === undefined || findTextFaults({ ...part, text: tagged }).every(isWarning)) return tagged;
  }
  return text;
}

function isWarning({ effect }: PostFault): boolean {
  return effect === 'warning';
}

/** How hashtags are added to a text. @see docs/service/posts.md#body */
interface HashtagOptions {
  max: number;
  /** `auto`: words of the text become hashtags in place. */
  position: 'auto' | 'end';
}

/** Shorter words carry too little meaning. */
const MIN_LETTERS = 5;

/** A word and the character before it; not a part of a link, an address, a name or a hashtag. */
const WORD = /(^|[\s(])(\p{L}+)(?=$|[\s!?)]|[.,;:](?:\s|$))/gu;

/**
 * Adds hashtags made of the longest words of a text; of equally long ones the first. How the service chooses them is
 * not documented.
 */
export function insertHashtags(text: string, { max, position }: HashtagOptions): string {
  const masked = maskLinks(text);
  const chosen = chooseWords(masked, max);
  if (position === 'end') {
    return [text, ...chosen.map((word) => `#${word}`)].filter((part) => part !== '').join(' ');
  }
  const left = new Set(chosen);
  let tagged = '';
  let at = 0;
  for (const { 1: before = '', 2: word = '', index } of masked.matchAll(WORD)) {
    if (!left.delete(word)) continue;
    tagged += `${text.slice(at, index + before.length)}#`;
    at = index + before.length;
  }
  return tagged + text.slice(at);
}

function chooseWords(text: string, max: number): readonly string[] {
  const byName = new Map<string, string>();
  for (const [, , word = ''] of text.matchAll(WORD)) {
    const name = word.toLowerCase();
    if (word.length >= MIN_LETTERS && !byName.has(name)) byName.set(name, word);
  }
  return [...byName.values()].sort((a, b) => b.length - a.length).slice(0, max);
}

/**
 * Adds a comment by the account itself. The engine is not notified: an engagement by the automation's own account
 * leads to no action.
 *
 * The caller holds the transaction, and has checked that the parent exists.
 *
 * @returns its Social Comment ID
 */
export function addOwnComment(
  store: Database,
  comment: {
    platform: CommentPlatform;
    account: NetworkAccount;
    /** The post, or the first post of the conversation. */
    post: SocialPost;
    /** The parent comment; null for a comment on the post. */
    replyTo: string | null;
    text: string;
    mediaUrl: string | null;
    at: number;
  },
  random: Random,
): string {
  const { platform, account, post, text, mediaUrl, at } = comment;
  const parentId = comment.replyTo ?? (post.conversationId === post.id ? null : post.id);
  const id = createSocialCommentId(platform, { accountId: account.id, postId: post.id, parentId }, random);
  insertComment(store, {
    platform,
    id,
    // on X a comment belongs to the conversation, which starts with the first post of a thread
    socialPostId: post.conversationId,
    parentId,
    author: ensureOwnUser(store, platform, account),
    text,
    created: at,
    likes: 0,
    extra: mediaUrl === null ? {} : (SIMULATED_NETWORKS[platform].comments.describeMedia?.(mediaUrl) ?? {}),
  });
  return id;
}

/** Adds the account to the network's users, if it is missing. */
export function ensureOwnUser(
  store: Database,
  platform: CommentPlatform,
  { id, username, displayName }: NetworkAccount,
): string {
  if (findNetworkUser(store, platform, username) === undefined) {
    insertNetworkUser(store, platform, { id, handle: username, name: displayName });
  }
  return username;
}
