import { CallError, toCallError } from './client/call-error.ts';
import { CALL_NAMES } from './client/call-names.ts';
import type { Core, CoreSettings } from './client/open-core.ts';
import type { PagedCalls, PageEntry } from './client/paging.ts';
import type { ServiceCalls } from './client/service-calls.ts';

export type { CallErrorKind } from './client/call-error.ts';
export type { PagedCalls, PageEntry } from './client/paging.ts';
export type { ServiceCalls } from './client/service-calls.ts';
export { CallError };

/** Name of an endpoint of the service. */
export type EndpointKey = keyof ServiceCalls;
/** `params` of the path, `query` and `body` of an endpoint. */
export type CallInput<N extends EndpointKey> = ServiceCalls[N]['input'];
/** The body of an endpoint's answer. Members may be added; those that are described have these types. */
export type CallAnswer<N extends EndpointKey> = ServiceCalls[N]['answer'];

/** How a client reaches a service. */
export interface ServiceClientOptions {
  /** Address of the service, with its path if it has one; the paths of the calls are appended. */
  baseUrl: string | URL;
  apiKey: string;
  /** Key of a User Profile (default: the Primary Profile). */
  profileKey?: string | null;
  /** The account's own X app, sent with the calls that address X. */
  xApp?: { key: string; secret: string } | null;
  /**
   * Sends the requests (default: the connections of the command line, kept alive between calls). Any function with the
   * interface of `fetch` fits, such as that of a sandbox.
   */
  fetch?: typeof globalThis.fetch;
  /** Environment variables that name proxies, such as `process.env` (default: none); not used with `fetch`. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Time limit of each attempt, in milliseconds (default: 30,000). */
  timeoutMs?: number;
  /** Maximum number of retries of a read; writes are never repeated (default: 2). */
  retries?: number;
  /** Maximum wait before a retry, in milliseconds (default: 60,000). */
  maxWaitMs?: number;
  /** Aborts all calls, with its reason. */
  signal?: AbortSignal;
  /** Gets warnings, such as that the request limit is nearly used up. */
  onWarning?: (sentence: string) => void;
}

/** Options of one call, in place of those of the client. */
export type CallOptions = Pick<
  ServiceClientOptions,
  'signal' | 'timeoutMs' | 'retries' | 'maxWaitMs' | 'profileKey'
>;

/** An answer with what came beside its body. */
export interface FullAnswer<Body> {
  readonly http: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** The input is optional if it has no required part. */
type CallWords<N extends EndpointKey> =
  Record<never, never> extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** Calls an endpoint, and resolves to the body of its answer; rejects with a `CallError`. */
export type EndpointCall<N extends EndpointKey> = (...words: CallWords<N>) => Promise<CallAnswer<N>>;

/** A client of the service. Its functions can be passed on without it. */
export type ServiceClient = { readonly [N in EndpointKey]: EndpointCall<N> } & {
  /** Calls an endpoint by its name, and resolves to the whole answer. */
  call: <N extends EndpointKey>(name: N, ...words: CallWords<N>) => Promise<FullAnswer<CallAnswer<N>>>;
  /** Reads a list entry by entry; the next page is requested when it is needed. */
  iterate: <N extends keyof PagedCalls>(
    name: N,
    ...words: CallWords<N>
  ) => AsyncGenerator<PageEntry<N>, void, undefined>;
  /** Reads a list page by page. */
  iteratePages: <N extends keyof PagedCalls>(
    name: N,
    ...words: CallWords<N>
  ) => AsyncGenerator<CallAnswer<N>, void, undefined>;
  /** The same service for another profile; null for the Primary Profile. */
  withProfile: (profileKey: string | null) => ServiceClient;
};

/**
 * Creates a client: the one that the commands use. Input is checked before anything is sent, reads are retried when
 * that is safe, and a failure is a `CallError`. Schemas and connections are loaded with the first call.
 *
 * @throws CallError of kind `usage` or `auth` for an address that is none, or without an API key
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com/api', apiKey: process.env.API_KEY });
 * const { id } = await client.createPost({ body: { post: 'Open until six.', platforms: ['bluesky'] } });
 */
export function createClient(options: ServiceClientOptions): ServiceClient {
  const settings = readSettings(options);
  let opening: Promise<Core> | undefined;
  const open = () => (opening ??= import('./client/open-core.ts').then((core) => core.openCore(settings)));

  const callByName = async (name: EndpointKey, input: object = {}, own: CallOptions = {}) => {
    try {
      const { http, headers, body } = await (await open()).call(name, input, own);
      return { http, headers, body };
    } catch (error) {
      throw toCallError(error);
    }
  };
  const readBody = async (name: EndpointKey, input?: object, own?: CallOptions): Promise<object> =>
    (await callByName(name, input, own)).body;
  const createPageReader =
    (name: EndpointKey) =>
    ({ input, options: own }: { input: object; options: CallOptions }) =>
      readBody(name, input, own);

  const methods = CALL_NAMES.map((name) => [
    name,
    (input?: object, own?: CallOptions) => readBody(name, input, own),
  ]);
  const client: object = {
    ...Object.fromEntries(methods),
    call: callByName,
    async *iterate(name: keyof PagedCalls, input: object = {}, own: CallOptions = {}) {
      const { readEntries } = await import('./client/paging.ts');
      yield* readEntries(createPageReader(name), name, { input, options: own });
    },
    async *iteratePages(name: keyof PagedCalls, input: object = {}, own: CallOptions = {}) {
      const { readPages } = await import('./client/paging.ts');
      yield* readPages(createPageReader(name), name, { input, options: own });
    },
    withProfile: (profileKey: string | null) => createClient({ ...options, profileKey }),
  };
  // Each method has the types of its endpoint, by which the core checks and parses.
  return Object.freeze(client) as ServiceClient;
}

/** @throws CallError of kind `usage` or `auth` for options that cannot be used, before the first call */
function readSettings({
  baseUrl,
  apiKey,
  profileKey = null,
  xApp = null,
  fetch,
  env,
  onWarning,
  ...sending
}: ServiceClientOptions): CoreSettings {
  const address = typeof baseUrl === 'string' ? URL.parse(baseUrl) : baseUrl;
  if (!(address instanceof URL)) {
    throw new CallError('usage', 'baseUrl is not an address', {
      advice: 'use an https:// URL, with a path if the service has one',
    });
  }
  if (typeof apiKey !== 'string') throw new CallError('auth', 'apiKey is missing', { code: 102 });
  const { signal, timeoutMs, retries, maxWaitMs } = sending;
  for (const [name, value] of Object.entries({ fetch, onWarning }))
    if (value !== undefined && typeof value !== 'function')
      throw new CallError('usage', `${name} is not a function`);
  for (const [name, value] of Object.entries({ timeoutMs, retries, maxWaitMs }))
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw new CallError('usage', `${name} is not a number of 0 or more`);
  return {
    target: { baseUrl: address, apiKey, profileKey, xPair: xApp },
    fetch,
    env,
    sending: { signal, timeoutMs, retries, maxWaitMs },
    onWarning,
  };
}
