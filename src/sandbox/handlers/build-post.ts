import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import { listPostNetworks, type PostFault } from '../../domain/posts/post-part.ts';
import type { Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { PostStatus } from '../../service/posts.ts';
import { generatePostId } from '../generate-ids.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { getDefaultText } from '../publish/publish-target.ts';
import { formatPostFault } from '../publish/target-warnings.ts';
import { PLAIN_POST, type Post } from '../store/posts.ts';
import type { HandlerContext } from './handler.ts';

/** A requested post and its networks. */
export interface Draft {
  readonly body: PostBody;
  readonly platforms: readonly Platform[];
  /** Warnings that do not belong to one of its networks. */
  readonly warnings: readonly PostFault[];
}

/**
 * Reads a request for a new post, and checks what is refused before any network is called.
 *
 * @throws ServiceFailure with the code of the first fault; 156 when no network is linked, 192 for a posting schedule,
 * since none can be set
 * @see docs/service/posts.md#body, #response
 */
export function readDraft(body: PostBody, { store, profile, now }: HandlerContext): Draft {
  const linked = store.accounts.listLinked(profile.id).map(({ platform }) => platform);
  const platforms = listPostNetworks(body, linked);
  const faults = findPostFaults(body, { platforms, now });
  const fault = faults.find(({ effect }) => effect === 'request');
  if (fault !== undefined) {
    const { code, details } = fault;
    throw new ServiceFailure(code, {
      message: formatPostFault(fault),
      ...(details !== undefined && { details }),
    });
  }
  if (platforms.length === 0) throw new ServiceFailure(156, { message: 'No network is linked.' });
  if (body.autoSchedule !== undefined) {
    throw new ServiceFailure(192, { message: 'No posting schedule has been set.' });
  }
  return { body, platforms, warnings: faults.filter((each) => isOfNoLeg(each, platforms)) };
}

function isOfNoLeg({ effect, platform }: PostFault, platforms: readonly Platform[]): boolean {
  return effect === 'warning' && (platform === null || !platforms.includes(platform));
}

/** When a post is published, and the series it belongs to. */
export interface PostPlan {
  /** In milliseconds since 1970; null for immediately, as for a time that has passed. */
  readonly at: number | null;
  readonly autoRepostId: string | null;
}

/** Builds a post that is not stored yet. A post that needs approval is not due, whatever its date. */
export function buildPost(
  { body, platforms }: Omit<Draft, 'warnings'>,
  { at, autoRepostId }: PostPlan,
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
