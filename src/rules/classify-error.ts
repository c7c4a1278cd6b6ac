import type { FailureClass } from '../facts/error-fact.ts';
import { ERRORS } from '../facts/errors.ts';

/** What of an answer decides how the run ends. */
interface FailedAnswer {
  readonly code?: number | null | undefined;
  /** HTTP status; null when no answer came. */
  readonly http: number | null;
  readonly retryAvailable?: boolean | null | undefined;
}

/**
 * Says how a failed call ends the run: by the catalogue's code first, then by the HTTP status. Statuses that
 * the service does not use go with their neighbours: 408, 425 and a redirect are no answer, other 4xx a refusal.
 *
 * @see docs/command-line.md#exit-codes
 * @see docs/service/general.md#HTTP-05, #HTTP-06
 */
export function classifyError({ code, http, retryAvailable }: FailedAnswer): FailureClass {
  const known = code === null || code === undefined ? undefined : ERRORS[code]?.class;
  const lifted = retryAvailable === true;
  if (known === undefined) return lifted ? 'unavailable' : classifyHttpStatus(http);
  // A warning or an empty list that came as a failure all the same has no class of its own.
  const kind = known === 'ok' ? classifyHttpStatus(http) : known;
  return kind === 'rejected' && lifted ? 'unavailable' : kind;
}

const CLASS_BY_STATUS: Readonly<Record<number, FailureClass>> = {
  401: 'auth',
  402: 'not-allowed',
  403: 'not-allowed',
  404: 'not-found',
  408: 'unavailable',
  425: 'unavailable',
  429: 'limited',
};

function classifyHttpStatus(http: number | null): FailureClass {
  if (http === null || http >= 500) return 'unavailable';
  if (http >= 300 && http < 400) return 'unavailable';
  return CLASS_BY_STATUS[http] ?? 'rejected';
}
