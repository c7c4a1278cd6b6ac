/** How a run of crier can end. @see docs/command-line.md#exit-codes */
export const EXIT = {
  ok: { code: 0, when: 'success, also with warnings 307 and 518, or with an empty list' },
  internal: { code: 1, when: 'an internal error of crier' },
  usage: { code: 2, when: 'an invalid flag, file or value; nothing was sent' },
  partial: { code: 3, when: 'some networks or items succeeded, others failed' },
  auth: {
    code: 4,
    when: 'a key is missing or wrong, or an account must be linked again',
  },
  'not-found': { code: 5, when: 'the object does not exist; an unknown code in `errors show`' },
  'not-allowed': { code: 6, when: 'not permitted by plan, permission, feature, payment or restriction' },
  limited: { code: 7, when: 'a rate limit or a quota' },
  'not-ready': { code: 8, when: 'still processing, or the result is not known yet' },
  rejected: { code: 9, when: 'the request was understood and refused' },
  unavailable: { code: 10, when: 'no response, timeout, TLS or DNS error, or an unreadable response' },
  differs: { code: 11, when: 'a check failed' },
  interrupted: { code: 130, when: 'ended by SIGINT (Ctrl-C); printed records are complete' },
  terminated: { code: 143, when: 'ended by SIGTERM; printed records are complete' },
} as const;

type ExitKind = keyof typeof EXIT;

/** Every exit kind except success. */
export type FailureKind = Exclude<ExitKind, 'ok'>;

/** What an error reports beside its message; members that are not known are omitted. */
export interface ErrorFacts {
  /** The service's error code, or the one that crier predicted. */
  readonly code?: number | null;
  /** The HTTP status of the answer; null when nothing was sent. */
  readonly http?: number | null;
  /** What the code means, from the catalogue. */
  readonly meaning?: string | null;
  /** What to do next. */
  readonly advice?: string | null;
  /** How long the service asks to wait before the next request, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The service's own `details`, unchanged. */
  readonly details?: unknown;
  readonly retryAvailable?: boolean | null;
  readonly relink?: boolean | null;
  /** For a write: it is unknown whether it took effect. */
  readonly mayBeDone?: boolean;
  /** A command, a service or a profile was not found: without a terminal, the skill is named. */
  readonly isDiscovery?: boolean;
  /** The answer is longer than can be read as a whole. */
  readonly isTooLong?: boolean;
  /** Service Post ID of a post that no network accepted; the service stores it. */
  readonly postId?: string;
  /** One entry for each failed network or item, as the service returned them. */
  readonly errors?: readonly unknown[];
  readonly cause?: unknown;
}

/**
 * An expected failure that the user can act on: the command exits with the code of its kind. Any other exception is a
 * defect of crier and exits with 1.
 */
export class CrierError extends Error {
  override readonly name = 'CrierError';
  readonly kind: FailureKind;
  readonly facts: ErrorFacts;

  /** @param message lower case, names the thing that is wrong; the advice is separate */
  constructor(kind: FailureKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.facts = facts;
  }
}

/** Returns the same failure with more advice appended. */
export function addAdvice({ kind, message, facts }: CrierError, more: string): CrierError {
  const advice = [facts.advice, more].filter(Boolean).join('; ');
  return new CrierError(kind, message, { ...facts, advice });
}

/** An invalid flag, file or value: nothing was sent. */
export function createUsageError(message: string, advice?: string): CrierError {
  return new CrierError('usage', message, advice === undefined ? {} : { advice });
}

/** Marks a failure to find a command, a service or a profile. */
export function markDiscovery({ kind, message, facts }: CrierError): CrierError {
  return new CrierError(kind, message, { ...facts, isDiscovery: true });
}

/** The message of whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system error code, such as `ENOENT`; null when the error has none. */
export function getSystemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/**
 * Ignores the errors of a request that only adds detail to a result, so that it cannot fail the run.
 *
 * @returns null when it failed
 */
export async function ignoreErrors<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CrierError && !isEndOfRun(error)) return null;
    throw error;
  }
}

/** Whether the run ends with this error, so that it must not be ignored or shown instead. */
export function isEndOfRun({ kind }: Pick<CrierError, 'kind'>): boolean {
  return kind === 'interrupted' || kind === 'terminated';
}

/** Whether a command failed since no id was given. */
export function isMissingId(error: unknown): error is CrierError {
  return (
    error instanceof CrierError &&
    error.kind === 'usage' &&
    /^<(?:[\w-]+-)?id> is missing$/.test(error.message)
  );
}

/** Explains why a port is not available, with a remedy; any other error is returned unchanged. */
export function explainPortFault(port: number, error: unknown): unknown {
  const code = getSystemCode(error);
  if (code === 'EADDRINUSE') {
    return createUsageError(
      `port ${port} is in use by another program`,
      'use another --port, or omit it for any free port',
    );
  }
  if (code === 'EACCES') return createUsageError(`port ${port} is privileged`, 'use a port from 1024 up');
  return error;
}
