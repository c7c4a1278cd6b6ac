import { LIMITS } from '../../service/limits.ts';
import type { PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM } from '../../service/post-options.ts';
import { isRecord, type LooseRecord } from '../json/loose-record.ts';
import type { PostFault } from './post-fault.ts';

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
  return [[[], body], ...objects, ...objects.flatMap(listMembers).filter(([path]) => path.at(-1) === AUDIO)];
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
