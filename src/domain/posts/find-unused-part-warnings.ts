import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../service/post-options.ts';
import { isRecord } from '../json/loose-record.ts';
import { createNameSuggester } from '../text/suggest-name.ts';
import type { PostFault } from './post-fault.ts';

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

/** The fallback for any network. */
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
