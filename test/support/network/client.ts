import {
  type Client,
  type ClientOptions,
  createClient,
  type ServiceTarget,
} from '../../../src/client/client.ts';
import type { Transport, WireRequest } from '../../../src/client/transport.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';

/** Sleeps of this length and more last until the test moves the clock; the client's deadline is one. */
export const TIMEOUT_MS = 100_000;

export const API_KEY = 'API-KEY-1234567890-abcd';
export const PROFILE_KEY = 'PROFILE-KEY-1234567890-efgh';
export const X_PAIR = { key: 'X-KEY-1234567890-ijkl', secret: 'X-SECRET-1234567890-mnop' };
export const ALL_SECRETS = [API_KEY, PROFILE_KEY, X_PAIR.key, X_PAIR.secret];

/** A target with every key there is. */
export function target(baseUrl: string | URL = 'https://api.example/v'): ServiceTarget {
  return { baseUrl: new URL(baseUrl), apiKey: API_KEY, profileKey: PROFILE_KEY, xPair: X_PAIR };
}

/** A client that never waits for real, tries once, and always takes the longest jitter. */
export function testClient(
  options: Partial<ClientOptions> & Pick<ClientOptions, 'transport'>,
): Client & { readonly clock: ManualClock } {
  const clock = createManualClock({ holdsFromMs: TIMEOUT_MS });
  const client = createClient({
    target: target(),
    clock,
    random: () => 1,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
    maxWaitMs: 60_000,
    ...options,
  });
  return { ...client, clock };
}

/** What a scripted service answers with. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or the bytes themselves. */
  readonly body?: unknown;
}

/** A transport that answers from a script, the last line again and again, and keeps what it was asked. */
export function scripted(
  ...lines: readonly (Scripted | Error)[]
): Transport & { readonly asked: WireRequest[] } {
  const asked: WireRequest[] = [];
  const transport = async (request: WireRequest) => {
    asked.push(request);
    const line = lines[Math.min(asked.length, lines.length) - 1] ?? {};
    if (line instanceof Error) throw line;
    const { status = 200, headers = {}, body = { status: 'success' } } = line;
    return { status, headers: { 'content-type': 'application/json', ...headers }, body: chunks(body) };
  };
  return Object.assign(transport, { asked });
}

async function* chunks(body: unknown): AsyncGenerator<Uint8Array> {
  yield body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
}

/** An error as the network makes them. */
export function networkError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
