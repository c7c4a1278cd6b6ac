import { MINUTE_MS, SECOND_MS } from '../service/durations.ts';
import { ERRORS } from '../service/errors.ts';
import { LIMITS } from '../service/limits.ts';

interface FailedCall {
  readonly code: number | null;
  readonly http: number;
  /** The wait that the service requested; null when it named none. */
  readonly waitMs: number | null;
}

/**
 * Returns what to do next after a call that the service failed: by its error code first, then by the HTTP status,
 * plus the wait that the response requests.
 *
 * @returns null when a read can simply be retried later
 * @see docs/service/errors.md#ERR-02, #ERR-04
 */
export function getAdvice({ code, http, waitMs }: FailedCall): string | null {
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
  return `wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
