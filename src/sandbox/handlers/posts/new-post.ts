import { findPostFaults } from '../../../domain/posts/find-post-faults.ts';
import { listPostNetworks, type PostFault } from '../../../domain/posts/post-part.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import type { Platform } from '../../../service/platforms.ts';
import type { PostBody } from '../../../service/post-body.ts';
import type { PostStatus } from '../../../service/posts.ts';
import { generatePostId } from '../../generate-ids.ts';
import { requireAddOn } from '../../http/access.ts';
import { getFailureAction, ServiceFailure } from '../../http/service-failure.ts';
import type { PublishResult } from '../../publish/publish-post.ts';
import {
  formatPostFault,
  getDefaultText,
  toCopyResult,
  toErrorResult,
} from '../../publish/publish-target.ts';
import { PLAIN_POST, type Post, type PostError } from '../../store/posts.ts';
import { listLinkedAccounts, type Profile } from '../../store/profiles.ts';
import { readSettings } from '../../store/settings.ts';
import type { HandlerContext } from '../handler.ts';

export interface Draft {
  readonly body: PostBody;
  readonly platforms: readonly Platform[];
  /** Warnings that do not belong to one of its networks. */
  readonly warnings: readonly PostFault[];
}

/**
 * Reads a request for a new post, and checks what is refused before any network is called.
 *
 * @throws ServiceFailure with the code of the first fault; 1403 without the add-on that it needs; 156 when no network
 * is linked
 * @see docs/service/posts.md#body, #response
 * @see docs/service/readings.md#U-44
 */
export function readDraft(body: PostBody, { store, profile, now }: HandlerContext): Draft {
  const linked = listLinkedAccounts(store, profile.id).map(({ platform }) => platform);
  const platforms = listPostNetworks(body, linked);
  const faults = findPostFaults(body, { platforms, now });
  const fault = faults.find(({ effect }) => effect === 'request');
  if (fault !== undefined) {
    const { code, details } = fault;
    throw new ServiceFailure(code, {
      message: formatPostFault(fault),
      details,
    });
  }
  if (body.shortenLinks === true) requireAddOn(readSettings(store).addOns, 'maxPack', 'shortenLinks');
  if (platforms.length === 0) throw new ServiceFailure(156, { message: 'No network is linked.' });
  return { body, platforms, warnings: faults.filter((each) => isOfNoLeg(each, platforms)) };
}

function isOfNoLeg({ effect, platform }: PostFault, platforms: readonly Platform[]): boolean {
  return effect === 'warning' && (platform === null || !platforms.includes(platform));
}

/** Builds a post that is not stored yet. A post that needs approval is not due, whatever its date. */
export function buildPost(
  { body, platforms }: Omit<Draft, 'warnings'>,
  {
    at,
    autoRepostId,
  }: {
    /** In milliseconds since 1970; null for immediately, as for a time that has passed. */
    at: number | null;
    autoRepostId: string | null;
  },
  { profile, now, xPair, random }: HandlerContext,
): Post {
  const later = at !== null && at > now ? at : null;
  const waits = body.requiresApproval === true;
  return {
    id: generatePostId(random),
    profile: profile.id,
    text: getDefaultText(body, platforms).toWellFormed(),
    created: now,
    dueAt: waits ? null : later,
    about: {
      ...PLAIN_POST,
      type: later === null ? 'immediate' : 'scheduled',
      status: getFirstStatus({ waits, later }),
      platforms,
      scheduleDate: later,
      notes: body.notes ?? null,
      mediaUrls: listMediaUrls(body),
      body,
      autoRepostId,
      xPair,
    },
  };
}

function getFirstStatus({ waits, later }: { waits: boolean; later: number | null }): PostStatus | null {
  if (waits) return 'awaiting approval';
  return later === null ? null : 'pending';
}

function listMediaUrls({ mediaUrls = [] }: PostBody): readonly string[] {
  const lists = Array.isArray(mediaUrls) ? [mediaUrls] : Object.values(mediaUrls);
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

export interface NewPostAnswer {
  readonly status: string;
  readonly [field: string]: unknown;
}

/**
 * With a `Profile-Key`, the members of the response are both at top level and in the only entry of `posts`. The
 * contract shows either form, and clients read one of them.
 *
 * @see docs/service/posts.md#response
 */
export function addProfileEntry(answer: NewPostAnswer, { profileKey, title }: Profile): object {
  if (profileKey === null) return answer;
  const post = { ...answer, profileTitle: title };
  return { ...post, posts: [post] };
}

/** The response for a post that was sent to its networks. @see docs/service/posts.md#response, #POST-01, #POST-12 */
export function buildPublishedAnswer(
  { post, copies, errors }: PublishResult,
  { refId }: Profile,
): NewPostAnswer {
  return {
    status: errors.length === 0 ? 'success' : 'error',
    errors: errors.map(toErrorResult),
    id: post.id,
    refId,
    post: post.text,
    postIds: copies.map(toCopyResult),
    ...pickAutoRepostId(post),
  };
}

/** The response for a waiting post. @param isChecked whether it was validated for its networks */
export function buildWaitingAnswer(
  post: Post,
  { refId }: Profile,
  { isChecked }: { isChecked: boolean },
): NewPostAnswer {
  const { status, scheduleDate } = post.about;
  return {
    status: status === 'awaiting approval' ? status : 'scheduled',
    ...(scheduleDate !== null && { scheduleDate: formatIsoSeconds(scheduleDate) }),
    id: post.id,
    refId,
    post: post.text,
    ...(isChecked && { validate: true }),
    ...pickAutoRepostId(post),
  };
}

function pickAutoRepostId({ about: { autoRepostId } }: Post) {
  return autoRepostId === null ? {} : { autoRepostId };
}

type Errors = readonly [PostError, ...PostError[]];

/**
 * The failure of a post that no network accepted; the post is stored all the same.
 *
 * @see docs/service/posts.md#response
 * @see docs/service/readings.md#U-37
 */
export function createPostFailure(published: PublishResult, [first]: Errors, profile: Profile) {
  const { code, message, details, retryAvailable, relink } = first;
  const answer = {
    action: getFailureAction(code, 'post'),
    code,
    message,
    details,
    retryAvailable,
    ...(relink === true && { relink }),
    ...buildPublishedAnswer(published, profile),
  };
  return new ServiceFailure(code, { message, answer: addProfileEntry(answer, profile) });
}

/**
 * The failure of a post that its networks would refuse; nothing is sent.
 *
 * @see docs/service/posts.md#body, #response
 */
export function createPostRefusal(errors: Errors): ServiceFailure {
  const [{ code, message, details, platform, retryAvailable, relink }] = errors;
  return new ServiceFailure(code, {
    message,
    details,
    retryAvailable,
    ...(relink === true && { relink }),
    platform,
    errors: errors.map(toErrorResult),
  });
}
