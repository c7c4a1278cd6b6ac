import { DAY_MS } from '../../service/durations.ts';
import { AudioId } from '../../service/ids.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { TRIAL_REEL_EXTENSIONS } from '../../service/post-limits.ts';
import { CLOCK_RANGE } from '../../service/times.ts';
import { getField } from '../json/loose-record.ts';
import { truncateToCodePoints } from '../text/unicode.ts';
import { findMediaFaults, findMediaUrlFaults, findThumbnailWarnings } from './media-faults.ts';
import { findSpellingWarnings, findUnusedPartWarnings } from './name-warnings.ts';
import { findOptionFaults, findOptionWarnings, findVolumeFaults } from './option-faults.ts';
import {
  buildPostPart,
  createRequestFault,
  type FindMediaKind,
  getMediaExtension,
  type PostFault,
  type PostPart,
} from './post-part.ts';
import {
  findFirstCommentFaults,
  findOptionTextFaults,
  findTextFaults,
  findTitleFaults,
} from './text-faults.ts';

interface PostContext {
  /** The networks it is sent to, each once; `all` is resolved. @see {@link networksOf} */
  platforms: readonly Platform[];
  /** In milliseconds since 1970. */
  now: number;
  /** Default: by the URL. */
  kindOf?: FindMediaKind | undefined;
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
export function findPostFaults(
  body: PostBody,
  { platforms, now, kindOf }: PostContext,
): readonly PostFault[] {
  const parts = platforms.map((platform) => buildPostPart(body, platform, kindOf));
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
    ...(OWN_FAULTS[part.platform]?.(body, part) ?? []),
    ...findUnsupportedNetwork(part),
    ...findTextFaults(part),
    ...findMediaFaults(body, part),
    ...findTitleFaults(body, part),
    ...findOptionTextFaults(body, part),
    ...findFirstCommentFaults(body, part),
    ...findOptionFaults(body, part),
    ...findThumbnailWarnings(part),
    ...findOptionWarnings(body, part),
  ];
}

const OWN_FAULTS: Readonly<
  Partial<Record<Platform, (body: PostBody, part: PostPart) => readonly PostFault[]>>
> = {
  instagram: (body, part) => [
    ...findAudioFaults(part),
    ...findTrialReelFaults(part),
    ...findAudioWarnings(body, part),
  ],
};

/** @see docs/service/general.md#networks */
function findUnsupportedNetwork({ platform, name }: PostPart): readonly PostFault[] {
  if (PLATFORMS[platform].posts) return [];
  const message = `must not include ${name}: posts cannot be sent there`;
  return [{ code: 156, platform, path: 'platforms', message, effect: 'network' }];
}

/**
 * Finds networks that would receive neither text nor media; a text shared by all networks is reported once.
 *
 * @see docs/service/posts.md#body
 */
function findEmptyPostFaults({ post }: PostBody, parts: readonly PostPart[]): readonly PostFault[] {
  const blank = parts.filter(({ text, mediaUrls }) => mediaUrls.length === 0 && text.trim() === '');
  if (blank.length === 0) return [];
  if (typeof post === 'string' && blank.length === parts.length) {
    const message = 'must contain text if there are no media';
    return [createRequestFault('post', message)];
  }
  return blank.map(({ platform, textPath, name }) => ({
    code: 101,
    platform,
    path: textPath,
    message: `must contain text for ${name} if there are no media`,
    effect: 'network',
  }));
}

interface ScheduleContext {
  /** In milliseconds since 1970. */
  now: number;
}

/** Finds contradictory schedules, and those beyond the year 9999. @see docs/service/posts.md#body */
function findScheduleFaults(body: PostBody, { now }: ScheduleContext): readonly PostFault[] {
  const about = { code: 101, platform: null, effect: 'request' } as const;
  const twice = 'cannot be combined with scheduleDate';
  const late = 'must end before the year 10000';
  return [
    ...(body.autoSchedule !== undefined && body.scheduleDate !== undefined
      ? [{ ...about, path: 'autoSchedule', message: twice }]
      : []),
    ...(computeLastRepost(body, now) > CLOCK_RANGE.max
      ? [{ ...about, path: 'autoRepost', message: late }]
      : []),
  ];
}

/** Returns the time of the last repeat; a post with a date is not repeated. */
function computeLastRepost({ autoRepost, scheduleDate }: PostBody, now: number): number {
  if (autoRepost === undefined || scheduleDate !== undefined) return -Infinity;
  const { repeat, days, startDate } = autoRepost;
  const first = startDate === undefined ? now : Math.max(now, Date.parse(startDate));
  return first + repeat * days * DAY_MS;
}

function findScheduleWarnings(
  { autoRepost, scheduleDate }: PostBody,
  { now }: ScheduleContext,
): readonly PostFault[] {
  if (scheduleDate === undefined) return [];
  const about = { code: 101, platform: null, effect: 'warning' } as const;
  const repost = 'is ignored with scheduleDate: the post is not repeated';
  const past = 'is in the past: the post is published immediately';
  return [
    ...(autoRepost === undefined
      ? []
      : [{ ...about, path: 'autoRepost', message: repost, feature: 'autoRepost' }]),
    ...(Date.parse(scheduleDate) < now
      ? [{ ...about, path: 'scheduleDate', message: past, feature: 'scheduleDate' }]
      : []),
  ];
}

const STRATEGIES: readonly unknown[] = ['MANUAL', 'SS_PERFORMANCE'];
const TRIAL_PLACE = 'instagramOptions.trialParams';

/**
 * Finds problems with a trial reel on Instagram, if the post requests one.
 *
 * @see docs/service/errors.md#code-447, #code-449
 * @see docs/service/posts.md#POST-04
 */
function findTrialReelFaults(part: PostPart): readonly PostFault[] {
  const { trialParams } = part.options;
  if (trialParams === undefined) return [];
  return [...findStrategyFaults(getField(trialParams, 'graduationStrategy')), ...findShapeFaults(part)];
}

const ABOUT_TRIAL = { platform: 'instagram', effect: 'request' } as const;

function findStrategyFaults(strategy: unknown): readonly PostFault[] {
  if (STRATEGIES.includes(strategy)) return [];
  const path = `${TRIAL_PLACE}.graduationStrategy`;
  if (strategy === undefined || strategy === null || strategy === '') {
    return [{ ...ABOUT_TRIAL, code: 447, path, message: `is required: ${STRATEGIES.join(' or ')}` }];
  }
  const message = `must be exactly ${STRATEGIES.join(' or ')}`;
  return [{ ...ABOUT_TRIAL, code: 448, path, message, details: formatEcho(strategy) }];
}

function formatEcho(value: unknown): string {
  const text = typeof value === 'string' ? value : toJsonText(value);
  return truncateToCodePoints(text.toWellFormed(), LIMITS.strategyEchoCharacters);
}

/** A value nested too deeply to serialize is abbreviated. */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return Array.isArray(value) ? '[…]' : '{…}';
    throw error;
  }
}

function findShapeFaults({ options, mediaUrls, mediaPath }: PostPart): readonly PostFault[] {
  const kinds = TRIAL_REEL_EXTENSIONS.map((ending) => `.${ending}`).join(' or ');
  const [url] = mediaUrls;
  const isOne = mediaUrls.length === 1 && TRIAL_REEL_EXTENSIONS.includes(getMediaExtension(url ?? ''));
  return [
    ...(options['stories'] === true
      ? [
          {
            ...ABOUT_TRIAL,
            code: 449,
            path: 'instagramOptions.stories',
            message: 'must not be set: a trial reel cannot be a story',
          },
        ]
      : []),
    ...(isOne
      ? []
      : [
          {
            ...ABOUT_TRIAL,
            code: 449,
            path: mediaPath,
            message: `must be a single ${kinds} video for a trial reel`,
          },
        ]),
  ];
}

const AUDIO_PLACE = 'instagramOptions.audioConfiguration';

/**
 * Finds an audio id that cannot exist. A configuration without a track may still set the volume of the video.
 *
 * @see docs/service/audio.md#search, #AUD-07
 */
function findAudioFaults({ options }: PostPart): readonly PostFault[] {
  const audioId = getField(options['audioConfiguration'], 'audioId');
  if (audioId === undefined || AudioId.safeParse(audioId).success) return [];
  const message = 'must be the id of a track, as returned by the audio search';
  return [{ code: 101, platform: 'instagram', path: `${AUDIO_PLACE}.audioId`, message, effect: 'request' }];
}

/** @see docs/service/errors.md#code-518; docs/service/posts.md#POST-05 */
function findAudioWarnings(body: PostBody, { options }: PostPart): readonly PostFault[] {
  if (options['audioConfiguration'] === undefined) return [];
  const inOptions = options['audioName'] !== undefined;
  if (!inOptions && body['audioName'] === undefined) return [];
  return [
    {
      code: 518,
      platform: 'instagram',
      path: inOptions ? 'instagramOptions.audioName' : 'audioName',
      message: 'is ignored: audioConfiguration is also set and takes precedence',
      effect: 'warning',
      feature: 'audioName',
    },
  ];
}
