import { type Client, createClient } from '../../client/client.ts';
import { createNetworkTransport } from '../../client/network-transport.ts';
import type { ServiceTarget } from '../../client/target.ts';
import type { ClientAnswer, Transport, WireRequest } from '../../client/transport.ts';
import { type Clock, sleep } from '../../clock.ts';
import { createUsageError } from '../../errors.ts';
import { SECOND_MS } from '../../service/durations.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../service/endpoints.ts';

export interface CoreSettings {
  readonly target: ServiceTarget;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly env: Readonly<Record<string, string | undefined>> | undefined;
  readonly sending: SendingSettings;
  readonly onWarning: ((sentence: string) => void) | undefined;
}

export interface SendingSettings {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  readonly maxWaitMs?: number | undefined;
}

/** The client of the commands, with its endpoints by name. */
export interface Core {
  call(
    name: EndpointName,
    input: object,
    own: SendingSettings & { profileKey?: string | null | undefined },
  ): Promise<ClientAnswer<object>>;
}

/** As of the commands: `--timeout`, `--retries`, `--max-wait`. */
const DEFAULTS = { timeoutMs: 30 * SECOND_MS, retries: 2, maxWaitMs: 60 * SECOND_MS } as const;

const CLOCK: Clock = { now: Date.now, steady: () => performance.now(), sleep };

/** Opens the client of the commands over one connection pool. */
export function openCore({ target, fetch, env, sending, onWarning }: CoreSettings): Core {
  const transport = fetch === undefined ? createNetworkTransport(env) : createFetchTransport(fetch);
  const open = (changes: Parameters<Core['call']>[2]): Client => {
    const { profileKey, ...own } = changes;
    const given = { ...sending, ...dropUndefined(own) };
    const signals = [sending.signal, own.signal].filter((each) => each !== undefined);
    return createClient({
      target: profileKey === undefined ? target : { ...target, profileKey },
      transport,
      clock: CLOCK,
      random: Math.random,
      timeoutMs: given.timeoutMs ?? DEFAULTS.timeoutMs,
      retries: given.retries ?? DEFAULTS.retries,
      maxWaitMs: given.maxWaitMs ?? DEFAULTS.maxWaitMs,
      ...(onWarning !== undefined && { warn: onWarning }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  };
  const usual = open({});
  return {
    call(name, input, own) {
      const endpoint: Endpoint | undefined = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
      if (endpoint === undefined) throw createUsageError(`there is no endpoint ${name}`);
      const client = Object.keys(own).length === 0 ? usual : open(own);
      return client.call(endpoint, input); // whose parts are checked there
    },
  };
}

function dropUndefined<Value extends object>(value: Value): Partial<Value> {
  const set = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(set) as Partial<Value>; // some of its members
}

/**
 * Sends requests by a function with the interface of `fetch`. It follows no redirects, and what it returns is decoded
 * already.
 */
function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, signal }: WireRequest) => {
    const answer = await fetch(url.href, { method, headers, body, signal, redirect: 'manual' });
    const {
      'content-encoding': _decoded,
      'content-length': _size,
      ...others
    } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: others, body: answer.body ?? createEmptyBody() };
  };
}

async function* createEmptyBody(): AsyncGenerator<Uint8Array> {}
