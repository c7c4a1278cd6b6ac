import { PLATFORMS, type Platform } from '../facts/platforms.ts';
import type { PostBody } from '../facts/post-body.ts';
import { mediaUrlFaults } from './media-url-faults.ts';
import { audioFaults, audioWarnings } from './post-audio.ts';
import type { PostFault } from './post-fault.ts';
import { mediaFaults } from './post-media-faults.ts';
import { optionFaults } from './post-option-faults.ts';
import { optionWarnings } from './post-option-warnings.ts';
import { type PostPart, postPart } from './post-part.ts';
import { scheduleFaults, scheduleWarnings } from './post-schedule.ts';
import { spellingWarnings } from './post-spelling-warnings.ts';
import { textFaults } from './post-text-faults.ts';
import { titleFaults } from './post-title-faults.ts';
import { unmeantWarnings } from './post-unmeant-warnings.ts';
import { textlessFaults } from './textless-faults.ts';
import { thumbnailWarnings } from './thumbnail-warnings.ts';
import { trialReelFaults } from './trial-reel-faults.ts';
import { volumeFaults } from './volume-faults.ts';

/** What a post is held against. */
export interface PostSurroundings {
  /** Where it goes, each once, with what `all` stands for. @see `networksOf` */
  readonly platforms: readonly Platform[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * Everything that can be known of a post without its accounts and its media: what the service refuses before any
 * attempt, then what each network refuses, in the order in which they are named, then what is only to be known. The
 * service and its clients look by this alone, so that their words are the same.
 *
 * @param body as its schema takes it
 * @see undescribed.md 6.1, 6.2; service.md, "Errors"; rules POST-03 to POST-05, POST-07, POST-08, POST-11, POST-14
 */
export function postFaults(body: PostBody, { platforms, now }: PostSurroundings): readonly PostFault[] {
  const parts = platforms.map((platform) => postPart(body, platform));
  const faults = [...ofTheWhole(body, parts, now), ...parts.flatMap((part) => ofOneNetwork(body, part))];
  return EFFECTS.flatMap((effect) => faults.filter((fault) => fault.effect === effect));
}

const EFFECTS: readonly PostFault['effect'][] = ['request', 'network', 'warning'];

function ofTheWhole(body: PostBody, parts: readonly PostPart[], now: number): readonly PostFault[] {
  const platforms = parts.map(({ platform }) => platform);
  return [
    ...textlessFaults(body, parts),
    ...scheduleFaults(body, { now }),
    ...mediaUrlFaults(body),
    ...volumeFaults(body),
    ...scheduleWarnings(body, { now }),
    ...unmeantWarnings(body, platforms),
    ...spellingWarnings(body),
  ];
}

function ofOneNetwork(body: PostBody, part: PostPart): readonly PostFault[] {
  return [
    ...(part.platform === 'instagram' ? ofInstagram(body, part) : []),
    ...unposted(part),
    ...textFaults(part),
    ...mediaFaults(part),
    ...titleFaults(body, part),
    ...optionFaults(body, part),
    ...thumbnailWarnings(part),
    ...optionWarnings(body, part),
  ];
}

function ofInstagram(body: PostBody, part: PostPart): readonly PostFault[] {
  return [...audioFaults(part), ...trialReelFaults(part), ...audioWarnings(body, part)];
}

/** @see undescribed.md 1.1, platform values */
function unposted({ platform, name }: PostPart): readonly PostFault[] {
  if (PLATFORMS[platform].posts) return [];
  const message = `must not name ${name}: no posts are sent there`;
  return [{ code: 156, platform, path: 'platforms', message, effect: 'network' }];
}
