import { CommentPlatform, PLATFORMS, Platform } from '../../facts/platforms.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { WriteTarget } from './write-legs.ts';

/** What a network has that can be commented, answered or deleted. */
interface NetworkItem {
  readonly platform: Platform;
  /** The network's id of it. */
  readonly id: string;
}

/** What is asked of networks. */
interface TargetSelection<Has extends NetworkItem> {
  /** The id that was sent. */
  readonly id: string;
  /** The networks that were named; undefined for all that have it. */
  readonly platforms: readonly Platform[] | undefined;
  readonly held: readonly Has[];
  /** What it is that they have, for who is told that a network has none. */
  readonly what: 'post' | 'comment';
  /** Why a network of comments would not do this, if it would not. */
  refusal(platform: CommentPlatform): NetworkFailure | null;
  open(held: Has, platform: CommentPlatform): WriteTarget;
}

/** One target a network that is meant, by their names: those that were named, or all that have it. */
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

/** Where networks were not named, each is judged alone. @see docs/service/comments.md#create, #reply */
export function findMediaRefusal(
  platform: Platform,
  mediaUrls: readonly string[] | undefined,
  legal: readonly Platform[],
): NetworkFailure | null {
  if (mediaUrls === undefined || legal.includes(platform)) return null;
  return {
    code: 101,
    message: `mediaUrls: ${PLATFORMS[platform].name} takes none here; only ${legal.join(', ')} do.`,
  };
}
