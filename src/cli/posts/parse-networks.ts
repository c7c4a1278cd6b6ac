import { PLATFORMS, Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS } from '../../service/post-body.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';
import { createRefusal } from '../shell/schema-issues.ts';
import { findNearestName, joinWithOr } from '../shell/suggest-nearest.ts';

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
