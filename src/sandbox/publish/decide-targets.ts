import { buildThreadPosts } from '../../domain/posts/thread-posts.ts';
import { ADD_ONS } from '../../service/plans.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { checkAccount, countXRequest, type NetworkFailure } from '../networks/check-account.ts';
import { drawInjectedFailure } from '../networks/injected-faults.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import { readSettings } from '../store/settings.ts';
import type { CopyWarning } from '../store/social-posts.ts';
import { checkAbilities } from './check-abilities.ts';
import { checkMedia, sendToYouTube } from './check-media.ts';
import { isDuplicatePost } from './post-texts.ts';
import {
  formatPostFault,
  listPublishTargets,
  listTargetWarnings,
  type PublishTarget,
  type TargetRefusal,
  TIKTOK,
} from './publish-target.ts';

interface AcceptedTarget {
  target: PublishTarget;
  account: NetworkAccount;
  /** TikTok: processing will fail. */
  fails: boolean;
}

/** The decisions of all networks, before anything is written. */
export interface TargetDecisions {
  readonly accepted: readonly AcceptedTarget[];
  /** One per network that rejects its part. */
  readonly errors: readonly PostError[];
}

/**
 * Asks each target network. Uses up injected faults, and counts the request to X. The caller holds the transaction.
 *
 * @param at when the post is published, in milliseconds since 1970
 */
export function decideTargets(store: Database, post: Post, at: number): TargetDecisions {
  const taken: AcceptedTarget[] = [];
  const errors: PostError[] = [];
  for (const leg of listPublishTargets(store, post, at)) {
    const decision = decideTarget(leg);
    if ('code' in decision) errors.push({ ...decision, platform: leg.platform });
    else taken.push(decision);
  }
  return { accepted: taken, errors };
}

function decideTarget(leg: PublishTarget): AcceptedTarget | TargetRefusal {
  const { store, platform, account, at } = leg;
  const injected = drawInjectedFailure(store, { endpoint: 'createPost', network: platform });
  // TikTok reports this failure after it accepted the post
  const fails = PLATFORMS[platform].publishesLater === true && injected?.code === TIKTOK.code;
  if (injected !== null && !fails) return toInjectedRefusal(injected, leg);
  const refusal =
    findRefusal(leg) ??
    (PLATFORMS[platform].usesOwnApp ? countXRequest(store, at, countPosts(leg)) : null) ??
    sendToYouTube(leg);
  if (refusal !== null) return refusal;
  if (account === undefined) throw new Error(`${platform} takes a post without an account`);
  return { target: leg, account, fails };
}

/** Each post of a thread is a request. */
function countPosts({ part }: PublishTarget): number {
  return buildThreadPosts(part, part.text).length;
}

/** Codes whose error repeats the rejected text. */
const ECHOING: readonly number[] = [107, 110, 137];
const ADDITIONS_FAILED = 441;

function toInjectedRefusal(failure: NetworkFailure, { part }: PublishTarget): TargetRefusal {
  const { code } = failure;
  return {
    ...failure,
    ...(ECHOING.includes(code) && { post: part.text }),
    ...(code === ADDITIONS_FAILED && { source: 'handlePostAdditions' }),
  };
}

/** Whether adding to the texts failed on every network: then no post is created. @see docs/service/posts.md#POST-17 */
export function hasEveryAdditionFailed({ accepted, errors }: TargetDecisions): boolean {
  return accepted.length === 0 && errors.every(({ code }) => code === ADDITIONS_FAILED);
}

/**
 * Predicts the result without publishing; injected faults apply only when it is published.
 *
 * @param at when it is to be published
 * @returns an error for each network that would reject the post, and the warnings of the others
 */
export function previewPost(
  store: Database,
  post: Post,
  at: number,
): { errors: readonly PostError[]; warnings: readonly (CopyWarning & Pick<PublishTarget, 'platform'>)[] } {
  const legs = listPublishTargets(store, post, at).map((leg) => ({ leg, refusal: findRefusal(leg) }));
  return {
    errors: legs.flatMap(({ leg: { platform }, refusal }) =>
      refusal === null ? [] : [{ ...refusal, platform }],
    ),
    warnings: legs
      .filter(({ refusal }) => refusal === null)
      .flatMap(({ leg }) =>
        listTargetWarnings(leg).map((warning) => ({ ...warning, platform: leg.platform })),
      ),
  };
}

/**
 * Finds why a network would reject its part of a post; null when it would not. Counts nothing, so that a post can be
 * previewed.
 *
 * @see docs/service/posts.md#POST-06, #POST-09, #POST-12 to #POST-16
 */
function findRefusal(leg: PublishTarget): TargetRefusal | null {
  return (
    checkAdditions(leg) ??
    checkAccount(leg) ??
    findOfflineRefusal(leg) ??
    checkDuplicate(leg) ??
    checkAbilities(leg) ??
    checkMedia(leg)
  );
}

/** The add-on of a post that waited may have ended meanwhile. @see docs/service/readings.md#U-44 */
function checkAdditions({ store, part }: PublishTarget): TargetRefusal | null {
  const { name } = ADD_ONS.maxPack;
  if (!part.shortenLinks || readSettings(store).addOns.maxPack) return null;
  const message = `The links could not be shortened: the account does not have the ${name}.`;
  return { code: ADDITIONS_FAILED, message, source: 'handlePostAdditions' };
}

const NOT_LINKED = 156;

/**
 * Faults of the post itself, whatever the account. For a network where an account is linked, "not linked" does not
 * apply.
 */
function findOfflineRefusal({ faults, account }: PublishTarget): TargetRefusal | null {
  const fault = faults.find(
    ({ effect, code }) => effect === 'network' && !(code === NOT_LINKED && account !== undefined),
  );
  if (fault === undefined) return null;
  const { code, details } = fault;
  return { code, message: formatPostFault(fault), details };
}

/** @see docs/service/posts.md#duplicates, #POST-06 */
function checkDuplicate(leg: PublishTarget): TargetRefusal | null {
  const { store, platform, postId, profile, at, part } = leg;
  if (!isDuplicatePost(store, { platform, postId, profile, at, text: part.text })) return null;
  return {
    code: 137,
    message: 'The same or nearly the same text goes to this network at about the same time.',
    post: part.text,
  };
}
