import { drawInjectedFailure } from '../injected-failure.ts';
import { countXRequest } from '../networks/count-x-request.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Post, PostError } from '../store/posts.ts';
import { findRefusal } from './find-refusal.ts';
import { TIKTOK } from './post-result.ts';
import { listPublishTargets, type PublishTarget, type TargetRefusal } from './publish-target.ts';
import type { Publisher } from './publisher.ts';

/** A network that takes its part. */
export interface AcceptedTarget {
  readonly target: PublishTarget;
  readonly account: NetworkAccount;
  /** tiktok: it will not become public. */
  readonly fails: boolean;
}

/** What the networks say to a post, before anything of it is written down. */
export interface TargetDecisions {
  readonly accepted: readonly AcceptedTarget[];
  /** One a network that does not take it. */
  readonly errors: readonly PostError[];
}

/**
 * Asks each network that a post is meant for. What somebody ordered to fail is used up by that, and X counts the request.
 * The caller holds the transaction.
 *
 * @param at when it is published, in milliseconds since 1970
 */
export function decideTargets(
  publisher: Pick<Publisher, 'store' | 'compare'>,
  post: Post,
  at: number,
): TargetDecisions {
  const taken: AcceptedTarget[] = [];
  const errors: PostError[] = [];
  for (const leg of listPublishTargets(publisher, post, at)) {
    const said = decideTarget(leg);
    if ('code' in said) errors.push({ ...said, platform: leg.platform });
    else taken.push(said);
  }
  return { accepted: taken, errors };
}

function decideTarget(leg: PublishTarget): AcceptedTarget | TargetRefusal {
  const { store, platform, account, at } = leg;
  const ordered = drawInjectedFailure(store, { endpoint: 'createPost', network: platform });
  // tiktok fails so when it has taken the post, and not before.
  const fails = platform === 'tiktok' && ordered?.code === TIKTOK.code;
  if (ordered !== null && !fails) return toInjectedRefusal(ordered, leg);
  const refusal = findRefusal(leg) ?? (platform === 'twitter' ? countXRequest(store, at) : null);
  if (refusal !== null) return refusal;
  if (account === undefined) throw new Error(`${platform} takes a post without an account`);
  return { target: leg, account, fails };
}

/** Codes that give back the text that was refused. */
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

/**
 * Whether what the service adds to the texts failed on every network: then there is no post.
 *
 * @see docs/service/posts.md#POST-17
 */
export function hasEveryAdditionFailed({ accepted, errors }: TargetDecisions): boolean {
  return accepted.length === 0 && errors.every(({ code }) => code === ADDITIONS_FAILED);
}
