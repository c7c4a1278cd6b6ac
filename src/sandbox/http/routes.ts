import { LinearRouter } from 'hono/router/linear-router';
import * as z from 'zod';
import type { Endpoint } from '../../service/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../service/endpoints.ts';

/** The endpoint of a request, with its path parameters. */
export interface Route<N extends EndpointName = EndpointName> {
  readonly name: N;
  readonly params: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, pathname: string) => Route | null;

/** An alternative path of an endpoint. */
interface OtherPath {
  readonly name: EndpointName;
  /** Default: the endpoint's method. */
  readonly method?: Endpoint['method'];
  readonly path: string;
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
  { name: 'addHashtags', path: '/auto-hashtag' },
];

/** Routes all of `ENDPOINTS` and their alternative paths by method and path. */
export function createRouter(): FindRoute {
  const router = new LinearRouter<EndpointName>();
  for (const { name, method, path } of [...listEndpointRows(), ...OTHER_PATHS]) {
    router.add(method ?? ENDPOINTS[name].method, buildPattern(path, ENDPOINTS[name].params), name);
  }
  return (method, pathname) => {
    const found = router.match(method, pathname)[0][0];
    return found === undefined ? null : { name: found[0], params: decodeParams(found[1]) };
  };
}

/** A path parameter with known values only matches these, and leaves others to later rows. */
function buildPattern(path: string, { shape }: z.ZodObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_gap, name: string) => {
    const schema = shape[name];
    return schema instanceof z.ZodEnum ? `:${name}{${schema.options.join('|')}}` : `:${name}`;
  });
}

function listEndpointRows(): readonly OtherPath[] {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  return names.map((name) => ({ name, path: ENDPOINTS[name].path }));
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
