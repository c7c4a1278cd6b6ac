import { LinearRouter } from 'hono/router/linear-router';
import { type EndpointName, type EndpointRoute, ROUTES } from '../../service/endpoint.ts';
import { Platform } from '../../service/platforms.ts';

/** The endpoint of a request, with its path parameters. */
export interface Route {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, pathname: string) => Route | null;

/** An alternative path of an endpoint. */
interface OtherPath {
  name: EndpointName;
  /** Default: the endpoint's method. */
  method?: EndpointRoute['method'];
  path: string;
}

/**
 * Alternative paths: those of the second dialect, where an id is in the query or the body, and older spellings that
 * existing clients still send.
 *
 * @see docs/service/comments.md#dialects
 * @see docs/service/posts.md#update
 * @see docs/service/endpoints.md#other-endpoints
 */
const OTHER_PATHS: readonly OtherPath[] = [
  { name: 'getComments', path: '/comments' },
  { name: 'createComment', path: '/comments' },
  { name: 'replyToComment', path: '/comments/reply/{commentId}' },
  { name: 'deleteComments', path: '/comments/{id}' },
  { name: 'updatePost', method: 'PUT', path: '/post' },
  { name: 'deletePost', path: '/delete' },
  { name: 'createProfile', path: '/profiles/profile' },
  { name: 'createProfile', path: '/profiles/create-profile' },
  { name: 'createProfile', path: '/create-profile' },
  { name: 'updateProfile', method: 'PUT', path: '/profiles/profile' },
  { name: 'updateProfile', method: 'PUT', path: '/profiles/update-profile' },
  { name: 'updateProfile', path: '/profiles/update-profile' },
  { name: 'updateProfile', method: 'PUT', path: '/update-profile' },
  { name: 'deleteProfile', path: '/profiles/profile' },
  { name: 'deleteProfile', path: '/profiles/delete-profile' },
  { name: 'deleteProfile', path: '/delete-profile' },
  { name: 'registerWebhook', path: '/hook' },
  { name: 'listWebhooks', path: '/hook' },
  { name: 'unregisterWebhook', path: '/hook' },
  { name: 'uploadMedia', path: '/upload' },
  { name: 'shortenLink', path: '/shorten' },
  { name: 'shortenLink', path: '/short' },
  { name: 'addHashtags', path: '/auto-hashtag' },
  { name: 'listLinks', path: '/analytics/links-short' },
  { name: 'setAutoSchedule', path: '/auto-schedule' },
  { name: 'listAutoSchedules', path: '/auto-schedule' },
  { name: 'deleteAutoSchedule', path: '/auto-schedule' },
];

/** Routes all of `ROUTES` and their alternative paths by method and path. */
export function createRouter(): FindRoute {
  const router = new LinearRouter<EndpointName>();
  for (const { name, method, path } of [...listEndpointRows(), ...OTHER_PATHS]) {
    router.add(method ?? ROUTES[name].method, buildPattern(path), name);
  }
  return (method, pathname) => {
    const found = router.match(method, pathname)[0][0];
    return found === undefined ? null : { name: found[0], params: decodeParams(found[1]) };
  };
}

/** A platform in a path matches only known ones, and leaves others to later rows. */
function buildPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_gap, name: string) =>
    name === 'platform' ? `:${name}{${Platform.options.join('|')}}` : `:${name}`,
  );
}

function listEndpointRows(): readonly OtherPath[] {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(ROUTES) as EndpointName[];
  return names.map((name) => ({ name, path: ROUTES[name].path }));
}

function decodeParams(params: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeParam(String(value))]),
  );
}

/** A segment that cannot be decoded is used unchanged: no id looks like it. */
function decodeParam(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a path belongs to the page of link sessions; short links are below `/links`. */
export function isLinkPage(pathname: string): boolean {
  return pathname === '/link' || pathname.startsWith('/link/');
}
