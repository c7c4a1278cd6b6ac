import { drawInjectedFailure } from '../injected-failure.ts';
import { countXRequest } from '../networks/count-x-request.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { NetworkAccount } from '../store/accounts.ts';
import type { Post, PostError } from '../store/posts.ts';
import { type Leg, legsOf, type Refusal } from './leg.ts';
import type { Publisher } from './publisher.ts';
import { refusalOf } from './refusal.ts';
import { TIKTOK } from './told-post.ts';

/** A network that takes its part. */
export interface Taken {
  readonly leg: Leg;
  readonly account: NetworkAccount;
  /** tiktok: it will not become public. */
  readonly fails: boolean;
}

/** What the networks say to a post, before anything of it is written down. */
export interface Decided {
  readonly taken: readonly Taken[];
  /** One a network that does not take it. */
  readonly errors: readonly PostError[];
}

/**
 * Asks each network that a post is meant for. What somebody ordered to fail is used up by that, and X counts the request.
 * The caller holds the transaction.
 *
 * @param at when it is published, in milliseconds since 1970
 */
export function decideLegs(publisher: Pick<Publisher, 'store' | 'compare'>, post: Post, at: number): Decided {
  const taken: Taken[] = [];
  const errors: PostError[] = [];
  for (const leg of legsOf(publisher, post, at)) {
    const said = decide(leg);
    if ('code' in said) errors.push({ ...said, platform: leg.platform });
    else taken.push(said);
  }
  return { taken, errors };
}

function decide(leg: Leg): Taken | Refusal {
  const { store, platform, account, at } = leg;
  const ordered = drawInjectedFailure(store, { endpoint: 'createPost', network: platform });
  // tiktok fails so when it has taken the post, and not before.
  const fails = platform === 'tiktok' && ordered?.code === TIKTOK.code;
  if (ordered !== null && !fails) return orderedRefusal(ordered, leg);
  const refusal = refusalOf(leg) ?? (platform === 'twitter' ? countXRequest(store, at) : null);
  if (refusal !== null) return refusal;
  if (account === undefined) throw new Error(`${platform} takes a post without an account`);
  return { leg, account, fails };
}

/** Codes that give back the text that was refused. */
const ECHOING: readonly number[] = [107, 110, 137];
const ADDITIONS_FAILED = 441;

function orderedRefusal(failure: NetworkFailure, { part }: Leg): Refusal {
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
export function haveAdditionsFailed({ taken, errors }: Decided): boolean {
  return taken.length === 0 && errors.every(({ code }) => code === ADDITIONS_FAILED);
}
