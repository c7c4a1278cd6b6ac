import { CommentPlatform, PLATFORMS, Platform } from '../../../service/platforms.ts';
import type { Database } from '../../../storage/open-database.ts';
import { ServiceFailure } from '../../http/service-failure.ts';
import { checkCommentsReadable, countXRequest, type NetworkFailure } from '../../networks/check-account.ts';
import { findPostOfComment } from '../../store/comments.ts';
import { findPost } from '../../store/posts.ts';
import { findLinkedAccount, type NetworkAccount } from '../../store/profiles.ts';
import { findServiceComment, type ServiceComment } from '../../store/service-comments.ts';
import { findSocialPost, listCopies, type SocialPost } from '../../store/social-posts.ts';
import type { HandlerContext } from '../handler.ts';
import type { FailedNetworkLeg } from '../network-legs.ts';

/** A network to read from. */
export interface LegRequest {
  readonly platform: CommentPlatform;
  /** The network's id of what was idKind for: a post, or a comment. */
  readonly id: string;
  readonly idKind: 'post' | 'comment';
  /** Read the comment itself (default: on LinkedIn, its replies). */
  readonly itself?: true;
  /** The post, or the one above the comment or the reply on X; undefined when it is not the profile's. */
  readonly post: SocialPost | undefined;
}

/**
 * Every network that a post of the service was published on, even if it was deleted there: X then responds without
 * comments, the others do not find it.
 *
 * @throws ServiceFailure 186 when the profile has no such post
 * @see docs/service/comments.md#COM-07, #COM-18, #COM-20
 */
export function findLegsOfPost(id: string, { store, profile }: HandlerContext): readonly LegRequest[] {
  const about = findPost(store, profile.id, id)?.about;
  if (about === undefined) {
    throw new ServiceFailure(186, { action: 'post', id, message: 'The post id was not found.' });
  }
  const copies = listCopies(store, id);
  const removed = about.removed.filter(({ platform }) => copies.every((copy) => copy.platform !== platform));
  const legs = [
    ...copies.map((post) => ({ platform: post.platform, id: post.id, post })),
    ...removed.map((copy) => ({ ...copy, post: undefined })),
  ];
  return CommentPlatform.options.flatMap((platform) =>
    legs
      .filter((leg) => leg.platform === platform)
      .map((leg) => ({ ...leg, platform, idKind: 'post' as const })),
  );
}

/**
 * A post of the network. On X, a reply by any account is a post too: it is part of the conversation below a post of
 * the profile.
 *
 * @see docs/service/comments.md#x-legs, #COM-17
 */
export function findLegOfSocialPost(
  platform: CommentPlatform,
  id: string,
  context: HandlerContext,
): LegRequest {
  const post = findOwnPost(platform, id, context);
  if (post !== undefined || !PLATFORMS[platform].comments.isFlat)
    return { platform, id, idKind: 'post', post };
  return { ...findLegOfComment(platform, id, context), idKind: 'post' };
}

/**
 * Every network that still has a comment of the service.
 *
 * @param id Service Comment ID
 * @returns null when the profile has no such comment
 * @throws ServiceFailure 186 when it was deleted
 * @see docs/service/general.md#identifiers
 * @see docs/service/comments.md#COM-28
 */
export function findLegsOfServiceComment(id: string, context: HandlerContext): readonly LegRequest[] | null {
  const { store, profile } = context;
  if (findServiceComment(store, profile.id, id) === undefined) return null;
  return requireServiceComment(id, context).copies.map(({ platform, commentId }) => ({
    ...findLegOfComment(platform, commentId, context),
    itself: true,
  }));
}

export function findLegOfComment(platform: CommentPlatform, id: string, context: HandlerContext): LegRequest {
  const postId = findPostOfComment(context.store, platform, id);
  const post = postId === undefined ? undefined : findOwnPost(platform, postId, context);
  return { platform, id, idKind: 'comment', post };
}

/** Another profile's post counts as missing. */
function findOwnPost(platform: CommentPlatform, id: string, { store, profile }: HandlerContext) {
  const post = findSocialPost(store, platform, id);
  return post?.profile === profile.id ? post : undefined;
}

/**
 * Finds a comment of the profile that is still on at least one network.
 *
 * @throws ServiceFailure 186; an assumption for a deleted one, because the document has no code for it, and its id
 * leads nowhere
 * @see docs/service/comments.md#dialects, #COM-28
 */
export function requireServiceComment(id: string, { store, profile }: HandlerContext): ServiceComment {
  const comment = findServiceComment(store, profile.id, id);
  if (comment === undefined)
    throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment id was not found.' });
  if (comment.copies.length > 0) return comment;
  throw new ServiceFailure(186, { action: 'comments', id, message: 'The comment was deleted before.' });
}

/** A network to write to or delete from; or one that cannot, whatever its state. */
export type WriteTarget = (LegRequest & { readonly failure: null }) | FailedNetworkLeg;

/** A network that will do it. */
export interface ReadyLeg extends LegRequest {
  readonly post: SocialPost;
  readonly account: NetworkAccount;
  readonly failure: null;
}

/**
 * Checks whether one network accepts a write. Each network is called once, and on X that counts as a request.
 *
 * @see docs/service/comments.md#read-status, #write, #COM-18, #COM-19, #COM-21
 */
export function openWrite(target: WriteTarget, context: HandlerContext): ReadyLeg | FailedNetworkLeg {
  if (target.failure !== null) return target;
  const { store, profile, xPair, now } = context;
  const { platform, id, post } = target;
  const account = findLinkedAccount(store, profile.id, platform);
  const failure =
    context.findInjectedFailure(platform) ??
    checkCommentsReadable({ ...target, account, xPair, now }) ??
    findGoneFailure(target, store) ??
    (PLATFORMS[platform].usesOwnApp ? store.transaction(() => countXRequest(store, now)) : null);
  if (failure !== null) return { platform, id, failure };
  if (account === undefined || post === undefined) throw new Error(`${platform} writes without an account`);
  return { ...target, account, post };
}

/**
 * Fails when the object to comment on, reply to or delete does not exist. On X as well: it shows a deleted post as
 * one without comments, but accepts no comments for it.
 */
export function findGoneFailure(
  { platform, id, idKind, post }: LegRequest,
  store: Database,
): NetworkFailure | null {
  const isComment = idKind === 'comment' || post?.conversationId !== id;
  const isThere =
    post !== undefined &&
    findSocialPost(store, platform, post.id) !== undefined &&
    (!isComment || findPostOfComment(store, platform, id) !== undefined);
  if (isThere) return null;
  return { code: 186, message: `The ${PLATFORMS[platform].name} ${idKind} id was not found.` };
}

export interface CommentTargets {
  /** The post of the service, if it is one. */
  readonly postId: string | null;
  readonly targets: readonly WriteTarget[];
}

/** An object on a network that can be commented on, replied to or deleted. */
interface NetworkItem {
  platform: Platform;
  /** The network's id. */
  id: string;
}

interface TargetSelection<Has extends NetworkItem> {
  /** The requested id. */
  id: string;
  /** The requested networks; undefined for all that have it. */
  platforms: readonly Platform[] | undefined;
  held: readonly Has[];
  /** The kind of object, for the error message of a network without it. */
  what: 'post' | 'comment';
  /** The failure of a network that does not support this, if so. */
  refusal(platform: CommentPlatform): NetworkFailure | null;
  open(held: Has, platform: CommentPlatform): WriteTarget;
}

/** One target for each selected network: the requested ones, or all that have the object. */
export function listWriteTargets<Has extends NetworkItem>(
  asked: TargetSelection<Has>,
): readonly WriteTarget[] {
  const { platforms, held } = asked;
  const meant = platforms ?? held.map(({ platform }) => platform);
  return Platform.options.filter((each) => meant.includes(each)).map((each) => toWriteTarget(each, asked));
}

function toWriteTarget<Has extends NetworkItem>(
  name: Platform,
  { id, held, what, refusal, open }: TargetSelection<Has>,
): WriteTarget {
  const platform = CommentPlatform.safeParse(name).data;
  const own = held.find((each) => each.platform === name);
  if (platform === undefined)
    return { platform: name, id: own?.id ?? id, failure: createNotOfferedFailure(name) };
  const failure = refusal(platform);
  if (failure !== null) return { platform, id: own?.id ?? id, failure };
  if (own !== undefined) return open(own, platform);
  const message = `The ${what} is not on ${PLATFORMS[platform].name}.`;
  return { platform, id, failure: { code: 186, message } };
}

/** @see docs/service/comments.md#create */
export function createNotOfferedFailure(platform: Platform): NetworkFailure {
  return { code: 1415, message: `${PLATFORMS[platform].name} does not offer this through the service.` };
}

/** Without requested networks, each is judged separately. @see docs/service/comments.md#create, #reply */
export function findMediaRefusal(
  platform: Platform,
  mediaUrls: readonly string[] | undefined,
  legal: readonly Platform[],
): NetworkFailure | null {
  if (mediaUrls === undefined || legal.includes(platform)) return null;
  return {
    code: 101,
    message: `mediaUrls: ${PLATFORMS[platform].name} accepts none here; only ${legal.join(', ')} do.`,
  };
}
