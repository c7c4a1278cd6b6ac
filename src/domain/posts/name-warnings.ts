import { PLATFORMS, Platform } from '../../service/platforms.ts';
import { OPTIONS_PLATFORM, POST_OPTIONS, PostBody, type PostOptionsName } from '../../service/post-body.ts';
import { getField, isRecord } from '../json/loose-record.ts';
import { createNameSuggester } from '../text/names.ts';
import type { PostFault } from './post-part.ts';

/**
 * Finds unknown fields that are misspelled or misplaced: the service accepts them, but they have no effect.
 *
 * @see docs/service/posts.md#body, #POST-18
 */
export function findSpellingWarnings(body: PostBody): readonly PostFault[] {
  return PLACES.flatMap(({ path, platform, check }) => {
    const object = path.reduce<unknown>(getField, body);
    if (!isRecord(object)) return [];
    return Object.keys(object).flatMap((name): readonly PostFault[] => {
      const message = check(name);
      if (message === null) return [];
      const place = [...path, name].join('.');
      return [{ code: 101, platform, path: place, message, effect: 'warning', feature: name }];
    });
  });
}

interface KnownObject {
  path: readonly string[];
  platform: PostFault['platform'];
  /** Returns what is wrong with the name of a field, or null. */
  check(name: string): string | null;
}

/** The names of the option objects. */
// Object.keys loses the literal key types.
export const POST_OPTION_NAMES = Object.keys(OPTIONS_PLATFORM) as readonly PostOptionsName[];

const OPTIONS = POST_OPTION_NAMES.map((name) => ({
  path: [name],
  platform: OPTIONS_PLATFORM[name],
  names: Object.keys(POST_OPTIONS[name].unwrap().shape),
}));
const AUDIO = POST_OPTIONS.instagramOptions.unwrap().shape.audioConfiguration.unwrap();

export const POST_NAMES: readonly string[] = Object.keys(PostBody.shape);

const checkPostMisspelling = createMisspellingCheck(POST_NAMES);

const PLACES: readonly KnownObject[] = [
  { path: [], platform: null, check: (name) => checkPostMisspelling(name) ?? checkMisplaced(name) },
  ...OPTIONS.map(({ names, ...place }) => ({ ...place, check: createMisspellingCheck(names) })),
  {
    path: ['instagramOptions', 'audioConfiguration'],
    platform: 'instagram',
    check: createMisspellingCheck(Object.keys(AUDIO.shape)),
  },
];

function createMisspellingCheck(names: readonly string[]): KnownObject['check'] {
  const nearest = createNameSuggester(names);
  return (name) => {
    const near = nearest(name);
    return near === null ? null : `is not known, and may have no effect: did you mean ${near}?`;
  };
}

/** Checks for a field in the post itself that belongs in an option object. */
function checkMisplaced(name: string): string | null {
  const homes = OPTIONS.filter(({ names }) => names.includes(name)).flatMap(({ path }) => path);
  const isKnown = homes.length === 0 || POST_NAMES.includes(name);
  return isKnown ? null : `may have no effect here: it belongs in ${homes.join(' or ')}`;
}

/**
 * Finds parts of a post without effect: options, texts and media for a network that the post is not sent to or that
 * does not exist, and X options under both names.
 *
 * @see docs/service/posts.md#body, #options
 */
export function findUnusedPartWarnings(body: PostBody, platforms: readonly Platform[]): readonly PostFault[] {
  return [
    ...findUnusedOptions(body, platforms),
    ...[...findUnusedNetworks(body, 'post', platforms), ...findUnusedNetworks(body, 'mediaUrls', platforms)],
    ...findDuplicateXOptions(body),
  ];
}

const WARNING = { code: 101, effect: 'warning' } as const;

function findUnusedOptions(body: PostBody, platforms: readonly Platform[]): readonly PostFault[] {
  // Object.keys loses the literal key types.
  const names = Object.keys(OPTIONS_PLATFORM) as PostOptionsName[];
  return names.flatMap((name): readonly PostFault[] => {
    const platform = OPTIONS_PLATFORM[name];
    if (isEmpty(body[name]) || platforms.includes(platform)) return [];
    return [{ ...WARNING, platform, path: name, message: describeUnusedNetwork(platform), feature: name }];
  });
}

function isEmpty(options: object | undefined): boolean {
  return options === undefined || Object.keys(options).length === 0;
}

function describeUnusedNetwork(platform: Platform): string {
  return `has no effect: the post is not sent to ${PLATFORMS[platform].name}`;
}

const DEFAULT_KEY = 'default';

function findUnusedNetworks(
  body: PostBody,
  name: 'post' | 'mediaUrls',
  platforms: readonly Platform[],
): readonly PostFault[] {
  const value = body[name];
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((network): readonly PostFault[] => {
    const path = `${name}.${network}`;
    const { data: platform = null } = Platform.safeParse(network);
    if (network === DEFAULT_KEY || (platform !== null && platforms.includes(platform))) return [];
    const message = platform === null ? describeUnknownNetwork(network) : describeUnusedNetwork(platform);
    return [{ ...WARNING, platform, path, message, feature: name }];
  });
}

const suggestNetwork = createNameSuggester([...Platform.options, DEFAULT_KEY]);

function describeUnknownNetwork(network: string): string {
  const near = suggestNetwork(network);
  return `has no effect: it is not a network${near === null ? '' : `: did you mean ${near}?`}`;
}

function findDuplicateXOptions({ twitterOptions, xOptions }: PostBody): readonly PostFault[] {
  if (isEmpty(twitterOptions) || isEmpty(xOptions)) return [];
  const message =
    'is combined with twitterOptions, which means the same: if both set an option, xOptions takes precedence';
  return [{ ...WARNING, platform: 'twitter', path: 'xOptions', message, feature: 'xOptions' }];
}
