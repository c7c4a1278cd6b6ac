import { randomBytes } from 'node:crypto';
import type { SandboxAnswer } from '../../src/sandbox/http/sandbox-request.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/open-sandbox.ts';
import type { Seed } from '../../src/sandbox/seed.ts';
import { stoppedClock } from './clock.ts';
import { openNewSandbox } from './sandbox/new-sandbox.ts';
import { SMALL_SEED } from './small-seed.ts';

/** 2026-09-21T14:13:20Z: not on a minute, as a real one would not be. */
export const NOW = Date.UTC(2026, 8, 21, 14, 13, 20);

/** What a test may send with a request. */
export interface TestRequest {
  /** Alias of a User Profile. */
  readonly as?: string;
  /** Default: `own`. */
  readonly x?: 'own' | 'none' | 'key' | 'secret' | 'foreign' | 'foreign key' | 'foreign secret';
  readonly headers?: Readonly<Record<string, string>>;
  /** A header to leave out. */
  readonly without?: string;
  readonly method?: string;
  readonly body?: RequestInit['body'];
}

/** An answer, read. */
interface TestAnswer {
  readonly http: number;
  readonly headers: Headers;
  // What a test looks at is the test's to know.
  // biome-ignore lint/suspicious/noExplicitAny: answers are read without a schema, field by field
  readonly body: any;
}

/** A sandbox in memory, at a frozen clock, and a way to send it requests. */
export interface SmallSandbox {
  readonly sandbox: Sandbox;
  readonly clock: ReturnType<typeof stoppedClock>;
  readonly defects: { readonly traceId: string; readonly error: unknown }[];
  ask(path: string, sending?: TestRequest): Promise<TestAnswer>;
}

/** @param outbound lets it reach others; by default, nothing leaves */
export async function smallSandbox(
  seed: Seed = SMALL_SEED,
  now: number = NOW,
  outbound: Pick<SandboxOptions, 'openOutbound' | 'allowance'> = {},
): Promise<SmallSandbox> {
  const clock = stoppedClock(now);
  const defects: { traceId: string; error: unknown }[] = [];
  const sandbox = await openNewSandbox({
    clock,
    random: randomBytes,
    seed,
    ...outbound,
    onDefect: (traceId, error) => void defects.push({ traceId, error }),
  });
  return { sandbox, clock, defects, ask: (path, sending) => askSandbox(sandbox, path, sending) };
}

/** Asks a sandbox, with all keys unless the test says otherwise. */
export async function askSandbox(
  sandbox: Sandbox,
  path: string,
  sending: TestRequest = {},
): Promise<TestAnswer> {
  const { method = 'GET', body = null } = sending;
  const request = new Request(`http://sandbox.localhost${path}`, {
    method,
    body,
    headers: headersOf(sandbox, sending),
  });
  const response = await sandbox.fetch(request);
  return { http: response.status, headers: response.headers, body: await response.json() };
}

/** The headers of a request with all keys, unless the test sets others. */
export function headersOf(
  { credentials }: Sandbox,
  { as, x = 'own', headers, without }: TestRequest = {},
): Record<string, string> {
  const profileKey = credentials.profiles.find(({ alias }) => alias === as)?.profileKey;
  const { xPair } = credentials;
  const key = x === 'foreign' || x === 'foreign key' ? 'SOMEBODY-ELSES-KEY' : xPair.key;
  const secret = x === 'foreign' || x === 'foreign secret' ? 'SOMEBODY-ELSES-SECRET' : xPair.secret;
  const all = {
    authorization: `Bearer ${credentials.apiKey}`,
    ...(profileKey !== undefined && { 'profile-key': profileKey }),
    ...(x !== 'none' && x !== 'secret' && { 'x-twitter-oauth1-api-key': key }),
    ...(x !== 'none' && x !== 'key' && { 'x-twitter-oauth1-api-secret': secret }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== without));
}

export function readAnswer({ body }: SandboxAnswer): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}
