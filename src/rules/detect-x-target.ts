import { Platform } from '../facts/platforms.ts';

/** A call, as far as it tells which networks it is for. */
interface RequestTarget {
  /** Relative to the base address, its ids filled in: `/comments/abc`. A query at its end is not looked at. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Says whether a call is for X, and so has to carry the account's own X pair.
 *
 * @returns `named` when it names `twitter`; `maybe` when it names no network, and is about a post or
 * about comments that may be on X; else `no`
 * @see docs/service/access.md#authentication, #AUTH-05, #AUTH-08, #access-errors
 */
export function detectXTarget({ path, query = {}, body }: RequestTarget): 'no' | 'named' | 'maybe' {
  const resource = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
    .join('/');
  if (NEVER_ON_X.test(resource)) return 'no';
  const named = [...listPlatforms(query), ...listPlatforms(body), ...findPathPlatform(resource)];
  if (named.includes('twitter')) return 'named';
  if (named.length > 0 && !named.includes(ALL_NETWORKS)) return 'no';
  return ABOUT_POSTS.some((route) => route.test(resource)) ? 'maybe' : 'no';
}

/** Automations are of instagram alone: one that names X is not valid, and needs no pair to be told so. */
const NEVER_ON_X = /^automations(\/|$)/;

/**
 * What `platforms` of a new post holds when it goes to every linked network.
 *
 * @see docs/service/posts.md#body
 */
const ALL_NETWORKS = 'all';

/** Calls about a post or comments wherever they are, unless they name their networks. */
const ABOUT_POSTS = [
  /^comments(\/|$)/,
  /^post(\/|$)/,
  /^history\/[^/]+$/,
  /^validate\/post$/,
  /^analytics\/(post|social)$/,
] as const;

/** Calls with a platform value as the last part of their path. A post's id is never a platform value. */
const BY_PLATFORM = /^(?:messages|history)\/(?<platform>[a-z]+)$/;

function findPathPlatform(resource: string): readonly string[] {
  const platform = BY_PLATFORM.exec(resource)?.groups?.['platform'];
  return platform !== undefined && Platform.safeParse(platform).success ? [platform] : [];
}

function listPlatforms(fields: unknown): readonly string[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const { platform, platforms }: { platform?: unknown; platforms?: unknown } = fields;
  return [platform, platforms]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(','));
}
