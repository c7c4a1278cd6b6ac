import { AudioId } from '../../service/ids.ts';
import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import { TRIAL_REEL_EXTENSIONS } from '../../service/post-limits.ts';
import { getField } from '../json/loose-record.ts';
import { truncateToCodePoints } from '../text/unicode.ts';
import { getMediaExtension, type PostFault, type PostPart } from './post-part.ts';

const STRATEGIES: readonly unknown[] = ['MANUAL', 'SS_PERFORMANCE'];
const TRIAL_PLACE = 'instagramOptions.trialParams';

/**
 * Finds problems with a trial reel on Instagram, if the post requests one.
 *
 * @see docs/service/errors.md#code-447, #code-449
 * @see docs/service/posts.md#POST-04
 */
export function findTrialReelFaults(part: PostPart): readonly PostFault[] {
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
export function findAudioFaults({ options }: PostPart): readonly PostFault[] {
  const audioId = getField(options['audioConfiguration'], 'audioId');
  if (audioId === undefined || AudioId.safeParse(audioId).success) return [];
  const message = 'must be the id of a track, as returned by the audio search';
  return [{ code: 101, platform: 'instagram', path: `${AUDIO_PLACE}.audioId`, message, effect: 'request' }];
}

/** @see docs/service/errors.md#code-518; docs/service/posts.md#POST-05 */
export function findAudioWarnings(body: PostBody, { options }: PostPart): readonly PostFault[] {
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
