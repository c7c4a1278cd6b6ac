import { CommentPlatform, PLATFORMS, Platform } from '../../service/platforms.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { WriteTarget } from './write-legs.ts';

/** Where a comment or a reply is written. */
export interface CommentTargets {
  /** The post of the service, if it is one. */
  readonly postId: string | null;
  readonly targets: readonly WriteTarget[];
}

/** An object on a network that can be commented on, replied to or deleted. */
interface NetworkItem {
  readonly platform: Platform;
  /** The network's id. */
  readonly id: string;
}

/** Selects the networks of a write. */
interface TargetSelection<Has extends NetworkItem> {
  /** The requested id. */
  readonly id: string;
  /** The requested networks; undefined for all that have it. */
  readonly platforms: readonly Platform[] | undefined;
  readonly held: readonly Has[];
  /** The kind of object, for the error message of a network without it. */
  readonly what: 'post' | 'comment';
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
