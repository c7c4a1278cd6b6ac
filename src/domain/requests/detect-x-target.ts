import { Platform } from '../../service/platforms.ts';
import { getField } from '../json/loose-record.ts';

/** The parts of a request that tell which networks it is for. */
interface RequestTarget {
  /** Relative to the base URL, ids filled in: `/comments/abc`. A query string is ignored. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Detects whether a request is for X, and so must have the account's own X keys.
 *
 * @returns `named` if it names `twitter`; `maybe` if it names no network and concerns a post, comments or a feed that
 * may be on X; otherwise `no`
 * @see docs/service/access.md#authentication, #AUTH-05, #AUTH-08, #access-errors
 */
export function detectXTarget({ path, query = {}, body }: RequestTarget): 'no' | 'named' | 'maybe' {
  const resource = path
    .replace(/[?#].*/s, '')
    .split('/')
    .filter(Boolean)
    .join('/');
  if (NEVER_ON_X.test(resource)) return 'no';
  const named = [...listPlatforms(query), ...listPlatforms(body), ...findPathPlatform(resource)];
  if (named.includes('twitter')) return 'named';
  if (named.length > 0 && !named.includes(ALL_NETWORKS)) return 'no';
  // later entries of a feed are posted by the keys of the request that names its address
  const isNewFeed = resource === 'feed' && getField(body, 'url') !== undefined;
  return isNewFeed || ABOUT_POSTS.some((route) => route.test(resource)) ? 'maybe' : 'no';
}

/** Automations exist only on Instagram: one that names X is invalid, and needs no keys to be rejected. */
const NEVER_ON_X = /^automations(\/|$)/;

/** Value in `platforms` that sends a post to every linked network. @see docs/service/posts.md#body */
const ALL_NETWORKS = 'all';

/** Calls that concern a post or comments on all its networks, unless they name networks. */
const ABOUT_POSTS = [
  /^comments(\/|$)/,
  /^post(\/|$)/,
  /^history\/[^/]+$/,
  /^validate\/post$/,
  /^analytics\/(post|social)$/,
] as const;

/** Calls whose path ends in a platform value. A post id is never a platform value. */
const BY_PLATFORM = /^(?:messages|history)\/([a-z]+)$/;

function findPathPlatform(resource: string): readonly string[] {
  const { data } = Platform.safeParse(BY_PLATFORM.exec(resource)?.[1]);
  return data === undefined ? [] : [data];
}

function listPlatforms(fields: unknown): readonly string[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const { platform, platforms }: { platform?: unknown; platforms?: unknown } = fields;
  return [platform, platforms]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(','));
}
