import { countXRequest } from '../networks/count-x-request.ts';
import { drawInjectedFailure } from '../networks/injected-failure.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Post, PostError } from '../store/posts.ts';
import { findRefusal } from './find-refusal.ts';
import { TIKTOK } from './post-result.ts';
import { listPublishTargets, type PublishTarget, type TargetRefusal } from './publish-target.ts';
import type { Publisher } from './publisher.ts';

/** A network that accepts its part. */
export interface AcceptedTarget {
  readonly target: PublishTarget;
  readonly account: NetworkAccount;
  /** TikTok: processing will fail. */
  readonly fails: boolean;
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
export function decideTargets(
  publisher: Pick<Publisher, 'store' | 'compare'>,
  post: Post,
  at: number,
): TargetDecisions {
  const taken: AcceptedTarget[] = [];
  const errors: PostError[] = [];
  for (const leg of listPublishTargets(publisher, post, at)) {
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
  const fails = platform === 'tiktok' && injected?.code === TIKTOK.code;
  if (injected !== null && !fails) return toInjectedRefusal(injected, leg);
  const refusal = findRefusal(leg) ?? (platform === 'twitter' ? countXRequest(store, at) : null);
  if (refusal !== null) return refusal;
  if (account === undefined) throw new Error(`${platform} takes a post without an account`);
  return { target: leg, account, fails };
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
