import { isRecord } from '../../domain/json/loose-record.ts';
import { findPostFaults } from '../../domain/posts/find-post-faults.ts';
import { POST_NAMES, POST_OPTION_NAMES } from '../../domain/posts/name-warnings.ts';
import { listPostNetworks, type PostFault } from '../../domain/posts/post-part.ts';
import { type BodyFault, findBodyFaults, formatPath } from '../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { createNameSuggester } from '../../domain/text/names.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import {
  ALL_NETWORKS,
  OPTIONS_PLATFORM,
  POST_OPTIONS,
  PostBody,
  type PostOptionsName,
} from '../../service/post-body.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { createRefusal } from '../shell/schema-issues.ts';
import { findNearestName } from '../shell/suggest-nearest.ts';

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

/** A wrong name and its correction. */
interface MisspelledField extends BodyFault {
  readonly typed: string;
  readonly suggestion: string;
}

const findNearName = createNameSuggester(POST_NAMES);

/** Names of the flags, or of the same field elsewhere. */
const SYNONYMS: Readonly<Record<string, string>> = {
  text: 'post',
  content: 'post',
  caption: 'post',
  message: 'post',
  platform: 'platforms',
  network: 'platforms',
  networks: 'platforms',
  media: 'mediaUrls',
  mediaurl: 'mediaUrls',
  schedule: 'scheduleDate',
  scheduledate: 'scheduleDate',
  scheduledat: 'scheduleDate',
  approvefirst: 'requiresApproval',
  note: 'notes',
};

/**
 * Finds misspelled fields of a post. The service would accept and ignore them, so an option would silently have no
 * effect. Names that are not similar to any field are left.
 *
 * @see docs/service/posts.md#body, #options
 */
function findMisspellings(body: unknown): readonly MisspelledField[] {
  if (!isRecord(body)) return [];
  return Object.keys(body).flatMap((typed) => {
    const suggestion = POST_NAMES.includes(typed) ? null : suggestMember(typed);
    return suggestion === null ? [] : [{ path: [typed], message: 'is misspelled', typed, suggestion }];
  });
}

function suggestMember(typed: string): string | null {
  const bare = typed.toLowerCase().replaceAll(/[^a-z]/g, '');
  const same = POST_NAMES.find((name) => name.toLowerCase() === bare);
  if (same !== undefined) return same;
  if (Object.hasOwn(SYNONYMS, bare)) return SYNONYMS[bare] ?? null;
  return findOptionsName(bare) ?? findNearName(typed);
}

/** Names of options contain the network, in several spellings. */
function findOptionsName(bare: string): string | null {
  const network = /^(.+?)options?$/.exec(bare)?.[1];
  const platform = network === undefined ? null : suggestNetwork(network);
  return POST_OPTION_NAMES.find((name) => OPTIONS_PLATFORM[name] === platform) ?? null;
}

const NAMES: readonly string[] = [...Platform.options, ALL_NETWORKS];

/** Other names of networks. */
const NETWORK_SYNONYMS: Readonly<Record<string, Platform>> = {
  x: 'twitter',
  tweet: 'twitter',
  insta: 'instagram',
  ig: 'instagram',
  fb: 'facebook',
  meta: 'facebook',
  google: 'gmb',
  gbp: 'gmb',
  googlebusiness: 'gmb',
  yt: 'youtube',
  bsky: 'bluesky',
  li: 'linkedin',
  tt: 'tiktok',
};

/**
 * Parses `--platform`, repeated or separated by commas, without duplicates.
 *
 * @throws CrierError of kind usage for an unknown name, with a suggestion
 */
export function parseNetworks(values: readonly string[]): readonly string[] {
  const names = values.flatMap((value) => value.split(',').map((name) => name.trim()));
  for (const name of names) if (!NAMES.includes(name)) throw buildUnknownNetworkError(name);
  return [...new Set(names)];
}

function buildUnknownNetworkError(name: string): Error {
  if (name === '') {
    return createRefusal('--platform has an extra comma', {
      code: BAD_PARAMETERS,
      advice: 'write instagram,tiktok',
    });
  }
  const meant = suggestNetwork(name);
  const asks = meant === null ? '' : `did you mean "${meant}"? `;
  return createRefusal(`--platform cannot be "${maskLikelySecret(name)}"`, {
    code: BAD_PARAMETERS,
    advice: `${asks}use ${joinWithOr(NAMES)}`,
  });
}

/** Suggests the network that was most likely meant; null if none is near. */
function suggestNetwork(name: string): string | null {
  const bare = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const byName = Platform.options.find((each) => bare === toLetters(PLATFORMS[each].name) || bare === each);
  const called = Object.hasOwn(NETWORK_SYNONYMS, bare) ? NETWORK_SYNONYMS[bare] : undefined;
  return byName ?? called ?? findNearestName(bare, NAMES);
}

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
