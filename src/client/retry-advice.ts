import { formatCount } from '../domain/text/lists-and-counts.ts';
import { CrierError } from '../errors.ts';
import { MINUTE_MS, SECOND_MS } from '../service/durations.ts';
import { ERRORS } from '../service/errors.ts';
import { LIMITS } from '../service/limits.ts';
import { isReadRequest } from '../service/routes/read-request.ts';
import type { PreparedRequest } from './prepare-request.ts';

/**
 * What is known of a failed request: nothing was sent, a response came, or it is unknown whether the request arrived.
 */
export type RequestFate = 'unsent' | 'answered' | 'lost';

/**
 * Completes the advice of a failure by whether the request is safe to retry. Only reads can be retried at any time;
 * after a write with an unknown outcome the advice is to check first, so that it is not done twice.
 *
 * @see docs/command-line.md#requests
 * @see docs/service/general.md#HTTP-06
 */
export function completeAdvice(error: CrierError, request: PreparedRequest, fate: RequestFate): CrierError {
  const isWrite = !isReadRequest(request.method, request.url.pathname);
  const isDoubtful = isWrite && mayBeDone(error, fate);
  // a stored post is retried by its id, not by repeating the request
  const isKept = error.facts.postId !== undefined;
  const isAllowedAgain = isWrite && !isKept && error.facts.retryAvailable === true;
  const own = error.facts.advice ?? (isDoubtful || isAllowedAgain ? null : 'try again later');
  const parts = [
    ...(isWrite && fate === 'unsent' ? ['nothing was sent'] : []),
    ...(isDoubtful ? [describeCheckBeforeRetry(request)] : []),
    ...(own === null ? [] : [own]),
    ...(isAllowedAgain ? [describeManualRetry(request)] : []),
  ];
  return new CrierError(error.kind, error.message, {
    ...error.facts,
    advice: parts.join('; '),
    ...(isDoubtful && { mayBeDone: true }),
  });
}

/** An error code of the catalogue says what happened. A server failure or an unreadable response does not. */
function mayBeDone({ kind, facts: { code, http } }: CrierError, fate: RequestFate): boolean {
  if (fate !== 'answered') return fate === 'lost';
  if (kind !== 'unavailable' || http === null || http === undefined) return false;
  if (code !== null && code !== undefined && ERRORS[code] !== undefined) return false;
  return http < 300 || http === SEE_OTHER || http === TIMED_OUT || http >= 500;
}

const SEE_OTHER = 303;
const TIMED_OUT = 408;

/** The command that shows whether a write took effect, by method and path, and what to do if it did. */
const CHECK_COMMANDS: readonly (readonly [asked: RegExp, command: string, then?: string])[] = [
  [/^(?:PUT|PATCH|DELETE) .*\/post(?:\/retry)?$/, 'crier posts get <id>'],
  [/\/(?:post|history)(?:\/|$)/, 'crier posts list'],
  [/\/comments(?:\/|$)/, 'crier comments get'],
  [
    /^POST .*\/profiles$/,
    'crier profiles list',
    'if it exists, its key is lost: delete it by its refId and create it again',
  ],
  [/\/profiles(?:\/|$)/, 'crier profiles list'],
  [/\/automations(?:\/|$)/, 'crier automations list'],
  [/\/hook\/webhook(?:\/|$)/, 'crier hooks list'],
];

function describeCheckBeforeRetry({ method, url }: PreparedRequest): string {
  const asked = `${method} ${url.pathname.replace(/\/$/, '')}`;
  const [, command, then] = CHECK_COMMANDS.find(([pattern]) => pattern.test(asked)) ?? [];
  const look = command === undefined ? 'check what it was to change' : `check with "${command}"`;
  const before = `the ${method} may have taken effect and was not retried: ${look} before you send it again`;
  return then === undefined ? before : `${before}; ${then}`;
}

function describeManualRetry({ method }: PreparedRequest): string {
  return `the service allows a retry of the same request, which crier does not do for a ${method}: run it again`;
}

/**
 * Returns what to do next after a call that the service failed: by its error code first, then by the HTTP status,
 * plus the wait that the response requests.
 *
 * @returns null when a read can simply be retried later
 * @see docs/service/errors.md#ERR-02, #ERR-04
 */
export function getAdvice({
  code,
  http,
  waitMs,
}: {
  code: number | null;
  http: number;
  /** The wait that the service requested; null when it named none. */
  waitMs: number | null;
}): string | null {
  const fact = code === null ? undefined : ERRORS[code];
  const advice = isRequestLimit(code, http) ? WINDOW : (fact?.advice ?? getAdviceForStatus(http));
  if (waitMs === null) return advice;
  const wait = formatWait(waitMs);
  const isOnlyToWait = advice === null || (http === TOO_MANY && advice.startsWith('wait'));
  return isOnlyToWait ? wait : `${advice}; ${wait}`;
}

/** Returns what to do next when only the HTTP status is known; null to retry a read later. */
export function getAdviceForStatus(http: number): string | null {
  if (http >= 500 || http === 408 || http === 425) return null;
  return BY_HTTP[http] ?? 'see the message of the service; --verbose shows the whole response';
}

const TOO_MANY = 429;
const REQUEST_LIMIT = 1429;
const WINDOW = `wait until the window of the request limit ends, in ${LIMITS.requestRate.windowMs / MINUTE_MS} minutes at most`;

const BY_HTTP: Readonly<Record<number, string>> = {
  401: 'check the API key; save another one with "crier login"',
  402: 'check the plan and its payment in the dashboard of the service',
  403: 'check that the API key, the profile and the plan allow this',
  404: 'check the path and its ids, and that the base URL is the one of the service',
  405: 'check the method and the path',
  429: WINDOW,
};

/** The service's own limit names no wait, but its window is known; a network's limit has an error code of its own. */
function isRequestLimit(code: number | null, http: number): boolean {
  return http === TOO_MANY && (code === null || code === REQUEST_LIMIT);
}

function formatWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  return `wait ${formatCount(seconds, 'second')}`;
}

/** Result of one attempt of a request, as far as it decides about a retry. */
export interface RequestOutcome {
  /** HTTP status; null without an answer. */
  readonly http: number | null;
  /** No answer or an incomplete one: the connection was lost or timed out. */
  readonly lost: boolean;
  /** The answer's code, and those of its failed networks. */
  readonly codes: readonly number[];
  readonly retryAvailable: boolean;
  /** The wait that the answer asks for; null if none. */
  readonly retryAfterMs: number | null;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;

/** Only the owner of the X account can fix these: a retry costs credits and changes nothing. */
const NEVER_RETRIED: readonly number[] = [272, 416, 417, 419, 423];

/**
 * Decides whether to retry a request, and after what wait.
 *
 * @returns milliseconds, or null for no retry
 * @see docs/command-line.md#requests
 * @see docs/service/general.md#HTTP-06
 * @see docs/service/access.md#request-limit
 */
export function computeRetryWait(
  {
    method,
    path,
    attempt,
    chance,
  }: Pick<PreparedRequest, 'method'> & {
    path: string;
    /** Zero-based. */
    attempt: number;
    /** Random number from 0 up to 1: the share of the longest wait (full jitter). */
    chance: number;
  },
  ending: RequestOutcome,
  {
    retries,
    maxWaitMs,
  }: {
    retries: number;
    maxWaitMs: number;
  },
): number | null {
  if (!isReadRequest(method, path) || attempt >= retries || !isRetryable(ending)) return null;
  if (ending.retryAfterMs !== null) return ending.retryAfterMs <= maxWaitMs ? ending.retryAfterMs : null;
  const longest = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS, maxWaitMs);
  return Math.floor(chance * longest);
}

function isRetryable({ http, lost, codes, retryAvailable, retryAfterMs }: RequestOutcome): boolean {
  if (codes.some((code) => NEVER_RETRIED.includes(code))) return false;
  if (http === 429) return retryAfterMs !== null;
  return lost || retryAvailable || http === 408 || http === 425 || (http !== null && http >= 500);
}

/**
 * Parses a `Retry-After` header: seconds or a date.
 *
 * @param now milliseconds since 1970-01-01T00:00:00Z
 * @returns milliseconds from now, 0 for a date in the past, null if absent or invalid
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, Number.MAX_SAFE_INTEGER);
  if (!/^[A-Za-z]{3},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/**
 * Finds the wait in seconds in `details` of code 435 and similar: a number, text, or a field such as `retryAfter`.
 *
 * @see docs/service/errors.md#catalogue, #code-435, #ERR-04
 */
export function findRetryAfterSeconds(details: unknown): number | null {
  if (typeof details === 'number') return Number.isFinite(details) && details >= 0 ? details : null;
  if (typeof details === 'string') return parseRetryAfterText(details);
  if (typeof details !== 'object' || details === null) return null;
  const named = Object.entries(details).find(([name]) => /^retry[-_ ]?after/i.test(name));
  return named === undefined ? null : findRetryAfterSeconds(named[1]);
}

function parseRetryAfterText(text: string): number | null {
  const found = /^\s*(\d{1,9})\s*$/.exec(text) ?? /retry[-_ ]?after\D{0,20}(\d{1,9})/i.exec(text);
  return found === null ? null : Number(found[1]);
}
