import { ASSUMED } from '../facts/assumed.ts';
import { ERRORS } from '../facts/errors.ts';
import type { FaultDetails } from '../rules/find-body-faults.ts';

/**
 * What an error envelope says beside its code.
 *
 * @see docs/service/errors.md#envelope
 * @see docs/service/general.md#HTTP-08
 */
export interface FailureFacts {
  /** The kind of error, where it is not the one of the endpoint. */
  readonly action?: string;
  /** Left out, the catalogue's meaning says it. */
  readonly message?: string;
  /** A reason in words; where a body is not valid, its faults by field. */
  readonly details?: string | FaultDetails;
  readonly errors?: readonly object[];
  readonly retryAvailable?: boolean;
  readonly relink?: true;
  readonly platform?: string;
  readonly id?: string;
  /** The whole answer, where it has another form than an envelope. */
  readonly answer?: object;
  /** Stands under this name instead of at the top, as `history` does. */
  readonly under?: string;
  /** Of an answer with comments. */
  readonly lastUpdated?: string;
  readonly nextUpdate?: string;
}

/** A refusal of the service, by its numbered code. */
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

/** A request that does not say what it has to. @param details each thing that is wrong, behind its name */
export function createInputFailure(details: string): ServiceFailure {
  return new ServiceFailure(101, { message: 'Missing or incorrect parameters.', details });
}

/** What leaves the sandbox: a status and a JSON document. */
export interface ServiceReply {
  readonly http: number;
  readonly body: object;
  /** Lower-case names; beside those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Writes a refusal down as the service does.
 *
 * @param action the kind of error, when the refusal does not name its own
 * @see docs/service/errors.md#envelope
 * @see docs/service/readings.md#U-37: on the status where none is listed
 */
export function buildFailureReply({ code, message, facts }: ServiceFailure, action: string): ServiceReply {
  const { answer, under, ...told } = facts;
  const { http = ASSUMED.representativeHttp, headers = {} } = ERRORS[code] ?? {};
  if (answer !== undefined) return { http, body: answer, headers };
  const envelope = { action: getFailureAction(code, action), status: 'error', code, ...told, message };
  return { http, body: under === undefined ? envelope : { [under]: envelope, count: 0 }, headers };
}

/**
 * The kind of error that an envelope or an entry of `errors[]` names.
 *
 * @param usual where the code says none of its own
 * @see docs/service/errors.md#ERR-06
 */
export function getFailureAction(code: number, usual: string): string {
  return ERRORS[code]?.action ?? usual;
}

/** The catalogue's words as a sentence. */
export function formatFailureMessage(code: number): string {
  const meaning = ERRORS[code]?.meaning ?? `error ${code}`;
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}
