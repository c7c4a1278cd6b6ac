import type { FailureClass } from '../../service/error-fact.ts';
import { ERRORS } from '../../service/errors.ts';

/** The parts of an answer that decide how the run ends. */
interface FailedAnswer {
  readonly code?: number | null | undefined;
  /** HTTP status; null without an answer. */
  readonly http: number | null;
  readonly retryAvailable?: boolean | null | undefined;
}

/**
 * Classifies a failed call: by the code in the catalogue first, then by the HTTP status. Statuses that the service
 * does not use are treated like similar ones: 408, 425 and a redirect as unavailable, other 4xx as rejected.
 *
 * @see docs/command-line.md#exit-codes
 * @see docs/service/general.md#HTTP-05, #HTTP-06
 */
export function classifyError({ code, http, retryAvailable }: FailedAnswer): FailureClass {
  const known = code === null || code === undefined ? undefined : ERRORS[code]?.class;
  const lifted = retryAvailable === true;
  if (known === undefined) return lifted ? 'unavailable' : classifyHttpStatus(http);
  // The class of a warning or empty list sent as a failure is taken from the HTTP status.
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
