import { isRecord } from '../../domain/json/loose-record.ts';
import { POST_NAMES, POST_OPTION_NAMES } from '../../domain/posts/name-warnings.ts';
import type { BodyFault } from '../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { createNameSuggester } from '../../domain/text/names.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS, OPTIONS_PLATFORM } from '../../service/post-body.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { createRefusal } from '../shell/schema-issues.ts';
import { findNearestName } from '../shell/suggest-nearest.ts';

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
export function findMisspellings(body: unknown): readonly MisspelledField[] {
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

const BAD_PARAMETERS = 101;

/** Suggests the network that was most likely meant; null if none is near. */
export function suggestNetwork(name: string): string | null {
  const bare = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const byName = Platform.options.find((each) => bare === toLetters(PLATFORMS[each].name) || bare === each);
  const called = Object.hasOwn(NETWORK_SYNONYMS, bare) ? NETWORK_SYNONYMS[bare] : undefined;
  return byName ?? called ?? findNearestName(bare, NAMES);
}

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
