import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import { OPTIONS_PLATFORM, type PostBody } from '../../service/post-body.ts';
import { isRecord, type LooseRecord } from '../json/loose-record.ts';
import { areCommentsDisabled, getOptionPath, type PostFault, type PostPart } from './post-part.ts';

/** Finds options that a network would reject, except for the title. @see docs/service/posts.md#options */
export function findOptionFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  return [checkSubreddit(part), checkCover(part), checkCollaborators(part)].flatMap(
    (found): readonly PostFault[] => {
      if (found === null) return [];
      const path = getOptionPath(body, platform, found.member);
      return [{ code: 101, platform, path, message: found.message, effect: 'network' }];
    },
  );
}

interface OptionFault {
  member: string;
  message: string;
}

function checkSubreddit({ limits, options }: PostPart): OptionFault | null {
  if (!limits.needsSubreddit) return null;
  const { subreddit: name = '' } = options;
  const member = 'subreddit';
  if (typeof name !== 'string' || name.trim() === '') {
    return { member, message: 'is required: Reddit does not accept posts without a subreddit' };
  }
  return /^\/?r\//i.test(name.trim()) ? { member, message: 'must be only the name, without /r/' } : null;
}

/** @see docs/service/posts.md#options */
function checkCover({ limits, options, kinds }: PostPart): OptionFault | null {
  if (!limits.videoNeedsCover || !kinds?.includes('video')) return null;
  const { thumbNail = '' } = options;
  if (typeof thumbNail === 'string' && thumbNail.trim() !== '') return null;
  return {
    member: 'thumbNail',
    message: 'is required: Pinterest does not accept videos without a cover image',
  };
}

function checkCollaborators({ options, limits, name }: PostPart): OptionFault | null {
  const { collaborators: given } = options;
  const most = limits.collaborators;
  if (most === undefined || !Array.isArray(given) || given.length <= most) return null;
  return {
    member: 'collaborators',
    message: `must have at most ${most} entries for ${name}, but has ${given.length}`,
  };
}

/**
 * Finds options without effect on this network or this post.
 *
 * @see docs/service/posts.md#POST-08, #POST-13, #POST-14
 */
export function findOptionWarnings(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform } = part;
  const ways = [checkLongPost, checkLongVideo, checkDisabledComments, checkFirstComment];
  return ways.flatMap((way): readonly PostFault[] => {
    const found = way(body, part);
    if (found === null) return [];
    return [{ code: 101, platform, ...found, effect: 'warning' }];
  });
}

type OptionWarning = Pick<PostFault, 'path' | 'message' | 'feature'>;

/** @see docs/service/posts.md#threads */
function checkLongPost(body: PostBody, { platform, options, isThread }: PostPart): OptionWarning | null {
  const feature = 'longPost';
  if (options[feature] !== true || !isThread) return null;
  return { path: getOptionPath(body, platform, feature), message: 'is ignored on a thread', feature };
}

/** @see docs/service/errors.md#code-182 */
function checkLongVideo(body: PostBody, { platform, options, kinds }: PostPart): OptionWarning | null {
  const feature = 'longVideo';
  const { longMaxSeconds } = PLATFORMS[platform].media.video;
  if (longMaxSeconds === undefined || options[feature] !== true || mayBeVideo(kinds)) return null;
  return { path: getOptionPath(body, platform, feature), message: 'has no effect without a video', feature };
}

function mayBeVideo(kinds: PostPart['kinds']): boolean {
  return kinds === null || kinds.some((kind) => kind !== 'image');
}

/** @see docs/service/comments.md#disable */
function checkDisabledComments(
  { disableComments }: PostBody,
  { platform, name }: PostPart,
): OptionWarning | null {
  const feature = 'disableComments';
  if (disableComments !== true || PLATFORMS[platform].comments?.disable) return null;
  return { path: feature, message: `has no effect on ${name}: only on ${DISABLING}`, feature };
}

const DISABLING = Platform.options
  .filter((platform) => PLATFORMS[platform].comments?.disable)
  .map((platform) => PLATFORMS[platform].name)
  .join(', ');

/** @see docs/service/comments.md#create; docs/service/posts.md#body */
function checkFirstComment(body: PostBody, part: PostPart): OptionWarning | null {
  const feature = 'firstComment';
  const { platform, name } = part;
  const why = !PLATFORMS[platform].comments?.create
    ? 'comments cannot be created there'
    : areCommentsDisabled(body, part)
      ? 'comments are disabled there'
      : null;
  if (body.firstComment === undefined || why === null) return null;
  return { path: feature, message: `has no effect on ${name}: ${why}`, feature };
}

const { min, max } = LIMITS.volume;
const NAMES = ['audioVolume', 'videoVolume'];

/**
 * Finds volumes that are not whole numbers from 0 to 100: in the post, in any of its objects, and in an
 * `audioConfiguration` in these. Decimals, numeric strings and null are invalid.
 *
 * @see docs/service/errors.md#code-101
 * @see docs/service/audio.md#search
 * @see docs/service/posts.md#POST-03
 */
export function findVolumeFaults(body: PostBody): readonly PostFault[] {
  return listObjects(body).flatMap(([path, object]) =>
    NAMES.filter((name) => Object.hasOwn(object, name) && !isVolume(object[name])).map((name) => ({
      code: 101,
      platform: path[0] === undefined ? null : getOptionsNetwork(path[0]),
      path: [...path, name].join('.'),
      message: `must be a whole number from ${min} to ${max}`,
      effect: 'request' as const,
    })),
  );
}

/** A volume that is absent keeps its default. */
function isVolume(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);
}

type ObjectAtPath = readonly [path: readonly string[], object: LooseRecord];

function listObjects(body: PostBody): readonly ObjectAtPath[] {
  const objects = listMembers([[], body]);
  return [[[], body], ...objects, ...objects.flatMap(listMembers).filter(([[, name]]) => name === AUDIO)];
}

const AUDIO = 'audioConfiguration';

function listMembers([path, object]: ObjectAtPath): readonly ObjectAtPath[] {
  return Object.entries(object).flatMap(([name, value]): readonly ObjectAtPath[] =>
    isRecord(value) ? [[[...path, name], value]] : [],
  );
}

function getOptionsNetwork(name: string): PostFault['platform'] {
  return Object.entries(OPTIONS_PLATFORM).find(([options]) => options === name)?.[1] ?? null;
}
