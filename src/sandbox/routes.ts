import { LinearRouter } from 'hono/router/linear-router';
import * as z from 'zod';
import { ENDPOINTS, type EndpointName } from '../facts/endpoints.ts';

/** A request's endpoint, and what its path says. */
export interface Route<N extends EndpointName = EndpointName> {
  readonly name: N;
  readonly params: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, pathname: string) => Route | null;

/** The same call under another path; its id then comes with the query. @see undescribed.md 3.1 */
const OTHER_PATHS: readonly { readonly name: EndpointName; readonly path: string }[] = [
  { name: 'getComments', path: '/comments' },
];

/** Knows the endpoints by method and path: all of `ENDPOINTS`, and the second dialect's paths. */
export function routes(): FindRoute {
  const router = new LinearRouter<EndpointName>();
  for (const { name, path } of [...rowsOfTable(), ...OTHER_PATHS]) {
    router.add(ENDPOINTS[name].method, patternOf(path, ENDPOINTS[name].params), name);
  }
  return (method, pathname) => {
    const found = router.match(method, pathname)[0][0];
    return found === undefined ? null : { name: found[0], params: decoded(found[1]) };
  };
}

/** A part of the path with known values takes those alone, and leaves others to the rows behind. */
function patternOf(path: string, { shape }: z.ZodObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_gap, name: string) => {
    const schema = shape[name];
    return schema instanceof z.ZodEnum ? `:${name}{${schema.options.join('|')}}` : `:${name}`;
  });
}

function rowsOfTable() {
  // Object.keys forgets the names of a constant's members.
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  return names.map((name) => ({ name, path: ENDPOINTS[name].path }));
}

function decoded(params: Readonly<Record<string, string | number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(String(value))]));
}

/** What cannot be decoded is taken as it came: no id looks like it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
