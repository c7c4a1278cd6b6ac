import { isRecord } from '../../domain/json/loose-record.ts';
import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import { listPostNetworks, type PostFault } from '../../domain/posts/post-part.ts';
import { type BodyFault, findBodyFaults, formatPath } from '../../domain/requests/find-body-faults.ts';
import type { Platform } from '../../service/platforms.ts';
import { OPTIONS_PLATFORM, POST_OPTIONS, PostBody, type PostOptionsName } from '../../service/post-body.ts';
import { findNearestName } from '../shell/suggest-nearest.ts';
import { findMisspellings, suggestNetwork } from './find-misspellings.ts';

/** Faults of a post that can be found offline. */
export interface OfflineFaults {
  /** It cannot be sent, or something in it would silently be ignored. */
  readonly unusable: readonly PostFault[];
  /** What the service or a network would refuse; not checked if it cannot be sent. */
  readonly refused: readonly PostFault[];
  readonly warnings: readonly PostFault[];
}

const BAD_PARAMETERS = 101;

/**
 * Finds all faults of a post that can be found offline.
 *
 * @param now in milliseconds since 1970
 * @see docs/service/posts.md#POST-18
 */
export function findOfflineFaults(body: unknown, now: number): OfflineFaults {
  const shape = findBodyFaults(PostBody, body).map(toShapeFault);
  const spelling = findMisspellings(body);
  const unusable = [
    ...shape,
    ...spelling.map((fault) => toRequestFault(fault, `: write ${fault.suggestion}`)),
  ];
  if (shape.length > 0) return { unusable, refused: [], warnings: [] };
  const post = PostBody.parse(body);
  const names = new Set(spelling.map(({ typed }) => typed));
  const known = findPostFaults(post, {
    platforms: listPostNetworks(post, listNetworksOfOptions(post)),
    now,
  }).filter(({ path }) => !names.has(path));
  const warnings = known.filter(({ effect }) => effect === 'warning');
  return {
    unusable,
    refused: known.filter(({ effect }) => effect !== 'warning'),
    warnings: [...warnings, ...findUnknownOptions(post, new Set(warnings.map(({ path }) => path)))],
  };
}

function toRequestFault({ path, message }: Pick<BodyFault, 'path' | 'message'>, more: string): PostFault {
  return {
    code: BAD_PARAMETERS,
    platform: null,
    path: formatPath(path),
    message: message + more,
    effect: 'request',
  };
}

function toShapeFault(fault: BodyFault): PostFault {
  const { path, typed, choices } = fault;
  if (typed === undefined || choices === undefined) return toRequestFault(fault, '');
  const isNetwork = path[0] === 'platforms';
  const meant = isNetwork ? suggestNetwork(typed) : findNearestName(typed, choices);
  if (meant === null) return toRequestFault(fault, '');
  const words = isNetwork ? 'is not a network' : fault.message;
  return toRequestFault({ path, message: words }, `; did you mean "${meant}"?`);
}

/** Only the service knows the networks of `all`; those with options are assumed to be linked. */
function listNetworksOfOptions(post: PostBody): readonly Platform[] {
  const named = listOptionNames().filter((name) => post[name] !== undefined);
  return [...new Set(named.map((name) => OPTIONS_PLATFORM[name]))];
}

/** Unknown options are passed on, and may be ignored by the network. */
function findUnknownOptions(post: PostBody, knownPaths: ReadonlySet<string>): readonly PostFault[] {
  return listOptionNames().flatMap((name) => {
    const { shape } = POST_OPTIONS[name].unwrap();
    const options: unknown = post[name];
    // two kinds of options have no known members
    if (!isRecord(options) || Object.keys(shape).length === 0 || knownPaths.has(name)) return [];
    const unknown = Object.keys(options).filter(
      (member) => !Object.hasOwn(shape, member) && !knownPaths.has(`${name}.${member}`),
    );
    return unknown.map(
      (member): PostFault => ({
        code: BAD_PARAMETERS,
        platform: OPTIONS_PLATFORM[name],
        path: `${name}.${member}`,
        message: 'is not an option known to crier, and is passed on unchanged',
        effect: 'warning',
        feature: member,
      }),
    );
  });
}

/** Object.keys loses the types of the keys. */
function listOptionNames(): readonly PostOptionsName[] {
  return Object.keys(OPTIONS_PLATFORM) as PostOptionsName[];
}
