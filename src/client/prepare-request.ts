import type * as z from 'zod';
import { readQueryList } from '../domain/json/bounded-json.ts';
import { detectXTarget } from '../domain/requests/detect-x-target.ts';
import { buildFaultDetails, findBodyFaults, formatFault } from '../domain/requests/find-body-faults.ts';
import { CrierError, createUsageError } from '../errors.ts';
import { type Endpoint, type EndpointInput, NO_INPUT } from '../service/endpoint.ts';
import type { ServiceTarget } from './target.ts';
import type { Method, WireRequest } from './transport.ts';

/** Query values before encoding; undefined ones are not sent. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Any request, whether or not it is in the table of endpoints. */
export interface RequestInput {
  readonly method: Method;
  /** Relative to the base URL; may contain a query. */
  readonly path: string;
  readonly query?: QueryValues;
  /** A JSON value; undefined and null send no body. */
  readonly body?: unknown;
  /** The JSON text of the body, sent unchanged: no digit of a long number is lost. */
  readonly bodyText?: string;
}

/** A request that is ready to be sent, except for its deadline. */
export type PreparedRequest = Omit<WireRequest, 'signal'>;

/**
 * Turns a call into a request after validating it against the endpoint's schemas.
 *
 * @throws {CrierError} usage, with the code that the service would return
 */
export function prepareCall<E extends Endpoint>(
  { method, path, params = NO_INPUT, query = NO_INPUT, body, invalidBody }: E,
  input: EndpointInput<E>,
): RequestInput {
  const given: { params?: unknown; query?: unknown; body?: unknown } = input;
  const ids = checkValues(params, given.params ?? {});
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_whole, id: string) => encodeSegment(id, String(ids[id]))),
    query: buildQuery(checkValues(query, given.query ?? {})),
    ...(body && { body: checkBody(body, given.body, invalidBody) }),
  };
}

/** Returns the body unchanged; endpoints with an error code of their own report invalid bodies field by field. */
function checkBody(schema: z.ZodObject, body: unknown, code: number | undefined): unknown {
  if (code === undefined) return checkValues(schema, body);
  const faults = findBodyFaults(schema, body);
  if (faults.length === 0) return body;
  const details = buildFaultDetails(faults);
  throw new CrierError('usage', faults.map(formatFault).join('; '), { code, http: null, details });
}

/** Lists are comma-separated, as the service reads them. */
function buildQuery(values: Readonly<Record<string, unknown>>): QueryValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? value : String(value)]),
  );
}

function checkValues(schema: z.ZodObject, value: unknown): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => formatIssue(path, message));
  throw new CrierError('usage', faults.join('; '), { code: 101, http: null });
}

function formatIssue(path: readonly PropertyKey[], message: string): string {
  return `${path.map(String).join('.')} ${message.charAt(0).toLowerCase()}${message.slice(1)}`.trim();
}

/** Encodes one segment of a path. Dot segments would climb out of it, also when they are escaped. */
function encodeSegment(name: string, value: string): string {
  if (/^\.{1,2}$/.test(value)) throw createUsageError(`${name} cannot be ${value}`);
  return encodeValue(value);
}

/**
 * Builds the address, the headers with the keys, and the body.
 *
 * @throws {CrierError} usage, when the path leaves the base URL
 * @see docs/service/general.md#HTTP-01, #HTTP-02, #HTTP-12
 * @see docs/service/access.md#AUTH-01 to #AUTH-06
 */
export function prepareRequest(
  { method, path, query = {}, body, bodyText }: RequestInput,
  target: ServiceTarget,
): PreparedRequest {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw createUsageError('the path is a full URL', 'use only what follows the base URL: /comments/…');
  }
  const [, route = '', ownQuery = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? [];
  const url = new URL(target.baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${route.replace(/^\/+/, '')}`;
  url.search = [ownQuery, ...formatPairs(query)].filter((part) => part !== '').join('&');
  const aim = { path: route, query: readNetworks(url.searchParams), body };
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'deflate, gzip, br',
      'content-type': 'application/json',
      ...attachKeys(url, target, { xPair: detectXTarget(aim) !== 'no' }),
    },
    body: bodyText ?? (body === undefined || body === null ? null : JSON.stringify(body)),
  };
}

/** The networks that a query names, in any spelling of a list. */
function readNetworks(query: URLSearchParams): Readonly<Record<string, unknown>> {
  return { platform: readQueryList(query, 'platform'), platforms: readQueryList(query, 'platforms') };
}

/** A space becomes `%20`, not `+`: every server reads it. */
function formatPairs(query: QueryValues): readonly string[] {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeValue(name)}=${encodeValue(String(value))}`);
}

/** A lone surrogate, as a command line on Windows can contain, cannot be encoded in an address and becomes U+FFFD. */
function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/**
 * Builds the headers that contain secrets. It is the only place that does, and only for the address that the keys
 * were saved for, by scheme, host, port and base path.
 *
 * @throws {CrierError} usage, for any other address
 * @see docs/safety.md#C2, #C3
 * @see docs/service/access.md#AUTH-01, #AUTH-02, #AUTH-05, #AUTH-06
 */
function attachKeys(
  url: URL,
  { baseUrl, apiKey, profileKey, xPair }: ServiceTarget,
  wanted: { xPair: boolean },
): Readonly<Record<string, string>> {
  const base = `${baseUrl.pathname.replace(/\/+$/, '')}/`;
  if (url.origin !== baseUrl.origin || !url.pathname.startsWith(base)) {
    throw createUsageError(
      `the keys were saved for ${baseUrl.host}${base}, and ${url.host}${url.pathname} is not under it`,
      'use a path below the base URL, without ..',
    );
  }
  return {
    authorization: `Bearer ${apiKey}`,
    ...(profileKey === null ? {} : { 'profile-key': profileKey }),
    ...(wanted.xPair && xPair !== null
      ? { 'x-twitter-oauth1-api-key': xPair.key, 'x-twitter-oauth1-api-secret': xPair.secret }
      : {}),
  };
}
