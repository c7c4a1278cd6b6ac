import { getMediaKind } from '../../domain/posts/post-part.ts';
import { ASSUMED } from '../../service/assumed.ts';
import type { MediaFacts } from '../../service/control/posting.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import type { PublishTarget, TargetRefusal } from './publish-target.ts';

/**
 * Checks whether an account has the abilities that its part of a post needs.
 *
 * @see docs/service/errors.md#code-101, #code-111, #code-182, #code-239, #code-435, #code-476
 * @see docs/service/posts.md#POST-09, #POST-13 to #POST-16
 */
export function checkAbilities(leg: PublishTarget): TargetRefusal | null {
  const { account, platform } = leg;
  // a missing account is reported by an earlier check
  return account === undefined ? null : (BY_NETWORK[platform]?.(leg, account) ?? null);
}

type AbilityCheck = (leg: PublishTarget, account: NetworkAccount) => TargetRefusal | null;

const BY_NETWORK: Readonly<Partial<Record<Platform, AbilityCheck>>> = {
  facebook: (_leg, { standing }) =>
    standing === 'restricted'
      ? { code: 476, message: 'Facebook restricts the account.', details: 'the account may not post for now' }
      : null,
  instagram: (leg, account) => checkAccountKind(account) ?? checkQuota(leg) ?? checkAudio(leg),
  threads: ({ part }, { abilities }) =>
    isFilled(part.options['allowCountries']) && abilities.geo === 'off'
      ? {
          code: 101,
          message: 'The Threads account is not eligible for allowCountries.',
          details: 'threadsOptions.allowCountries: the account may not restrict a post to countries',
        }
      : null,
  twitter: checkXAbilities,
};

function checkXAbilities(leg: PublishTarget, { abilities }: NetworkAccount): TargetRefusal | null {
  const { options, isThread } = leg.part;
  if (options['subscribersOnly'] === true && abilities.subscriptions === 'off') {
    return buildXRefusal('subscribersOnly: the account has no subscriptions');
  }
  if (options['longPost'] === true && !isThread && abilities.premium === 'off') {
    return buildXRefusal('longPost: the account has no premium');
  }
  if (options['longVideo'] === true && abilities.longVideo === 'off' && hasVideo(leg)) {
    return {
      code: 182,
      message: `X takes videos of ${LIMITS.xVideoSeconds.min} to ${LIMITS.xVideoSeconds.max} seconds from this account.`,
      details: 'longVideo: the account is not approved for long videos',
    };
  }
  return null;
}

function buildXRefusal(details: string): TargetRefusal {
  return { code: 111, message: 'X refused the post.', details };
}

function checkAccountKind({ abilities, standing }: NetworkAccount): TargetRefusal | null {
  const details =
    abilities.kind === 'personal'
      ? 'a personal account cannot publish by API; it has to be a professional one'
      : standing === 'restricted'
        ? 'Instagram restricts the account'
        : null;
  return details === null
    ? null
    : { code: 239, message: 'Instagram refuses posts of this account.', details };
}

/** @see docs/service/posts.md#POST-15 */
function checkQuota(leg: PublishTarget): TargetRefusal | null {
  const { max, windowMs } = LIMITS.instagramPosts;
  const used = listInstagramPosts(leg);
  const oldest = used.at(-max);
  if (oldest === undefined) return null;
  const seconds = Math.max(1, Math.ceil((oldest.created + windowMs - leg.at) / SECOND_MS));
  return {
    code: 435,
    message: `Instagram takes ${max} posts in any 24 hours.`,
    details: `Retry-After: ${seconds} seconds`,
  };
}

/** Posts that count for the quota: published there by the service, oldest first. */
export function listInstagramPosts({ store, profile, at }: Pick<PublishTarget, 'store' | 'profile' | 'at'>) {
  const from = at - LIMITS.instagramPosts.windowMs + 1;
  return store.posts
    .listMadeBetween({ profile, platform: 'instagram', from, to: at })
    .filter(({ postId }) => postId !== null);
}

/** The track must be available. @see docs/service/audio.md#AUD-07 */
function checkAudio({ store, part }: PublishTarget): TargetRefusal | null {
  const audioId = readAudioId(part.options['audioConfiguration']);
  if (audioId === null || store.tracks.find(audioId)?.available === true) return null;
  return {
    code: 239,
    message: 'The track is not available to this account.',
    details: `instagramOptions.audioConfiguration.audioId: ${audioId}`,
  };
}

function readAudioId(configuration: unknown): string | null {
  if (typeof configuration !== 'object' || configuration === null) return null;
  const { audioId }: { audioId?: unknown } = configuration;
  return typeof audioId === 'string' ? audioId : null;
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

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
