import { SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import { findTrack } from '../store/media.ts';
import type { NetworkAccount } from '../store/profiles.ts';
import { listPostsMadeBetween } from '../store/social-posts.ts';
import { hasVideo } from './check-media.ts';
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
export function listInstagramPosts({ store, profile, at }: PublishTarget) {
  const from = at - LIMITS.instagramPosts.windowMs + 1;
  return listPostsMadeBetween(store, { profile, platform: 'instagram', from, to: at }).filter(
    ({ postId }) => postId !== null,
  );
}

/** The track must be available. @see docs/service/audio.md#AUD-07 */
function checkAudio({ store, part }: PublishTarget): TargetRefusal | null {
  const audioId = readAudioId(part.options['audioConfiguration']);
  if (audioId === null || findTrack(store, audioId)?.available === true) return null;
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
