import type { FaultDetails } from '../../domain/requests/find-body-faults.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { ERRORS } from '../../service/errors.ts';

/**
 * Members of an error response besides its code.
 *
 * @see docs/service/errors.md#envelope
 * @see docs/service/general.md#HTTP-08
 */
export interface FailureFacts {
  /** The kind of error, if it is not the endpoint's. */
  readonly action?: string;
  /** Default: the catalogue's meaning. */
  readonly message?: string;
  /** A reason as text; for an invalid body, its faults by field. */
  readonly details?: string | FaultDetails;
  readonly errors?: readonly object[];
  readonly retryAvailable?: boolean;
  readonly relink?: true;
  readonly platform?: string;
  readonly id?: string;
  /** The whole response, if it does not have the form of an error envelope. */
  readonly answer?: object;
  /** Nests the envelope under this name, as `history` does. */
  readonly under?: string;
  /** In responses with comments. */
  readonly lastUpdated?: string;
  readonly nextUpdate?: string;
}

export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly code: number;
  readonly facts: FailureFacts;

  constructor(code: number, facts: FailureFacts = {}) {
    super(facts.message ?? formatFailureMessage(code));
    this.code = code;
    this.facts = facts;
  }
}

/** Creates the failure for an invalid request. @param details each fault, after its name */
export function createInputFailure(details: string): ServiceFailure {
  return new ServiceFailure(101, { message: 'Missing or incorrect parameters.', details });
}

/** A response: its HTTP status and JSON document. */
export interface ServiceReply {
  readonly http: number;
  readonly body: object;
  /** Lower-case names; added to those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Formats a failure as the service does.
 *
 * @param action the kind of error, if the failure does not name its own
 * @see docs/service/errors.md#envelope
 * @see docs/service/readings.md#U-37: on the status where none is listed
 */
export function buildFailureReply({ code, message, facts }: ServiceFailure, action: string): ServiceReply {
  const { answer, under, ...reported } = facts;
  const { http = ASSUMED.representativeHttp, headers = {} } = ERRORS[code] ?? {};
  if (answer !== undefined) return { http, body: answer, headers };
  const envelope = { action: getFailureAction(code, action), status: 'error', code, ...reported, message };
  return { http, body: under === undefined ? envelope : { [under]: envelope, count: 0 }, headers };
}

/**
 * The kind of error in an envelope or an entry of `errors[]`.
 *
 * @param usual used when the code has none of its own
 * @see docs/service/errors.md#ERR-06
 */
export function getFailureAction(code: number, usual: string): string {
  return ERRORS[code]?.action ?? usual;
}

/** The catalogue's meaning as a sentence. */
export function formatFailureMessage(code: number): string {
  const meaning = ERRORS[code]?.meaning ?? `error ${code}`;
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}
