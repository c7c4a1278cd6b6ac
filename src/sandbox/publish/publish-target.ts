import { getFileKind } from '../../domain/posts/file-faults.ts';
import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import {
  buildPostPart,
  type FindMediaKind,
  type PostFault,
  type PostPart,
} from '../../domain/posts/post-part.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { Database } from '../../storage/open-database.ts';
import type { Random } from '../generate-ids.ts';
import { getFailureAction } from '../http/service-failure.ts';
import { buildPostUrl } from '../networks/network-ids.ts';
import type { XPairSent } from '../store/access.ts';
import { getFileFacts } from '../store/media.ts';
import type { Post, PostError } from '../store/posts.ts';
import { findLinkedAccount, type NetworkAccount } from '../store/profiles.ts';
import type { CopyWarning, SocialPost } from '../store/social-posts.ts';

/** One network's part of a post, with everything that decides whether it is accepted. */
export interface PublishTarget {
  store: Database;
  platform: Platform;
  /** The profile's linked account. */
  account: NetworkAccount | undefined;
  xPair: XPairSent;
  body: PostBody;
  part: PostPart;
  /** Service Post ID. */
  postId: string;
  profile: number;
  /** When it is published, in milliseconds since 1970. */
  at: number;
  /** Faults of this network found without asking it. */
  faults: readonly PostFault[];
}

/** Why a network rejects its part. */
export type TargetRefusal = Omit<PostError, 'platform'>;

/** Lists the parts of a post, one per target network. @param at when it is to be published */
export function listPublishTargets(store: Database, post: Post, at: number): readonly PublishTarget[] {
  const { id: postId, profile, about } = post;
  const { platforms, xPair } = about;
  const body = getPostBody(post);
  const kindOf = createKindFinder(store, body);
  const faults = findPostFaults(body, { platforms, now: at, kindOf });
  return platforms.map((platform) => ({
    store,
    platform,
    account: findLinkedAccount(store, profile, platform),
    xPair,
    body,
    part: buildPostPart(body, platform, kindOf),
    postId,
    profile,
    at,
    faults: faults.filter((fault) => fault.platform === platform),
  }));
}

/** Finds the kind of a file by its bytes, or by what was set about it. */
function createKindFinder(store: Database, body: PostBody): FindMediaKind {
  return (url) => getFileKind(url, getFileFacts(store, url), body.isVideo === true);
}

/** What publishing needs; the engine implements it. */
export interface Publisher {
  store: Database;
  random: Random;
  /** Sandbox time. */
  now(): number;
}

/** The body to publish. A post published before the sandbox was created is retried as far as it is known. */
export function getPostBody({ text, about }: Post): PostBody {
  const { body, platforms, mediaUrls } = about;
  return body ?? { post: text, platforms: [...platforms], mediaUrls: [...mediaUrls] };
}

/**
 * Returns the text that represents all texts of a post: the shared or default one, or else that of the first network.
 */
export function getDefaultText({ post }: PostBody, [first]: readonly Platform[]): string {
  if (typeof post === 'string') return post;
  return post.default ?? (first === undefined ? undefined : post[first]) ?? '';
}

/**
 * Ids of TikTok posts without an id of their own: not yet, or never.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
export const TIKTOK = { pending: 'pending', failed: 'failed', code: 288 } as const;

/** A copy, as in `postIds`. @see docs/service/posts.md#response, #POST-01 */
export function toCopyResult({ platform, id, about }: SocialPost) {
  const { warnings, usedQuota, idShare, isVideo, owner, type, thread } = about;
  return {
    status: 'success',
    id,
    ...(id !== TIKTOK.pending && { postUrl: buildPostUrl(platform, id) }),
    idShare,
    isVideo,
    owner,
    type,
    platform,
    ...(thread !== undefined && { thread: thread.map((each) => toThreadPost(platform, each)) }),
    usedQuota,
    warnings,
  } as const;
}

function toThreadPost(platform: Platform, id: string) {
  return { id, postUrl: buildPostUrl(platform, id) };
}

/** A network's rejection, as in `errors`. @see docs/service/posts.md#response */
export function toErrorResult(error: PostError) {
  return { action: getFailureAction(error.code, 'post'), status: 'error', ...error } as const;
}

/** Warnings about a network's part, which is published anyway; one per feature. */
export function listTargetWarnings(leg: PublishTarget): readonly CopyWarning[] {
  const offline = leg.faults.filter(({ effect }) => effect === 'warning').map(toCopyWarning);
  const thumbnail = checkThumbnail(leg);
  if (thumbnail === null || offline.some(({ code }) => code === thumbnail.code)) return offline;
  return [...offline, thumbnail];
}

/** A fault that does not prevent publishing, as responses show it. */
export function toCopyWarning(fault: PostFault): CopyWarning {
  const { code, feature } = fault;
  return { feature, code, message: formatPostFault(fault) };
}

const NOT_APPLIED = 307;
const TYPES: readonly string[] = ['image/png', 'image/jpeg'];

/**
 * Warns when YouTube does not apply a thumbnail; the post is published anyway.
 *
 * @see docs/service/errors.md#code-307
 * @see docs/service/posts.md#POST-11
 */
function checkThumbnail({ platform, account, part, store }: PublishTarget): CopyWarning | null {
  const url = part.options['thumbNail'];
  if (!PLATFORMS[platform].post.checksThumbnail || typeof url !== 'string') return null;
  const { reachable = ASSUMED.media.reachable, bytes = ASSUMED.media.bytes, type } = getFileFacts(store, url);
  const reason = !reachable
    ? 'it cannot be reached'
    : bytes > LIMITS.thumbnailBytes
      ? `it has ${bytes} bytes; at most ${LIMITS.thumbnailBytes} are allowed`
      : type !== undefined && !TYPES.includes(type ?? '')
        ? `it is ${type === null ? 'not' : `${type}, not`} PNG or JPEG`
        : account?.abilities.channel === 'unverified'
          ? 'the channel is not verified'
          : null;
  if (reason === null) return null;
  return { feature: 'thumbnail', code: NOT_APPLIED, message: `The thumbnail was not applied: ${reason}.` };
}

export function formatPostFault({ path, message }: PostFault): string {
  return path === '' ? message : `${path}: ${message}`;
}
