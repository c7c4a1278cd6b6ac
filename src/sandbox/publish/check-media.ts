import { getMediaKind } from '../../domain/posts/get-media-kind.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { MediaFacts } from '../../service/control/posting.ts';
import { LIMITS } from '../../service/limits.ts';
import type { PublishTarget, TargetRefusal } from './publish-target.ts';

/** A file of a post, with the facts set about it. */
interface MediaFile {
  readonly url: string;
  readonly facts: MediaFacts;
}

/**
 * Checks the media of a network's part by the facts set about them; without facts they are assumed to be valid.
 *
 * @see docs/service/errors.md#code-136, #code-182, #code-449
 * @see docs/service/posts.md#POST-04, #POST-13
 */
export function checkMedia(leg: PublishTarget): TargetRefusal | null {
  const files = listFiles(leg);
  return checkReachable(files) ?? checkXVideo(leg, files) ?? checkTrialReel(leg, files);
}

/** Includes files that the network's own options name. */
function listFiles({ store, part: { mediaUrls, options } }: PublishTarget): readonly MediaFile[] {
  const own: unknown = options['mediaUrls'];
  const more = Array.isArray(own) ? own.filter((url) => typeof url === 'string') : [];
  return [...mediaUrls, ...more].map((url) => ({ url, facts: store.media.getFacts(url) }));
}

function checkReachable(files: readonly MediaFile[]): TargetRefusal | null {
  const file = files.find(({ facts }) => facts.reachable === false);
  if (file === undefined) return null;
  return { code: 136, message: `The media cannot be reached from outside: ${file.url}` };
}

/** @see docs/service/posts.md#POST-13 */
function checkXVideo(
  { platform, body, part: { options } }: PublishTarget,
  files: readonly MediaFile[],
): TargetRefusal | null {
  if (platform !== 'twitter') return null;
  const { min, max, longMax } = LIMITS.xVideoSeconds;
  const most = options['longVideo'] === true ? longMax : max;
  const lengths = files
    .filter((file) => isVideo(file, body.isVideo === true))
    .map(({ facts }) => facts.seconds ?? ASSUMED.media.seconds);
  const unfit = lengths.find((seconds) => seconds < min || seconds > most);
  if (unfit === undefined) return null;
  return {
    code: 182,
    message: `The video lasts ${unfit} seconds; X takes ${min} to ${most}.`,
    details: 'longVideo: true allows approved accounts 4 hours',
  };
}

/** @see docs/service/posts.md#POST-04 */
function checkTrialReel(
  { platform, part: { options } }: PublishTarget,
  files: readonly MediaFile[],
): TargetRefusal | null {
  if (platform !== 'instagram' || options['trialParams'] === undefined) return null;
  const unfit = files.find(({ facts }) => facts.type !== undefined && !TRIAL_REEL_TYPES.includes(facts.type));
  if (unfit === undefined) return null;
  return {
    code: 449,
    message: `A trial reel is one .mp4 or .mov video, not ${unfit.facts.type}: ${unfit.url}`,
  };
}

const TRIAL_REEL_TYPES: readonly string[] = ['video/mp4', 'video/quicktime'];

/** Whether a network's part has a video. */
export function hasVideo(leg: PublishTarget): boolean {
  return listFiles(leg).some((file) => isVideo(file, leg.body.isVideo === true));
}

/** Decided by the facts, the post, or the file name extension. */
function isVideo({ url, facts }: MediaFile, isDeclaredVideo: boolean): boolean {
  if (facts.type !== undefined) return facts.type.startsWith('video/');
  return getMediaKind(url, { isVideo: isDeclaredVideo }) === 'video';
}
