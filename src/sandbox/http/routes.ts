import { LinearRouter } from 'hono/router/linear-router';
import type { EndpointName } from '../../service/endpoints.ts';
import { Platform } from '../../service/platforms.ts';
import { ROUTES } from '../../service/routes/routes.ts';

/** The endpoint of a request, with its path parameters. */
export interface Route {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

const ROUTER = buildRouter();

/** Finds the endpoint of a method and path, its other paths included. The first match counts. */
export function findRoute(method: string, pathname: string): Route | null {
  const found = ROUTER.match(method, pathname)[0][0];
  return found === undefined ? null : { name: found[0], params: decodeParams(found[1]) };
}

function buildRouter(): LinearRouter<EndpointName> {
  const router = new LinearRouter<EndpointName>();
  // Object.keys loses the literal types of the names.
  const names = Object.keys(ROUTES) as EndpointName[];
  for (const name of names) router.add(ROUTES[name].method, buildPattern(ROUTES[name].path), name);
  for (const name of names) {
    const { method: usual, otherPaths = [] } = ROUTES[name];
    for (const { method = usual, path } of otherPaths) router.add(method, buildPattern(path), name);
  }
  return router;
}

/** A platform in a path matches only known ones, and leaves others to later rows. */
function buildPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_gap, name: string) =>
    name === 'platform' ? `:${name}{${Platform.options.join('|')}}` : `:${name}`,
  );
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
