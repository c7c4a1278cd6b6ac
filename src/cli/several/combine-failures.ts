import { CrierError } from '../../errors.ts';
import { formatErrorsShowAdvice } from '../comments/comments-outcome.ts';

/** The result for one of several ids. */
interface IdOutcome {
  readonly id: string;
  /** Null on success. */
  readonly failure: CrierError | null;
}

/** Wording: the action, and what happened to the ids that succeeded. */
interface FailureWording {
  /** `read` */
  readonly done: string;
  /** `the others are printed` */
  readonly remainder: string;
}

/**
 * Combines failures: some are a partial success; when all failed, the first one decides the exit code. Null
 * for none.
 */
export function combineFailures(
  all: readonly IdOutcome[],
  { done, remainder }: FailureWording,
): CrierError | null {
  const failed = all.flatMap(({ id, failure }) => (failure === null ? [] : [{ id, failure }]));
  const [first] = failed;
  if (first === undefined) return null;
  const errors = failed.flatMap(({ id, failure }) => listFailureEntries(id, failure));
  const isAll = failed.length === all.length;
  const { kind, facts } = first.failure;
  const message = `${failed.length} of ${all.length} could not be ${done}`;
  if (isAll && kind !== 'partial') return new CrierError(kind, message, { ...facts, errors });
  return new CrierError('partial', message, {
    http: 200,
    errors,
    advice: `${formatErrorsShowAdvice(errors)}${remainder}`,
  });
}

/** Lists the failure of an id, or the failed networks of a partial one. */
function listFailureEntries(id: string, { kind, message, facts }: CrierError): readonly object[] {
  if (kind === 'partial') return (facts.errors ?? []).map((leg) => ({ ...Object(leg), requestedId: id }));
  return [{ requestedId: id, code: facts.code ?? null, message }];
}
