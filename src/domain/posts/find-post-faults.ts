import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { findAudioFaults, findAudioWarnings } from './find-audio-faults.ts';
import { findEmptyPostFaults } from './find-empty-post-faults.ts';
import { findMediaUrlFaults } from './find-media-url-faults.ts';
import { findOptionWarnings } from './find-option-warnings.ts';
import { findScheduleFaults, findScheduleWarnings } from './find-schedule-faults.ts';
import { findThumbnailWarnings } from './find-thumbnail-warnings.ts';
import { findTitleFaults } from './find-title-faults.ts';
import { findUnusedPartWarnings } from './find-unused-part-warnings.ts';
import { findVolumeFaults } from './find-volume-faults.ts';
import { findTrialReelFaults } from './instagram-faults.ts';
import { findMediaFaults } from './media-faults.ts';
import { findSpellingWarnings } from './name-warnings.ts';
import { findOptionFaults } from './option-faults.ts';
import type { PostFault } from './post-fault.ts';
import { buildPostPart, type PostPart } from './post-part.ts';
import { findTextFaults } from './text-faults.ts';

/** What a post is checked against. */
export interface PostContext {
  /** The networks it is sent to, each once; `all` is resolved. @see {@link networksOf} */
  readonly platforms: readonly Platform[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * Finds everything that can be known about a post without accounts and media files: first what the service rejects,
 * then what each network rejects, in the order of the networks, then warnings. The service and its clients share this
 * check, so that their messages are the same.
 *
 * @param body as parsed by its schema
 * @see docs/service/posts.md#body, #options, #POST-03 to #POST-05, #POST-07, #POST-08, #POST-11, #POST-14
 * @see docs/service/errors.md#envelope
 */
export function findPostFaults(body: PostBody, { platforms, now }: PostContext): readonly PostFault[] {
  const parts = platforms.map((platform) => buildPostPart(body, platform));
  const faults = [
    ...findWholePostFaults(body, parts, now),
    ...parts.flatMap((part) => findNetworkFaults(body, part)),
  ];
  return EFFECT_ORDER.flatMap((effect) => faults.filter((fault) => fault.effect === effect));
}

const EFFECT_ORDER: readonly PostFault['effect'][] = ['request', 'network', 'warning'];

function findWholePostFaults(body: PostBody, parts: readonly PostPart[], now: number): readonly PostFault[] {
  const platforms = parts.map(({ platform }) => platform);
  return [
    ...findEmptyPostFaults(body, parts),
    ...findScheduleFaults(body, { now }),
    ...findMediaUrlFaults(body),
    ...findVolumeFaults(body),
    ...findScheduleWarnings(body, { now }),
    ...findUnusedPartWarnings(body, platforms),
    ...findSpellingWarnings(body),
  ];
}

function findNetworkFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  return [
    ...(part.platform === 'instagram' ? findInstagramFaults(body, part) : []),
    ...findUnsupportedNetwork(part),
    ...findTextFaults(part),
    ...findMediaFaults(part),
    ...findTitleFaults(body, part),
    ...findOptionFaults(body, part),
    ...findThumbnailWarnings(part),
    ...findOptionWarnings(body, part),
  ];
}

function findInstagramFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  return [...findAudioFaults(part), ...findTrialReelFaults(part), ...findAudioWarnings(body, part)];
}

/** @see docs/service/general.md#networks */
function findUnsupportedNetwork({ platform, name }: PostPart): readonly PostFault[] {
  if (PLATFORMS[platform].posts) return [];
  const message = `must not include ${name}: posts cannot be sent there`;
  return [{ code: 156, platform, path: 'platforms', message, effect: 'network' }];
}
